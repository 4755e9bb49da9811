#include <g2t/program/options/options.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

TEST(FitOptions, DefaultsNeedNoTuning) {
  const FitOptions options;
  EXPECT_EQ(options.coordinates, Coordinates::Natural);
  EXPECT_TRUE(options.antithetic);
  EXPECT_EQ(options.draws, 8);
  EXPECT_EQ(options.tolerance, 0.05);
  EXPECT_TRUE(options.select_at.empty());
}

TEST(FitOptions, PlainOnesAreThePublishedSchedule) {
  const FitOptions options = plain_fit_options();
  EXPECT_EQ(options.coordinates, Coordinates::Plain);
  EXPECT_FALSE(options.antithetic);
  EXPECT_EQ(options.warmup_steps, 300);
  EXPECT_EQ(options.warmup_step_size, 1e-5);
  EXPECT_EQ(options.select_draws, 400);
  EXPECT_EQ(options.select_at, (std::vector<double>{0, 0.1, 0.5}));
  EXPECT_EQ(options.optimizer.kind, OptimizerKind::HeavyBall);
  EXPECT_EQ(options.optimizer.momentum, 0.9);
}

}  // namespace
}  // namespace g2t
