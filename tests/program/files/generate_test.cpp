// Values of a library written by hand at the draws of a file: parameters stay, what is computed follows them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <g2t/core/errors.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/models/stan_model.hpp>
#include <g2t/program/files/generate.hpp>
#include <support/files.hpp>

namespace g2t {
namespace {

using ::testing::HasSubstr;

class Generate : public ::testing::Test {
 protected:
  Generate() {
    StanModelOptions options;
    options.library = G2T_FAKE_BRIDGES "/fake_bridge_full.so";
    options.data = "{}";
    model_ = make_stan_model(options);
  }
  std::string write(const std::string& rows, const std::string& names = "theta.1,theta.2,sum,noise") {
    return folder_.write("d.csv", "lp__,log_p__,log_g__,chain__," + names + "\n0,0,0,0,1,1,1,1\n" + rows);
  }
  std::string refusal(const std::string& file) {
    return testing::message_of<InputError>([&] { static_cast<void>(generate(*model_, file, 0, 1)); });
  }

  testing::ScratchFolder folder_;
  std::unique_ptr<StanModel> model_;
};

const char* const kFourDraws = "0,-1,-2,1,0.1,2,9,9\n0,-1,-2,2,0.3,4,9,9\n0,-1,-2,1,5,6,9,9\n0,-1,-2,2,7,8,9,9\n";

TEST_F(Generate, KeepsParametersAndComputesTheRest) {
  const DrawsTable made = generate(*model_, write(kFourDraws), 0, 3);
  EXPECT_EQ(made.names, (std::vector<std::string>{"theta.1", "theta.2", "sum", "noise"}));
  EXPECT_EQ(made.draws.leftCols(2), (Matrix{{0.1, 2}, {0.3, 4}, {5, 6}, {7, 8}}));
  EXPECT_LT((made.draws.col(2) - made.draws.col(0) - made.draws.col(1)).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_EQ(made.chains, (std::vector<Index>{0, 1, 0, 1}));
  EXPECT_EQ(generate(*model_, write(kFourDraws), 0, 3).draws, made.draws);
  EXPECT_NE(generate(*model_, write(kFourDraws), 0, 4).draws(0, 3), made.draws(0, 3));
}

TEST_F(Generate, TakesFewerDrawsEvenly) {
  EXPECT_EQ(generate(*model_, write(kFourDraws), 2, 3).draws.col(0), (Vector{{0.1, 5}}));
  EXPECT_EQ(generate(*model_, write(kFourDraws), 100, 3).draws.rows(), 4);
  EXPECT_EQ(generate(*model_, write(kFourDraws), 0, 3, [](Index done) { return done == 1; }).draws.rows(), 1);
}

TEST_F(Generate, RefusesDrawsOfOthers) {
  EXPECT_THAT(refusal(write(kFourDraws, "theta.1,mu,sum,noise")),
              HasSubstr("parameter 2 is theta.2, the file's: 'mu'"));
  EXPECT_THAT(refusal(write("0,-1,-2,1,-3,2,9,9\n")), HasSubstr("draw 1 is none of the model"));
  EXPECT_THAT(refusal(write("0,-1,-2,1,nan,2,9,9\n")), HasSubstr("d.csv:3:5"));
  EXPECT_THAT(refusal(folder_.file("absent.csv")), HasSubstr("there is no such file"));
  EXPECT_THAT(refusal(write("")), HasSubstr("has no draws"));
  LogisticData data;
  data.rows.start = {0, 0};
  data.positive = {1};
  EXPECT_THROW(static_cast<void>(generate(*make_logistic(data), write(kFourDraws), 0, 1)), InvalidArgument);
}

}  // namespace
}  // namespace g2t
