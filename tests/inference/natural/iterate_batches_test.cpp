// Batch means of iterates: by hand, and of an autoregression, whose averages' errors are known.
#include <gtest/gtest.h>
#include <inference/natural/iterate_batches.h>

#include <cmath>
#include <random>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

Gaussian iterate(double mean, double log_sd) {
  return testing::diagonal_gaussian(Vector::Constant(1, mean), Vector::Constant(1, std::exp(log_sd)));
}

TEST(IterateBatches, KnowNothingBeforeTheLastBatch) {
  IterateBatches batches;
  for (int k = 0; k < 10; ++k) batches.add(iterate(1, 0), k / 12.0);
  EXPECT_EQ(batches.mean_error().size(), 0);
  batches.add(iterate(1, 0), 10 / 12.0);
  EXPECT_EQ(batches.mean_error().size(), 1);
}

TEST(IterateBatches, AreTheSpreadOfSixMeans) {
  IterateBatches batches;
  for (int k = 0; k < 12; ++k) batches.add(iterate(k, -0.1 * k), k / 12.0);
  // Means 0.5, 2.5, ..., 10.5 of variance 14.
  EXPECT_NEAR(batches.mean_error()[0], std::sqrt(14.0 / 6), 1e-12);
  EXPECT_NEAR(batches.log_sd_error()[0], 0.1 * std::sqrt(14.0 / 6), 1e-12);
}

// x' = 0.8 x + e has an average of variance 25 / n; batches of 50 steps leave out 1 - 4.5 / 50 of it at most.
TEST(IterateBatches, AreHonestAboutIteratesThatRemember) {
  constexpr int kRuns = 400, kSteps = 300;
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  double claimed = 0;
  for (int run = 0; run < kRuns; ++run) {
    IterateBatches batches;
    double x = normal(random) / 0.6;
    for (int k = 0; k < kSteps; ++k) {
      x = 0.8 * x + normal(random);
      batches.add(iterate(x, 0), k / static_cast<double>(kSteps));
    }
    claimed += std::pow(batches.mean_error()[0], 2) / kRuns;
  }
  // A variance of five degrees of freedom: a relative standard error of sqrt(2 / 5 / 400), 0.032.
  EXPECT_NEAR(claimed / (25.0 / kSteps), 0.95, 0.05 + 4 * 0.032);
}

}  // namespace
}  // namespace g2t
