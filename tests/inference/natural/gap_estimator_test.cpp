// The gap against exact ELBO differences on Gaussian posteriors, with its errors, and the mean's offset.
#include <gtest/gtest.h>
#include <inference/natural/gap_estimator.h>

#include <Eigen/Dense>
#include <cmath>
#include <g2t/estimators/recipes.hpp>
#include <g2t/core/elbo.hpp>
#include <g2t/core/sample.hpp>
#include <support/targets_shapes.hpp>
#include <support/terms.hpp>

namespace g2t {
namespace {

constexpr Index kGapDimension = 4;

testing::Autoregression gap_density(double correlation) {
  return {Vector({{1, -2, 0.5, 30}}), Vector({{0.1, 1, 3, 20}}), correlation};
}

testing::GaussianModel gap_model(double correlation) {
  return {gap_density(correlation).mean, gap_density(correlation).covariance().inverse()};
}

Gaussian gap_best(Structure structure, double correlation) {
  const testing::Autoregression density = gap_density(correlation);
  return structure == Structure::Dense ? testing::dense_gaussian(density.mean, density.covariance())
                                       : testing::diagonal_gaussian(density.mean, density.conditional_sds());
}

// Moved by a quarter of an sd along some of q's own axes, and a little wider or narrower.
Gaussian gap_off(Gaussian q) {
  const Vector shift({{0.25, -0.25, 0, 0.25}}), growth({{1.03, 0.97, 1, 1.03}});
  const bool is_dense = q.structure == Structure::Dense;
  q.mean += (is_dense ? q.cholesky : Matrix(q.scale.asDiagonal())) * shift;
  if (is_dense) q.cholesky = (q.cholesky * growth.asDiagonal()).eval();
  if (!is_dense) q.scale = q.scale.cwiseProduct(growth).eval();
  return q;
}

double gap_exact(const Model& model, const Gaussian& best, const Gaussian& q) {
  return elbo(model, best, {}, 0).value - elbo(model, q, {}, 0).value;
}

struct GapCase {
  std::string recipe;
  bool antithetic;
  Index units;
};

GapEstimate estimate_gap(const Model& model, const NaturalFamily& q, const GapCase& how,
                         const MeanMetric* metric = nullptr, std::uint64_t round = 0) {
  const TermSet terms = testing::all_terms(model, q.structure());
  GapEstimator estimator(model, q, terms, recipe_by_name(how.recipe, 2, how.antithetic), metric, 1, round);
  estimator.add(how.units);
  return estimator.estimate();
}

GapEstimate estimate_gap(const Model& model, const Gaussian& q, const GapCase& how, const MeanMetric* metric = nullptr,
                         std::uint64_t round = 0) {
  return estimate_gap(model, *make_natural(q), how, metric, round);
}

const std::vector<GapCase>& gap_cases() {
  static const std::vector<GapCase> cases = {
      {"rep", false, 200}, {"rep", true, 200}, {"stl", false, 20}, {"stl", true, 20}};
  return cases;
}

TEST(GapEstimator, FullRankIsTheElboDifference) {
  const testing::GaussianModel model = gap_model(0.6);
  const Gaussian best = gap_best(Structure::Dense, 0.6), q = gap_off(best);
  const double exact = gap_exact(model, best, q);
  ASSERT_NEAR(exact, 0.5 * 3 * 0.0625 + 3 * 0.03 * 0.03, 0.01);
  for (const GapCase& how : gap_cases()) {
    SCOPED_TRACE(how.recipe + (how.antithetic ? ", pairs" : ""));
    const GapEstimate estimate = estimate_gap(model, q, how);
    // A Newton decrement is the difference to second order: beyond, a few times 0.03 of the gap.
    EXPECT_NEAR(estimate.gap, exact, 5 * estimate.standard_error + 0.06 * exact);
    EXPECT_GT(estimate.standard_error, 0);
    EXPECT_LT(estimate.standard_error, 0.15 * exact);
    EXPECT_EQ(estimate.draws, 16 * how.units * (how.antithetic ? 2 : 1));
    EXPECT_EQ(estimate.failed_draws, 0);
  }
}

TEST(GapEstimator, FullRankNeedsNoMetric) {
  const testing::GaussianModel model = gap_model(0.6);
  const TermSet terms = testing::all_terms(model, Structure::Dense);
  const std::unique_ptr<NaturalFamily> family = make_natural(gap_best(Structure::Dense, 0.6));
  EXPECT_TRUE(GapEstimator(model, *family, terms, recipe_by_name("stl", 2, true), nullptr, 1, 0).is_possible());
}

TEST(GapEstimator, MeanFieldNeedsAUsableMetric) {
  const testing::GaussianModel model = gap_model(0.6);
  const TermSet terms = testing::all_terms(model, Structure::Diagonal);
  const std::unique_ptr<NaturalFamily> family = make_natural(gap_best(Structure::Diagonal, 0.6));
  MeanMetric metric(kGapDimension);
  const auto is_possible = [&](const MeanMetric* given) {
    return GapEstimator(model, *family, terms, recipe_by_name("stl", 2, true), given, 1, 0).is_possible();
  };
  EXPECT_FALSE(is_possible(nullptr));
  EXPECT_FALSE(is_possible(&metric));
  metric.set(gap_density(0.6).covariance().inverse(), 1e6);
  EXPECT_TRUE(is_possible(&metric));

  // One parameter has no correlation to be wrong about.
  const testing::GaussianModel single(Vector::Ones(1), Matrix::Identity(1, 1));
  const TermSet single_terms = testing::all_terms(single, Structure::Diagonal);
  const std::unique_ptr<NaturalFamily> one = make_natural(isotropic_gaussian(Structure::Diagonal, Vector::Ones(1), 1));
  EXPECT_TRUE(GapEstimator(single, *one, single_terms, recipe_by_name("stl", 2, true), nullptr, 1, 0).is_possible());
}

TEST(GapEstimator, MeanFieldWithAMetricIsTheElboDifference) {
  const double correlation = 0.8;
  const testing::GaussianModel model = gap_model(correlation);
  const Gaussian best = gap_best(Structure::Diagonal, correlation);
  Gaussian q = gap_off(best);
  q.mean = best.mean + 0.5 * gap_density(correlation).sds;  // along the valley
  MeanMetric metric(kGapDimension);
  metric.set(gap_density(correlation).covariance().inverse(), 1e6);
  const double exact = gap_exact(model, best, q);
  for (const GapCase& how : gap_cases()) {
    SCOPED_TRACE(how.recipe + (how.antithetic ? ", pairs" : ""));
    const GapEstimate estimate = estimate_gap(model, q, {how.recipe, how.antithetic, 800}, &metric);
    EXPECT_NEAR(estimate.gap, exact, 5 * estimate.standard_error + 0.1 * exact);
    EXPECT_LT(estimate.standard_error, 0.15 * exact);
  }
  // Without one, the curvature across the valley takes the place of that along it.
  EXPECT_LT(estimate_gap(model, q, {"stl", true, 400}).gap, 0.3 * exact);
}

TEST(GapEstimator, NoiseDoesNotCount) {
  // At the optimum, by the noisiest recipe: zero on average, where the noise of a mean gradient is far from it.
  const testing::GaussianModel model = gap_model(0.6);
  MeanMetric metric(kGapDimension);
  metric.set(gap_density(0.6).covariance().inverse(), 1e6);
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    const Gaussian best = gap_best(structure, 0.6);
    const Index rounds = 60;
    Vector gaps(rounds), errors(rounds);
    for (Index k = 0; k < rounds; ++k) {
      const GapEstimate estimate = estimate_gap(model, best, {"rep", false, 4}, &metric, static_cast<std::uint64_t>(k));
      gaps[k] = estimate.gap;
      errors[k] = estimate.standard_error;
    }
    const double sd = std::sqrt(sample_variance(gaps.array()));
    EXPECT_LT(std::abs(gaps.mean()), 5 * sd / std::sqrt(static_cast<double>(rounds)));
    EXPECT_LT(gaps.minCoeff(), 0);
    // If noise counted, that of 64 units would: d / 2 + d / 2 nats or more a unit, a bias that would be seen.
    EXPECT_LT(5 * sd / std::sqrt(static_cast<double>(rounds)), 2 * kGapDimension / 64.0);
    // The jackknife tells how much single estimates vary; of a sd from 60 of them 1 / sqrt(118) is the error.
    EXPECT_NEAR(std::sqrt(errors.squaredNorm() / static_cast<double>(rounds)) / sd, 1, 5 / std::sqrt(118.0));
  }
}

TEST(GapEstimator, MoreUnitsSharpenIt) {
  const testing::GaussianModel model = gap_model(0.6);
  const TermSet terms = testing::all_terms(model, Structure::Dense);
  const std::unique_ptr<NaturalFamily> family = make_natural(gap_off(gap_best(Structure::Dense, 0.6)));
  GapEstimator once(model, *family, terms, recipe_by_name("rep", 2, false), nullptr, 1, 0), split = once;
  once.add(20);
  const GapEstimate few = once.estimate();
  for (Index k = 0; k < 15; ++k) once.add(20);
  const GapEstimate many = once.estimate();
  EXPECT_EQ(few.draws, 320);
  EXPECT_EQ(many.draws, 16 * 320);
  EXPECT_LT(many.standard_error, 0.5 * few.standard_error);  // 16 times the units: about a quarter
  EXPECT_GT(many.standard_error, 0.1 * few.standard_error);
  EXPECT_LT(many.mean_offset_error.norm(), 0.5 * few.mean_offset_error.norm());
  // A unit's error does not depend on how many there were.
  EXPECT_LT((many.unit_mean_error.cwiseQuotient(few.unit_mean_error).array().log()).abs().maxCoeff(), std::log(2.5));
  // Later units are new ones, and other rounds see others.
  split.add(20);
  split.add(20);
  EXPECT_NE(split.estimate().gap, few.gap);
  EXPECT_NE(estimate_gap(model, family->gaussian(), {"rep", false, 20}, nullptr, 1).gap, few.gap);
  EXPECT_EQ(estimate_gap(model, family->gaussian(), {"rep", false, 20}, nullptr, 0).gap, few.gap);
}

TEST(GapEstimator, CanBeEndedWithinABatch) {
  const testing::GaussianModel model = gap_model(0.6);
  const TermSet terms = testing::all_terms(model, Structure::Dense);
  const std::unique_ptr<NaturalFamily> family = make_natural(gap_off(gap_best(Structure::Dense, 0.6)));
  GapEstimator whole(model, *family, terms, recipe_by_name("rep", 2, false), nullptr, 1, 0), same = whole, cut = whole;
  EXPECT_TRUE(whole.add(500));
  EXPECT_TRUE(same.add(500, [](Index) { return false; }));
  EXPECT_NEAR(whole.estimate().gap, same.estimate().gap, 1e-9);  // products of matrices round by their sizes
  EXPECT_FALSE(cut.add(500, [](Index made) { return made > 600; }));
  EXPECT_EQ(cut.draws(), 1000);
}

TEST(GapEstimator, MeanOffsetIsHowFarTheMeanIsOff) {
  const testing::GaussianModel model = gap_model(0.8);
  MeanMetric metric(kGapDimension);
  metric.set(gap_density(0.8).covariance().inverse(), 1e6);
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    Gaussian q = gap_best(structure, 0.8);
    q.mean += 0.5 * gap_density(0.8).sds.cwiseProduct(Vector({{1, -1, 0.5, 0}}));
    const Vector off = gap_density(0.8).mean - q.mean;
    for (const GapCase& how : gap_cases()) {
      SCOPED_TRACE(how.recipe + (how.antithetic ? ", pairs, " : ", ") + family_name(structure));
      const GapEstimate estimate = estimate_gap(model, q, {how.recipe, how.antithetic, 200}, &metric);
      for (Index i = 0; i < kGapDimension; ++i) {
        // The metric holds back a little: 0.002 is added to B, whose least eigenvalue is 0.1.
        const double held_back = structure == Structure::Diagonal ? 0.03 * gap_density(0.8).sds[i] : 0;
        EXPECT_NEAR(estimate.mean_offset[i], off[i],
                    5 * estimate.mean_offset_error[i] + held_back + 1e-9 * gap_density(0.8).sds[i])
            << i;
        EXPECT_LT(estimate.mean_offset_error[i], 0.1 * gap_density(0.8).sds[i]) << i;
      }
    }
  }
}

