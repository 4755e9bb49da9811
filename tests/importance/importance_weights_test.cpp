// Importance weights: against known tails, against arviz, and at the edges; moments and resampling by hand.
#include <g2t/importance/importance_weights.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The first multiples of `step`, without their whole parts: evenly spread over (0, 1), in no order.
Vector fractions(Index count, double step) {
  Vector u(count);
  for (Index s = 0; s < count; ++s) {
    const double multiple = static_cast<double>(s + 1) * step;
    u[s] = multiple - std::floor(multiple);
  }
  return u;
}

Vector golden(Index count) { return fractions(count, 0.6180339887498949); }

// Nearly standard normal, the same on every machine.
Vector bells(Index count) {
  const Vector u = golden(count), v = fractions(count, 0.41421356237309515);
  return (-2 * u.array().log()).sqrt() * (2 * M_PI * v.array()).cos();
}

// Log ratios whose exponentials are quantiles of a Pareto distribution of shape k.
Vector pareto(Index count, double k) {
  Vector u(count);
  for (Index s = 0; s < count; ++s) u[s] = (static_cast<double>(s) + 0.5) / static_cast<double>(count);
  return -k * (1 - u.array()).log();
}

Vector with(Vector x, Index at, double value) {
  x[at] = value;
  return x;
}

void expect_valid(const ImportanceWeights& out) {
  EXPECT_FALSE(std::isnan(out.khat));
  EXPECT_TRUE(out.weights.allFinite());
  EXPECT_TRUE((out.weights.array() >= 0).all());
  if (out.used == 0) return;
  EXPECT_NEAR(out.weights.sum(), 1, 1e-12);
  EXPECT_NEAR(out.effective_sample_size * out.weights.squaredNorm(), 1, 1e-12);
}

TEST(ImportanceWeights, TailShapeOfExactParetoQuantiles) {
  for (const double k : {0.3, 0.7, 1.0}) {
    const ImportanceWeights out = smooth_importance_weights(pareto(4000, k));
    const double shrunk = (190 * k + 5) / 200;  // 190 draws in the tail, a prior of ten at 1/2
    EXPECT_NEAR(out.khat, shrunk, 0.02) << k;   // the grid's mean is a little low for heavy tails
    EXPECT_EQ(out.used, 4000);
    expect_valid(out);
  }
}

struct ArvizCase {
  std::string name;
  Vector log_ratios;
  double khat, effective_sample_size, first, largest;
};

// khat and weights of arviz.psislw, arviz 0.23.4 with numpy 2.4.6.
std::vector<ArvizCase> arviz_cases() {
  const Vector bells_1000 = bells(1000);
  Vector thirds = bells(300);
  for (Index s = 0; s < 300; s += 3) thirds[s] = -kInfinity;
  const Vector capped = bells_1000.unaryExpr([](double x) { return x <= 0.5 ? x : 0.5 + (x > 2 ? 0.5 * x : 0); });
  return {
      {"pareto", -0.7 * (1 - golden(1000).array()).log(), 0.686185901359, 130.539430711, 0.000634055894469,
       0.0631415205617},
      {"normal", bells(400), 0.23393200878, 168.576213557, 0.000663487341761, 0.0225220356055},
      {"wide", 3 * bells(2000), 0.981446383027, 12.2829047422, 5.627717829e-07, 0.248210175389},
      {"bounded", -0.5 * bells(500).cwiseAbs2(), -1.40480160874, 432.062033767, 0.00198777261344, 0.00283328862469},
      {"few", 2 * bells(37), 0.605927191703, 5.37586917894, 0.000788239429762, 0.36908138328},
      {"many, far off", (1.5 * bells(100000)).array() - 1e5, 0.421266921529, 10163.4762937, 9.14567087331e-07,
       0.00262366579978},
      {"a third at -infinity", thirds, 0.273568836029, 84.308348914, 0, 0.0438767010413},
      {"ties", (4 * bells_1000).array().floor() / 4, 0.128325309156, 371.57028743, 0.00025101535513, 0.0159646275728},
      {"ties at the cutoff", capped, -0.397701728304, 589.954542914, 0.000390292467643, 0.0077727559635},
      {"one of 30 nats", with(bells_1000, 500, 30), 1.30835833038, 10.3209803576, 0.000137949476124, 0.297288049579},
      {"one of 1e5 nats", with(bells_1000, 500, 1e5), kInfinity, 1, 0, 1},
      {"hundreds of nats", 300 * bells_1000, 91.1181893104, 1, 0, 1},
      {"1e5 nats", 1e5 * bells_1000, kInfinity, 1, 0, 1},
  };
}

