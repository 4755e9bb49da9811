// How long a model's own values take, by a few of them.
#include <gtest/gtest.h>
#include <inference/answer/quantity_time.h>
#include <support/gaussians.hpp>

#include "../slow_model.hpp"

namespace g2t {
namespace {

TEST(QuantityTime, IsTheLeastOfAFewEvaluations) {
  testing::SlowModel model;
  const double begin = testing::wall_seconds(), shortest = seconds_of_quantities(model, Vector::Zero(2), 1);
  EXPECT_LE(shortest * static_cast<double>(model.computed), testing::wall_seconds() - begin);
  EXPECT_LE(model.computed, 3);
  model.quantity_seconds = 0.02;
  model.computed = 0;
  EXPECT_GE(seconds_of_quantities(model, Vector::Zero(2), 1), 0.02);
  EXPECT_EQ(model.computed, 1);
}

TEST(QuantityTime, IsNoneWithoutValues) {
  const testing::GaussianModel model(Vector::Zero(2), Matrix::Identity(2, 2));
  EXPECT_EQ(seconds_of_quantities(model, Vector::Zero(2), 1), 0);
}

}  // namespace
}  // namespace g2t