// Axes 0 and 3 exchanged, 1 and 2 turned by 60 degrees: far from the Cholesky factor's frame.
Matrix turned_root(const Gaussian& q) {
  Matrix turn = Matrix::Zero(kGapDimension, kGapDimension);
  turn(0, 3) = turn(3, 0) = 1;
  turn(1, 1) = turn(2, 2) = 0.5;
  turn(1, 2) = std::sqrt(0.75);
  turn(2, 1) = -turn(1, 2);
  return q.cholesky * turn;
}

TEST(GapEstimator, MeanOffsetsAreThoseOfTheParametersWhateverTheRoot) {
  const testing::GaussianModel model = gap_model(0.8);
  const Vector sds = gap_density(0.8).sds;
  for (Index off = 0; off < kGapDimension; ++off) {
    Gaussian q = gap_best(Structure::Dense, 0.8);
    q.mean[off] -= 0.5 * sds[off];  // this parameter alone
    const std::unique_ptr<NaturalFamily> family = make_natural_full_rank(q, turned_root(q));
    for (const GapCase& how : gap_cases()) {
      SCOPED_TRACE(how.recipe + (how.antithetic ? ", pairs, " : ", ") + std::to_string(off));
      const GapEstimate estimate = estimate_gap(model, *family, how);
      for (Index i = 0; i < kGapDimension; ++i) {
        EXPECT_NEAR(estimate.mean_offset[i], i == off ? 0.5 * sds[i] : 0,
                    5 * estimate.mean_offset_error[i] + 1e-9 * sds[i])
            << i;
        EXPECT_LT(estimate.mean_offset_error[i], 0.05 * sds[i]) << i;
      }
    }
  }
}

