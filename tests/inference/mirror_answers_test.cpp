// Answers that hold both halves, or all images, of posteriors with free signs or labels: means by symmetry, second
// moments by quadrature.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <support/gaussians.hpp>
#include <support/known_moments.hpp>
#include <support/mirror_densities.hpp>
#include <support/target_fits.hpp>

namespace g2t {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;

struct MirrorTruth {
  Vector mean, sd;  // of the first parameters
};

// Converged, and right; or doubted, because of modes or of chains between them. @returns the number of fits that converged, of three seeds
int expect_both_halves(const std::unique_ptr<Model>& model, const MirrorTruth& truth) {
  int converged = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    SCOPED_TRACE(seed);
    FitOptions options;
    options.seed = seed;
    options.time_budget = 600;
    options.chain_gradients = 20'000;
    const FitResult result = fit(*model, options);
    if (result.status != FitStatus::Converged) {
      EXPECT_THAT(testing::kinds_of(result), Contains(AnyOf(WarningKind::SeveralModes, WarningKind::ModesNotSeen,
                                                            WarningKind::ChainsNotSettled)));  // few gradients are allowed
      continue;
    }
    ++converged;
    testing::expect_moments(result.posterior.parameters, truth.mean, truth.sd);
  }
  return converged;
}

// The last but one has a dip of 0.8 nats, which is no border between modes.
TEST(MirrorAnswers, OfSquares) {
  for (const testing::Square& density : {testing::Square{4, 0.5}, {1, 0.3}, {25, 1}, {1, 0.8}, {4, 1.6}}) {
    SCOPED_TRACE(density.centre / density.sd);
    const auto log_density = [&](double z) { return density.log_density_at(z); };
    const double sd = testing::integrate(log_density, [](double z) { return z; }, -8, 8).sd;
    EXPECT_GE(expect_both_halves(make_model(density), {Vector::Zero(1), Vector::Constant(1, sd)}), 1);
  }
}

TEST(MirrorAnswers, OfProducts) {
  for (const testing::Product& density : {testing::Product{3, 10}, {1, 3}, {-2, 10}, {0.5, 20}}) {
    SCOPED_TRACE(density.mean);
    const Vector squares =
        testing::integrate_square([&](double a, double b) { return density.log_density_at(a, b); },
                                  [](double a, double b) { return Vector({{a * a, b * b}}); }, -6, 6);
    expect_both_halves(make_model(density), {Vector::Zero(2), squares.cwiseSqrt()});
  }
}

TEST(MirrorAnswers, OfFactorModels) {
  struct Items {
    Index persons;
    double first, second, noise;
  };
  for (const Items& items : {Items{4, 1.5, 1, 0.5}, {5, 1, -1, 0.7}, {6, 0.8, 1.6, 0.4}}) {
    SCOPED_TRACE(items.persons);
    const Matrix normals = testing::normals_of(7, items.persons, 3);
    Matrix y = items.noise * normals.rightCols(2);
    y.col(0) += items.first * normals.col(0);
    y.col(1) += items.second * normals.col(0);
    const testing::TwoItems density{y, items.noise};
    const Vector squares =
        testing::integrate_square([&](double a, double b) { return density.log_marginal(a, b); },
                                  [](double a, double b) { return Vector({{a * a, b * b}}); }, -5, 5);
    EXPECT_EQ(expect_both_halves(make_model(density), {Vector::Zero(2), squares.cwiseSqrt()}), 3);
  }
}

// Labels: the two means have the same posterior. Those of the last data are not two modes.
TEST(MirrorAnswers, OfLabels) {
  struct Data {
    Index count;
    double distance, prior_sd;
  };
  for (const Data& data : {Data{30, 5, 5}, {40, 3, 5}, {20, 2, 3}}) {
    SCOPED_TRACE(data.distance);
    const Matrix normals = testing::normals_of(3, data.count, 1);
    testing::TwoMeans density{{}, data.prior_sd};
    for (Index i = 0; i < data.count; ++i) density.y.push_back(normals(i, 0) + (i % 2 == 0 ? data.distance : 0));
    const Vector moments = testing::integrate_square([&](double a, double b) { return density.log_density_at(a, b); },
                                                     [](double a, double) { return Vector({{a, a * a}}); }, -5, 9);
    const double mean = moments[0], sd = std::sqrt(moments[1] - mean * mean);
    EXPECT_EQ(expect_both_halves(make_model(density), {Vector::Constant(2, mean), Vector::Constant(2, sd)}), 3);
  }
}

// Eight images: either unit's signs, and their places.
TEST(MirrorAnswers, OfTwoUnits) {
  struct Units {
    double w_1, w_2, v_1, v_2, noise;
  };
  constexpr Index kCount = 11;
  for (const Units& units : {Units{3, 0.5, 1, 1.5, 0.1}, {2, 0.4, -1.5, 2, 0.1}, {2.5, 0.3, 2, -2, 0.1}}) {
    SCOPED_TRACE(units.w_1);
    const Matrix normals = testing::normals_of(9, kCount, 1);
    testing::TwoUnits density{{}, {}, units.noise};
    for (Index i = 0; i < kCount; ++i) {
      const double x = -2 + 0.4 * static_cast<double>(i);
      density.x.push_back(x);
      density.y.push_back(units.v_1 * std::tanh(units.w_1 * x) + units.v_2 * std::tanh(units.w_2 * x) +
                          units.noise * normals(i, 0));
    }
    const auto values = [&](double a, double b) { return Vector({{a * a, density.given(a, b).mean_square}}); };
    const Vector squares =
        testing::integrate_square([&](double a, double b) { return density.given(a, b).log_marginal; }, values, -9, 9);
    expect_both_halves(make_model(density),
                       {Vector::Zero(4), Vector({{squares[0], squares[0], squares[1], squares[1]}}).cwiseSqrt()});
  }
}

}  // namespace
}  // namespace g2t