TEST(ImportanceWeights, AgreeWithArviz) {
  for (const ArvizCase& reference : arviz_cases()) {
    SCOPED_TRACE(reference.name);
    const ImportanceWeights out = smooth_importance_weights(reference.log_ratios);
    expect_valid(out);
    if (std::isfinite(reference.khat)) {
      EXPECT_NEAR(out.khat, reference.khat, 1e-8 * std::max(1.0, std::abs(reference.khat)));
    } else {
      EXPECT_EQ(out.khat, reference.khat);
    }
    EXPECT_NEAR(out.effective_sample_size / reference.effective_sample_size, 1, 1e-8);
    EXPECT_NEAR(out.weights[0], reference.first, 1e-8 * reference.first);
    EXPECT_NEAR(out.weights.maxCoeff() / reference.largest, 1, 1e-8);
  }
}

// The largest excess is three times the quartile of 16, so that the grid of Zhang and Stephens holds a 0. arviz 0.23.4
// gives NaN there; these are its values with 1/3 moved by 1e-9 both ways, which agree to 9 digits.
TEST(ImportanceWeights, GridPointZero) {
  Vector ratios = Vector::Zero(80);
  ratios.head(16) << 0.1, 0.2, 0.3, 1.0 / 3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9, 1;
  const ImportanceWeights out = smooth_importance_weights(ratios.array().log());
  expect_valid(out);
  EXPECT_NEAR(out.khat, -0.303007924101, 1e-8);
  EXPECT_NEAR(out.effective_sample_size, 11.6210926415, 1e-7);
  EXPECT_NEAR(out.weights[0], 0.00308305777, 1e-10);
}

TEST(ImportanceWeights, ConstantsInTheLogRatiosDoNotMatter) {
  const Vector ratios = bells(1000);
  const ImportanceWeights out = smooth_importance_weights(ratios);
  for (const double shift : {1e5, -1e5}) {
    const ImportanceWeights shifted = smooth_importance_weights(ratios.array() + shift);
    EXPECT_NEAR(shifted.khat, out.khat, 1e-8);
    EXPECT_LT((shifted.weights - out.weights).cwiseAbs().maxCoeff(), 1e-10);
  }
}

TEST(ImportanceWeights, NeverAboveTheLargestRawWeightAndInTheOrderOfTheRatios) {
  const Vector ratios = 2 * bells(500);
  const Vector log_weights = smooth_importance_weights(ratios).weights.array().log();
  Index top = 0;
  ratios.maxCoeff(&top);
  std::vector<Index> order(500);
  for (Index s = 0; s < 500; ++s) order[static_cast<std::size_t>(s)] = s;
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return ratios[a] < ratios[b]; });
  for (std::size_t k = 1; k < order.size(); ++k) EXPECT_GE(log_weights[order[k]], log_weights[order[k - 1]]);
  // Below the tail of ceil(3 sqrt(500)) = 68 the raw ratios stand.
  EXPECT_NEAR(log_weights[order[431]] - log_weights[order[0]], ratios[order[431]] - ratios[order[0]], 1e-11);
  EXPECT_LE(log_weights[top] - log_weights[order[0]], ratios[top] - ratios[order[0]] + 1e-11);
}

