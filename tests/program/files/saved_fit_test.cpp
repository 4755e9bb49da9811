// A fit's files give its draws and its encoding; others are refused by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <g2t/core/errors.hpp>
#include <g2t/program/files/saved_fit.hpp>
#include <support/files.hpp>

namespace g2t {
namespace {

using ::testing::HasSubstr;

class SavedFitTest : public ::testing::Test {
 protected:
  void SetUp() override {
    write(R"({"kind": "poisson", "file": "d.csv", "rows": 3, "fingerprint": "0", "format": "csv",
    "header": true, "column_count": 1, "response": "n", "columns": [], "exposure": ""})");
  }
  void write(const std::string& data) {
    prefix_ = folder_.file("run");
    folder_.write("run.summary.json", R"({"status": "converged", "dimension": 1, "data": )" + data +
                                          R"(, "settings": {"model": "poisson"}})");
    folder_.write("run.csv", "lp__,log_p__,log_g__,chain__,mu,more\n0,0,0,0,9,9\n0,-1,-2,1,0.5,9\n0,-1,-2,2,0.25,9\n");
  }
  std::string refusal() const {
    return testing::message_of<InputError>([this] { static_cast<void>(read_saved_fit(prefix_)); });
  }

  testing::ScratchFolder folder_;
  std::string prefix_;
};

TEST_F(SavedFitTest, HasDrawsAndEncoding) {
  for (const std::string& name : {prefix_, prefix_ + ".summary.json"}) {
    const SavedFit fit = read_saved_fit(name);
    EXPECT_EQ(fit.model, "poisson");
    EXPECT_EQ(fit.status, "converged");
    EXPECT_EQ(fit.encoding.response, "n");
    EXPECT_EQ(fit.draws, Matrix(Vector({{0.5, 0.25}})));
    EXPECT_EQ(fit.files.size(), 2U);
  }
}

TEST_F(SavedFitTest, IsRefusedByName) {
  write("null");
  EXPECT_THAT(refusal(), HasSubstr("g2t draw PREFIX.csv"));
  SetUp();
  folder_.write("run.csv", "lp__,log_p__,log_g__\n0,0,0\n0,-1,-2\n");
  EXPECT_THAT(refusal(), HasSubstr("run.csv: has 0 columns of values, but 1 are needed"));
  folder_.write("run.csv", "lp__,mu\n0,1\n0,nan\n");
  EXPECT_THAT(refusal(), HasSubstr("run.csv:3:2"));
  std::filesystem::remove(folder_.file("run.csv"));
  EXPECT_THAT(refusal(), HasSubstr("run.csv: there is no such file"));
  prefix_ = folder_.file("nobody");
  EXPECT_THAT(refusal(), HasSubstr("nobody.summary.json"));
}

}  // namespace
}  // namespace g2t
