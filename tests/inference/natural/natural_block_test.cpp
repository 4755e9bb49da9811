// The schedule of blocks: lengths, noise at rest, which iterates are averaged.
#include <inference/natural/natural_block.h>

#include <gtest/gtest.h>

#include <cmath>

namespace g2t {
namespace {

// Steps to the end, with a q whose mean is the number of the step.
NaturalBlock run(NaturalBlock block, NaturalFamily& q) {
  Gaussian at = q.gaussian();
  for (Index k = 0; !block.is_over(); ++k) {
    at.mean.setConstant(static_cast<double>(k));
    q.set_gaussian(at);
    block.end_step(q);
  }
  return block;
}

TEST(NaturalBlock, HasWholeStepsAndAveragesTheSecondHalf) {
  const std::unique_ptr<NaturalFamily> q = make_natural(isotropic_gaussian(Structure::Diagonal, Vector::Zero(3), 1));
  const NaturalBlock block = run(NaturalBlock(0, 75, 8, *q, 40), *q);
  EXPECT_EQ(block.steps_made(), 10);
  EXPECT_EQ(block.first_iteration(), 40);
  EXPECT_EQ(block.average().count(), 5);
  EXPECT_NEAR(block.average().average().mean[0], 7, 1e-12);  // of 5, ..., 9
}

TEST(NaturalBlock, AveragesFewerIteratesOfDenseGaussians) {
  const Index d = 40;
  const std::unique_ptr<NaturalFamily> q = make_natural(isotropic_gaussian(Structure::Dense, Vector::Zero(d), 1));
  const NaturalBlock block = run(NaturalBlock(0, 8 * 100, 8, *q, 0), *q);
  EXPECT_EQ(block.average().count(), 6);  // 50, 60, ..., 90, and the last one
}

TEST(NaturalBlock, AllowsLessNoiseFromStepToStepAndFromBlockToBlock) {
  const std::unique_ptr<NaturalFamily> q = make_natural(isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 1));
  double last_end = 1;
  for (Index number = 0; number < 6; ++number) {
    NaturalBlock block(number, 800, 8, *q, 0);
    double last = block.allowed().eps;
    EXPECT_DOUBLE_EQ(block.allowed().min_step_size, 20.0 / 100);
    while (!block.is_averaging()) {
      EXPECT_LE(block.allowed().eps, last);
      last = block.allowed().eps;
      block.end_step(*q);
    }
    const double end = block.allowed().eps;
    while (!block.is_over()) {
      EXPECT_DOUBLE_EQ(block.allowed().eps, end);  // steady while iterates are averaged
      block.end_step(*q);
    }
    EXPECT_LT(end, last_end);
    last_end = end;
  }
  EXPECT_NEAR(last_end, 0.002 * std::pow(0.7, 5), 1e-12);
  EXPECT_DOUBLE_EQ(NaturalBlock(0, 800, 8, *q, 0).allowed().longest_gradient, 3);
  EXPECT_DOUBLE_EQ(NaturalBlock(1, 800, 8, *q, 0).allowed().longest_gradient, 3 * 1.3);  // what is cut is a bias
}

TEST(NaturalBlock, FirstOneGrowsWithTheDimensionInWholeSteps) {
  EXPECT_EQ(first_block_draws(1, 8, Structure::Dense), 264);
  EXPECT_EQ(first_block_draws(100, 8, Structure::Dense), 456);
  EXPECT_EQ(first_block_draws(100, 7, Structure::Dense), 462);
}

}  // namespace
}  // namespace g2t
