// Every row against what really happens on a quadratic F(w) = L w^2 / 2 with noisy gradients L w + sigma xi, where means
// and second moments of the iterates are known exactly, step by step.
#include <g2t/optimizers/guarantees.hpp>

#include <g2t/core/errors.hpp>

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>

namespace g2t {
namespace {

struct GuaranteeRun {
  double mean_square = 0;       // the greatest E|g|^2 on the way
  double last_gap = 0;          // E F(w_K) - F*
  double last_distance = 0;     // E|w_K - w*|^2
  double mean_gap = 0;          // mean of E F(w_k) - F*, at least that of the mean iterate
  double mean_slope = 0;        // mean over k = 0 .. K-1 of E|grad F(w_k)|^2
};

// Second moments of (w, v): heavy ball for nesterov = 0, Nesterov for 1, SGD for beta = 0.
GuaranteeRun guarantee_run(double l, double sigma, double start, int steps, double beta, double nesterov,
                           const std::function<double(int)>& step_size) {
  Eigen::Matrix2d second;
  second << start * start, 0, 0, 0;
  GuaranteeRun out;
  for (int k = 1; k <= steps; ++k) {
    const double slope = l * l * second(0, 0), eta = step_size(k);
    out.mean_slope += slope / steps;
    out.mean_gap += 0.5 * l * second(0, 0) / steps;
    out.mean_square = std::max(out.mean_square, slope + sigma * sigma);
    // v' = beta v - g, w' = w + eta v' for heavy ball, w + eta (beta v' - g) for Nesterov; g = L w + sigma xi.
    const double keep = nesterov > 0 ? beta : 1;
    Eigen::Matrix2d map;
    Eigen::Vector2d noise;
    if (nesterov > 0) {
      map << 1 - eta * l * (1 + keep), eta * beta * keep, -l, beta;
      noise << -eta * (1 + keep), -1;
    } else {
      map << 1 - eta * l, eta * beta, -l, beta;
      noise << -eta, -1;
    }
    second = (map * second * map.transpose() + sigma * sigma * noise * noise.transpose()).eval();
  }
  out.last_gap = 0.5 * l * second(0, 0);
  out.last_distance = second(0, 0);
  return out;
}

const Guarantee& guarantee_of(const std::vector<Guarantee>& rows, const std::string& method, const std::string& what) {
  return *std::find_if(rows.begin(), rows.end(), [&](const Guarantee& row) {
    return row.method == method && row.assumptions == what;
  });
}

class GuaranteesOn : public ::testing::TestWithParam<std::tuple<double, double, int>> {
 protected:
  const double l_ = std::get<0>(GetParam()), sigma_ = std::get<1>(GetParam()), start_ = 3;
  const int steps_ = std::get<2>(GetParam());
  ObjectiveConstants constants_{l_, l_, start_, 0.5 * l_ * start_ * start_, 0.9};
};

TEST_P(GuaranteesOn, StronglyConvexRowsHold) {
  const std::vector<Guarantee> rows = guarantees(constants_);
  const GuaranteeRun run =
      guarantee_run(l_, sigma_, start_, steps_, 0, 0, [&](int k) { return 1 / (l_ * static_cast<double>(k)); });
  const double k = steps_;
  EXPECT_LE(run.last_gap, guarantee_of(rows, "SGD", "strongly convex, smooth").bound(run.mean_square, k));
  EXPECT_LE(run.last_distance, guarantee_of(rows, "SGD", "strongly convex").bound(run.mean_square, k));
}

// The step size needs G^2, which the path has: as much as makes both agree.
TEST_P(GuaranteesOn, RowsOfAConstantStepHold) {
  const double k = steps_;
  for (const Guarantee& row : guarantees(constants_)) {
    if (row.step_scale == 0) continue;
    const double beta = row.method == "SGD" ? 0 : constants_.momentum, nesterov = row.method == "Nesterov" ? 1 : 0;
    double mean_square = l_ * l_ * start_ * start_ + sigma_ * sigma_;
    GuaranteeRun run;
    for (int round = 0; round < 60; ++round) {
      const double eta = row.step_size(mean_square, k);
      run = guarantee_run(l_, sigma_, start_, steps_, beta, nesterov, [&](int) { return eta; });
      if (run.mean_square <= mean_square) break;
      mean_square *= 1.3;
    }
    ASSERT_LE(run.mean_square, mean_square) << row.method;
    if (row.min_steps_scale > k * mean_square) continue;  // too few steps for it to say anything
    const double seen = row.assumptions == "convex" ? run.mean_gap : run.mean_slope;
    EXPECT_LE(seen, row.bound(mean_square, k)) << row.method << ", " << row.assumptions;
  }
}

INSTANTIATE_TEST_SUITE_P(Quadratics, GuaranteesOn,
                         ::testing::Combine(::testing::Values(0.1, 1.0, 20.0), ::testing::Values(0.0, 0.5, 10.0),
                                            ::testing::Values(1, 10, 1000)));

// The paper prints sqrt(L D_f) G / sqrt K for SGD on smooth functions: one step on w^2 / 2 from 1 without noise, of the
// table's size, has a mean |grad F|^2 of 1, and that formula says 0.707.
TEST(Guarantees, OfThePrintedSmoothRowDoNotHold) {
  const ObjectiveConstants constants{1.0, 1.0, 1.0, 0.5, 0.9};
  const GuaranteeRun run = guarantee_run(1, 0, 1, 1, 0, 0, [](int) { return 1.0; });
  EXPECT_EQ(run.mean_slope, 1);
  EXPECT_EQ(run.mean_square, 1);
  EXPECT_GT(run.mean_slope, std::sqrt(1 * 0.5) * std::sqrt(run.mean_square / 1));
  EXPECT_LE(run.mean_slope, guarantee_of(guarantees(constants), "SGD", "smooth").bound(run.mean_square, 1));
}

TEST(Guarantees, AreThoseWhoseConstantsAreKnown) {
  EXPECT_TRUE(guarantees({}).empty());
  EXPECT_EQ(guarantees({{}, 1.0, {}, {}}).size(), 1u);
  EXPECT_EQ(guarantees({2.0, 1.0, {}, {}}).size(), 2u);
  EXPECT_EQ(guarantees({{}, {}, 1.0, 1.0}).size(), 1u);
  EXPECT_EQ(guarantees({2.0, {}, {}, 1.0}).size(), 3u);
  EXPECT_EQ(guarantees({2.0, 1.0, 1.0, 1.0}).size(), 6u);
  EXPECT_THROW(guarantees({-1.0, {}, {}, {}}), InvalidArgument);
  EXPECT_THROW(guarantees({{}, {}, {}, {}, 1.0}), InvalidArgument);
}

TEST(Guarantees, StepsForATargetReachItAndOneLessDoesNot) {
  for (const Guarantee& row : guarantees({2.0, 0.5, 3.0, 4.0, 0.9})) {
    const double target = 0.01, steps = row.steps_for(7, target);
    EXPECT_LE(row.bound(7, steps), target * (1 + 1e-11)) << row.method;
    EXPECT_TRUE(row.bound(7, steps - 1) > target || 7 * (steps - 1) < row.min_steps_scale) << row.method;
  }
  EXPECT_EQ(guarantees({{}, {}, 3.0, {}}).front().steps_for(0, 0.01), 1);
}

}  // namespace
}  // namespace g2t