TEST(GapEstimator, ErrorsOfSingleUnits) {
  // At the optimum, by the base: a Newton step of one draw moves the mean by as much as the draw is off, and the
  // logarithm of a sd by (xi^2 - 1) / 2, of sd 1 / sqrt(2).
  const testing::GaussianModel model = gap_model(0);
  MeanMetric metric(kGapDimension);
  metric.set(gap_density(0).covariance().inverse(), 1e6);
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    const GapEstimate estimate = estimate_gap(model, gap_best(structure, 0), {"rep", false, 100}, &metric);
    for (Index i = 0; i < kGapDimension; ++i) {
      // Sixteen batches: a sd is known to 1 / sqrt(30), its logarithm to 0.18.
      EXPECT_NEAR(std::log(estimate.unit_mean_error[i] / gap_density(0).sds[i]), 0, 5 * 0.18);
      EXPECT_NEAR(std::log(estimate.unit_log_sd_error[i] * std::sqrt(2.0)), 0, 5 * 0.18);
      EXPECT_NEAR(estimate.mean_offset_error[i], estimate.unit_mean_error[i] / 40, 1e-12);  // 1600 units
    }
  }
}

TEST(GapEstimator, ErrorsOfSingleUnitsArePerParameterUnderCorrelation) {
  // Full-rank, whose own axes are not the parameters': errors of means and of marginal sds all the same.
  const testing::GaussianModel model = gap_model(0.8);
  const GapEstimate estimate = estimate_gap(model, gap_best(Structure::Dense, 0.8), {"rep", false, 100});
  for (Index i = 0; i < kGapDimension; ++i) {
    EXPECT_NEAR(std::log(estimate.unit_mean_error[i] / gap_density(0.8).sds[i]), 0, 5 * 0.18);
    EXPECT_NEAR(std::log(estimate.unit_log_sd_error[i] * std::sqrt(2.0)), 0, 5 * 0.18);
  }
}

