// All values where there is time, else those that stand for all.
#include <gtest/gtest.h>
#include <inference/quantity_values.h>

#include <cmath>
#include <g2t/core/random.hpp>
#include <limits>

#include "slow_model.hpp"

namespace g2t {
namespace {

constexpr double kEver = std::numeric_limits<double>::infinity();

// 1000 draws of N(0, 1) and 3000 of N(1, 1), weighted to N(1, 1).
struct WeightedSample {
  Matrix draws{4000, 2};
  Vector weights{4000};

  WeightedSample() {
    fill_normals({1, Purpose::Check, 0}, draws);
    draws.bottomRows(3000).array() += 1;
    for (Index k = 0; k < 4000; ++k) {
      const auto density = [&](double mean) { return std::exp(-0.5 * (draws.row(k).array() - mean).square().sum()); };
      weights[k] = density(1) / (1000 * density(0) + 3000 * density(1));
    }
    weights /= weights.sum();
  }
};

TEST(QuantityValues, AreOfAllDrawsWhereThereIsTime) {
  const testing::SlowModel model;
  const WeightedSample sample;
  const QuantityValues seen = values_until(model, sample.draws, 1000, sample.weights, 1, Deadline{});
  EXPECT_EQ(seen.of_q, 1000);
  EXPECT_EQ(seen.values.leftCols(2), sample.draws);
  EXPECT_EQ(&seen.weighted(), &seen.values);
  EXPECT_EQ(seen.weights, sample.weights);
}

TEST(QuantityValues, StandForAllWhereThereIsNot) {
  testing::SlowModel model;
  model.quantity_seconds = 1e-3;
  const WeightedSample sample;
  const StopRequest none;
  model.end = testing::wall_seconds() + 1;
  const QuantityValues seen = values_until(model, sample.draws, 1000, sample.weights, 1, Deadline(none, 1, 0));
  EXPECT_LT(model.work_after_end(), 1);
  EXPECT_LT(seen.of_q, 1000);
  EXPECT_GE(seen.of_q, 8);
  EXPECT_EQ(seen.values.leftCols(2), sample.draws.topRows(seen.of_q));
  const Index count = seen.resampled.rows();
  EXPECT_GE(count, 8);
  EXPECT_EQ(seen.weights, Vector::Ones(count));
  for (const Index i : {0, 1})
    EXPECT_NEAR(seen.resampled.col(i).mean(), 1, 4 / std::sqrt(static_cast<double>(count))) << count;
}

// In the midst of the draws that were added to q's, which alone would not stand for all.
TEST(QuantityValues, StandForAllAfterARequest) {
  testing::SlowModel model;
  const WeightedSample sample;
  const StopRequest request([&] { return model.computed > 2500; });
  const QuantityValues seen = values_until(model, sample.draws, 1000, sample.weights, 1, Deadline(request, kEver, 0));
  EXPECT_EQ(seen.of_q, 1000);
  EXPECT_EQ(seen.values.rows(), 2501);
  const Index count = seen.resampled.rows();
  EXPECT_GE(count, 8);  // until the ninth value that is missing
  EXPECT_NEAR(seen.resampled.col(0).mean(), 1, 4 / std::sqrt(static_cast<double>(count)));
}

TEST(QuantityValues, KeepTheWeightsOfQsDraws) {
  testing::SlowModel model;
  const WeightedSample sample;
  const StopRequest request([&] { return model.computed >= 100; });
  const Matrix draws = sample.draws.topRows(1000);
  const QuantityValues seen =
      values_until(model, draws, 1000, sample.weights.head(1000), 1, Deadline(request, kEver, 0));
  EXPECT_EQ(seen.of_q, 100);
  EXPECT_EQ(seen.weighted().rows(), 100);
  EXPECT_EQ(seen.weights, sample.weights.head(100));
}

TEST(QuantityValues, AreTimedWithAFewEvaluations) {
  testing::SlowModel model;
  const double begin = testing::wall_seconds(), shortest = seconds_of_quantities(model, Vector::Zero(2), 1);
  EXPECT_LE(shortest * static_cast<double>(model.computed), testing::wall_seconds() - begin);
  EXPECT_LE(model.computed, 3);
  model.quantity_seconds = 0.02;
  model.computed = 0;
  EXPECT_GE(seconds_of_quantities(model, Vector::Zero(2), 1), 0.02);
  EXPECT_EQ(model.computed, 1);
}

}  // namespace
}  // namespace g2t