TEST(ImportanceWeights, UnusableRatiosAreLeftOut) {
  const Vector ratios = bells(400);
  Vector more(403);
  more << kNan, ratios, kInfinity, kNan;
  const ImportanceWeights out = smooth_importance_weights(ratios), with_bad = smooth_importance_weights(more);
  expect_valid(with_bad);
  EXPECT_EQ(with_bad.used, 400);
  EXPECT_EQ(with_bad.khat, out.khat);
  EXPECT_LT((with_bad.weights.segment(1, 400) - out.weights).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(with_bad.weights[0], 0);
  EXPECT_EQ(with_bad.weights[401], 0);
  EXPECT_EQ(with_bad.weights[402], 0);
}

TEST(ImportanceWeights, NoUsableRatio) {
  for (const Vector& ratios : {Vector(), Vector(Vector::Constant(50, kNan)), Vector(Vector::Constant(50, kInfinity)),
                               Vector(Vector::Constant(50, -kInfinity))}) {
    const ImportanceWeights out = smooth_importance_weights(ratios);
    EXPECT_EQ(out.weights, Vector::Zero(ratios.size()));
    EXPECT_EQ(out.khat, kInfinity);
    EXPECT_EQ(out.used, 0);
    EXPECT_FALSE(std::isnan(out.effective_sample_size));
  }
}

TEST(ImportanceWeights, EqualRatiosAreEqualWeights) {
  for (const double shift : {0.0, 1e5, -1e5}) {
    const ImportanceWeights out = smooth_importance_weights((1e-10 * bells(200)).array() + shift);
    EXPECT_EQ(out.khat, 0);
    EXPECT_LT((out.weights.array() - 1.0 / 200).abs().maxCoeff(), 1e-11);
    EXPECT_NEAR(out.effective_sample_size, 200, 1e-6);
  }
}

TEST(ImportanceWeights, FewerThanFiveInTheTailAreNotSmoothed) {
  const Vector ratios = bells(20);  // a tail of 4
  const ImportanceWeights out = smooth_importance_weights(ratios);
  EXPECT_EQ(out.khat, kInfinity);
  const Vector raw = ratios.array().exp();
  EXPECT_LT((out.weights - raw / raw.sum()).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_TRUE(std::isfinite(smooth_importance_weights(bells(21)).khat));  // a tail of 5
}

TEST(ImportanceWeights, EqualTailIsNotSmoothed) {
  for (const Index top : {95, 60, 300}) {  // the tail of 95; less; more
    Vector ratios = bells(1000).array().min(0) - 1;
    if (top == 60) ratios.setConstant(-1);
    ratios.head(top).setZero();
    const ImportanceWeights out = smooth_importance_weights(ratios);
    EXPECT_EQ(out.khat, 0) << top;
    const Vector raw = ratios.array().exp();
    EXPECT_LT((out.weights - raw / raw.sum()).cwiseAbs().maxCoeff(), 1e-14) << top;
  }
}

TEST(ImportanceWeights, OneRatioFarAboveTheRestTakesAllWeight) {
  for (const double huge : {800.0, 1e5, 1e300}) {
    const ImportanceWeights out = smooth_importance_weights(with(bells(1000), 7, huge));
    expect_valid(out);
    EXPECT_GT(out.khat, 0.7) << huge;
    EXPECT_NEAR(out.weights[7], 1, 1e-12) << huge;
  }
}

// q = N(0, 1), p = N(1/2, 1): the effective share of the draws is exp(-1/4).
TEST(ImportanceWeights, NormalTargetOfAnotherMean) {
  const Matrix draws = testing::normals_of(1, 10000, 1);
  const ImportanceWeights out = smooth_importance_weights(0.5 * draws.col(0).array() - 0.125);
  EXPECT_LT(out.khat, 0.5);
  EXPECT_NEAR(out.effective_sample_size / 10000, std::exp(-0.25), 0.02);
  EXPECT_NEAR(out.weights.dot(draws.col(0)), 0.5, 5 / std::sqrt(10000 * std::exp(-0.25)));
}

}  // namespace
}  // namespace g2t
