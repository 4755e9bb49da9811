// Draws as a fit writes them, and files that are none.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/io/draws_file.hpp>

#include "../support/scratch_folder.hpp"

namespace g2t {
namespace {

class DrawsFileTest : public ::testing::Test {
 protected:
  void write(const std::string& text) const { folder_.write("draws.csv", text); }

  const testing::ScratchFolder folder_;
  const std::string file_ = folder_.file("draws.csv");
};

TEST_F(DrawsFileTest, HasNeitherTheMeansNorTheColumnsBefore) {
  write(
      "# a\n# b, \"c\nlp__,log_p__,log_g__,chain__,mu,tau\n# Stepsize adaptation complete.\n# eta = 1\n"
      "0,0,0,0,90,91\n0,-1,-2,1,1.5,nan\n0,-4,-2,2,2.5,7\n0,-1,-2,1,-3,-inf\n");
  const std::optional<DrawsFile> draws = read_draws_file(file_);
  ASSERT_TRUE(draws);
  EXPECT_EQ(draws->draw_count(), 3);
  EXPECT_EQ(draws->value_count(), 2);
  EXPECT_EQ(draws->draws_of(0), Vector({{1.5, 2.5, -3.0}}));
  EXPECT_TRUE(std::isnan(draws->draws_of(1)[0]));
  EXPECT_EQ(draws->draws_of(1)[1], 7);
  EXPECT_TRUE(std::isnan(draws->draws_of(1)[2]));
  EXPECT_EQ(draws->chains(), (std::vector<Index>{0, 1, 0}));
  EXPECT_EQ(draws->name_of(1), "tau");
  EXPECT_EQ(draws->log_densities(), Vector({{-1.0, -4.0, -1.0}}));
  EXPECT_TRUE(parse_draws("lp__,mu\n0,9\n0,1\n", "FILE").log_densities().hasNaN());
  EXPECT_EQ(draws->draws_of_first(1), draws->draws_of(0));
  EXPECT_THROW(static_cast<void>(draws->draws_of_first(2)), InputError);  // nan
  EXPECT_THROW(static_cast<void>(draws->draws_of_first(3)), InputError);
}

TEST_F(DrawsFileTest, MayLackChains) {
  write("lp__,log_p__,log_g__,mu\n0,0,0,9\n0,-1,-2,1\n");
  EXPECT_EQ(read_draws_file(file_)->draws_of(0), Vector::Constant(1, 1.0));
  EXPECT_TRUE(read_draws_file(file_)->chains().empty());
}

TEST_F(DrawsFileTest, NumbersChainsFromOneToTheirDraws) {
  for (const char* chain : {"0", "-9223372036854775808", "2", "9223372036854775807", "v", "1.5"})
    EXPECT_THROW(parse_draws(std::string("lp__,chain__,mu\n0,0,9\n0,") + chain + ",1\n", "FILE").chains(), InputError) << chain;
}

TEST_F(DrawsFileTest, MayBeMissingButNotAnother) {
  EXPECT_FALSE(read_draws_file(file_));
  write("x,y\n1,2\n");
  EXPECT_THROW(read_draws_file(file_), InputError);
  write("# c\nlp__,x\n0,2\n0\n");
  try {
    read_draws_file(file_);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(":4"), std::string::npos) << error.what();  // comments count as lines
  }
}

}  // namespace
}  // namespace g2t