TEST(GapEstimator, ErrorsOfSingleUnitsArePerParameterWhateverTheRoot) {
  // A q that is too narrow in parameter 0: a unit's mean is off by S P A xi, S the covariance and P the precision.
  const testing::GaussianModel model = gap_model(0.8);
  const Matrix precision = gap_density(0.8).covariance().inverse();
  Gaussian q = gap_best(Structure::Dense, 0.8);
  q.cholesky.row(0) *= 0.2;
  const Matrix covariance = q.cholesky * q.cholesky.transpose(), moved = covariance * precision * q.cholesky;
  const GapEstimate estimate =
      estimate_gap(model, *make_natural_full_rank(q, turned_root(q)), {"rep", false, 100});
  for (Index i = 0; i < kGapDimension; ++i)
    EXPECT_NEAR(std::log(estimate.unit_mean_error[i] / moved.row(i).norm()), 0, 5 * 0.18) << i;
}

TEST(GapEstimator, CountsFailedDrawsAndGoesOnWithoutThem) {
  const std::unique_ptr<Model> model = make_model(testing::Faltering{});  // one in fifty
  Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Constant(1, 2), 0.5);
  q.mean[0] += 0.25;  // half a sd: 1/8 nat
  const GapEstimate estimate = estimate_gap(*model, q, {"stl", false, 100});
  EXPECT_EQ(estimate.draws, 1600);
  EXPECT_EQ(estimate.failed_draws, 1600 / 50);
  EXPECT_NEAR(estimate.gap, 0.125, 5 * estimate.standard_error + 1e-3);
  EXPECT_LT(estimate.standard_error, 0.02);
}

}  // namespace
}  // namespace g2t
