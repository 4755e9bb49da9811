// Weights of adapted draws: right where q is not, as few draws as needed, and an end to it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <importance/adaptive_importance.h>

#include <cmath>
#include <g2t/models/struct_model.hpp>

namespace g2t {
namespace {

// Independent Student t with 5 degrees of freedom about 1 and -2, scales 1 and 3; nowhere above 50.
struct AdaptTails {
  int dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    if (z.maxCoeff() > 50) throw std::domain_error("too far");
    const double centre[] = {1, -2}, scale[] = {1, 3};
    double sum = 0;
    for (int i = 0; i < 2; ++i) {
      const double x = (z[i] - centre[i]) / scale[i];
      sum -= 3 * std::log1p(x * x / 5);
      gradient[i] = -6 * x / (5 + x * x) / scale[i];
    }
    return sum;
  }
};

Gaussian adapt_start(const Vector& mean, const Vector& scale) {
  Gaussian q;
  q.structure = Structure::Dense;
  q.mean = mean;
  q.cholesky = scale.asDiagonal();
  return q;
}

constexpr double kNever = 1e9;  // effective draws: stages go on until the draws are spent

struct Adapted {
  WeightedDraws fitted, fresh;
  Index evaluations = 0;
};

Adapted adapt(const Model& model, const Gaussian& q, const AdaptiveSettings& settings, std::uint64_t seed = 1,
                   const StopRule& stop = {}) {
  Matrix normals(2000, model.dimension()), draws;
  const SampleStreams sample{seed, Sample::Fit};
  fill_normals(sample.draws(), normals);
  transform_normals(q, normals, draws);
  Vector density;
  model.log_densities(draws, density);
  AdaptiveImportance importance(model, q, draws, density, sample);
  AdaptedDraws found = importance.adapt(settings, stop);
  return {importance.fitted(), std::move(found.fresh), found.evaluations};
}

// Of N(0, s^2 I), from draws of N(0, I): the draws that proposals were fitted to have weights whose variance is low, and no
// effective sample size shows it; fresh ones have the right one, within two standard errors over the seeds.
TEST(AdaptiveImportance, OfFreshDrawsHaveTheRightVarianceInManyParameters) {
  for (const auto& [d, s] : {std::pair<Index, double>{20, 1.3}, {50, 1.2}}) {
    ModelFunctions normal;
    normal.dimension = d;
    normal.log_density = [precision = 1 / (s * s)](const Vector& z, Vector& gradient) {
      gradient = -precision * z;
      return -0.5 * precision * z.squaredNorm();
    };
    const auto model = make_model(normal);
    const Gaussian q = adapt_start(Vector::Zero(d), Vector::Ones(d));
    const auto ratio = [&](const WeightedDraws& found) {
      return found.weights.dot(found.draws.rowwise().squaredNorm()) / (static_cast<double>(d) * s * s);
    };
    constexpr Index kRuns = 10;
    Vector fresh(kRuns), fitted(kRuns);
    for (Index run = 0; run < kRuns; ++run) {
      const Adapted found = adapt(*model, q, {20000, 1500}, static_cast<std::uint64_t>(run) + 1);
      ASSERT_GT(found.fresh.draws.rows(), 0) << d;
      fresh[run] = ratio(found.fresh);
      fitted[run] = ratio(found.fitted);
    }
    const double error = std::sqrt((fresh.array() - fresh.mean()).square().sum() / (kRuns * (kRuns - 1)));
    EXPECT_NEAR(fresh.mean(), 1, 2 * error) << d;
    EXPECT_LT(error, 0.004) << d;
    EXPECT_LT(fitted.mean(), fresh.mean() - 2 * error) << d;
  }
}

TEST(AdaptiveImportance, CorrectsAGaussianThatIsOff) {
  const auto model = make_model(AdaptTails{});
  const Gaussian q = adapt_start(Vector{{1.5, -3}}, Vector{{0.8, 2}});
  for (const std::uint64_t seed : {1, 2, 3}) {
    const WeightedDraws found = adapt(*model, q, {20000, 2000}, seed).fresh;
    ASSERT_GT(found.draws.rows(), 0) << seed;
    const Vector mean = found.draws.transpose() * found.weights;
    const Vector variance = (found.draws.rowwise() - mean.transpose()).cwiseAbs2().transpose() * found.weights;
    const double error = 1 / std::sqrt(found.effective_sample_size);
    EXPECT_LT(found.khat, 0.7);
    EXPECT_GT(found.effective_sample_size, 2000);
    EXPECT_EQ(found.log_density.size(), found.draws.rows());
    EXPECT_NEAR(found.weights.sum(), 1, 1e-12);
    EXPECT_LT(std::abs(mean[0] - 1) / std::sqrt(5.0 / 3), 4 * error) << seed;
    EXPECT_LT(std::abs(mean[1] + 2) / (3 * std::sqrt(5.0 / 3)), 4 * error) << seed;
    // The fourth moment over the squared second is 9 for 5 degrees of freedom: the error of a variance is sqrt(8).
    EXPECT_NEAR(variance[0] / (5.0 / 3), 1, 4 * std::sqrt(8) * error) << seed;
    EXPECT_NEAR(variance[1] / 15, 1, 4 * std::sqrt(8) * error) << seed;
  }
}

TEST(AdaptiveImportance, IsRepeatableAndMakesNoMoreDrawsThanAllowed) {
  const auto model = make_model(AdaptTails{});
  const Gaussian q = adapt_start(Vector{{3, 3}}, Vector{{0.3, 0.5}});
  const Adapted one = adapt(*model, q, {9000, kNever}), again = adapt(*model, q, {9000, kNever});
  EXPECT_EQ(one.fitted.draws, again.fitted.draws);
  EXPECT_EQ(one.fitted.weights, again.fitted.weights);
  EXPECT_EQ(one.fitted.draws.rows(), 8000);  // no stage is smaller than the first
  EXPECT_EQ(one.fresh.draws.rows(), 0);
  EXPECT_EQ(one.evaluations, 6000);
  // Stages make draws of their own.
  Vector first = one.fitted.draws.col(0).segment(2000, 2000), second = one.fitted.draws.col(0).segment(4000, 2000);
  first.array() -= first.mean(), second.array() -= second.mean();
  EXPECT_LT(std::abs(first.dot(second)) / (first.norm() * second.norm()), 4 / std::sqrt(2000.0));
}

TEST(AdaptiveImportance, EndsWithFreshDrawsWhereThoseThatAreLeftWillDo) {
  const auto model = make_model(AdaptTails{});
  const Gaussian q = adapt_start(Vector{{1.5, -3}}, Vector{{0.8, 2}});
  const Adapted found = adapt(*model, q, {20000, 2000});
  const double share = found.fitted.effective_sample_size / static_cast<double>(found.fitted.draws.rows());
  EXPECT_NEAR(static_cast<double>(found.fresh.draws.rows()), 1.5 * 2000 / share, 1);  // they are less even, perhaps
  EXPECT_EQ(found.evaluations, found.fitted.draws.rows() - 2000 + found.fresh.draws.rows());
  EXPECT_LE(found.evaluations + 2000, 20000);
  // No proposal was fitted to any of them.
  const WeightedDraws more = adapt(*model, q, {20000, 4000}).fresh;
  EXPECT_GT(more.draws.rows(), found.fresh.draws.rows());
  EXPECT_GT(more.effective_sample_size, 4000);
  for (Index k = 0; k < found.fitted.draws.rows(); ++k)
    ASSERT_NE(found.fitted.draws.row(k), found.fresh.draws.row(0)) << k;
}

TEST(AdaptiveImportance, KeepsWholeStagesWhenItIsEnded) {
  const auto model = make_model(AdaptTails{});
  const Gaussian q = adapt_start(Vector{{3, 3}}, Vector{{0.3, 0.5}});
  EXPECT_EQ(adapt(*model, q, {7000, kNever}, 1, [](Index) { return true; }).fitted.draws.rows(), 2000);
  const Adapted cut = adapt(*model, q, {7000, kNever}, 1, [](Index made) { return made > 4500; });
  const Adapted shorter = adapt(*model, q, {4000, kNever});
  EXPECT_EQ(cut.fitted.draws, shorter.fitted.draws);
  EXPECT_EQ(cut.fitted.weights, shorter.fitted.weights);
  EXPECT_EQ(shorter.evaluations, 2000);
  EXPECT_GT(cut.evaluations, 2500);  // some of a stage that was given up
  EXPECT_LT(cut.evaluations, 4000);
  // In the midst of a stage's weights, after its densities.
  const Adapted late = adapt(*model, q, {7000, kNever}, 1, [](Index made) { return made == 6000; });
  EXPECT_EQ(late.fitted.draws, shorter.fitted.draws);
}

TEST(AdaptiveImportance, HasAllFreshDrawsOrNone) {
  const auto model = make_model(AdaptTails{});
  const Gaussian q = adapt_start(Vector{{1.5, -3}}, Vector{{0.8, 2}});
  const Adapted whole = adapt(*model, q, {20000, 2000});
  const Index first = whole.fitted.draws.rows() + 1;
  const Adapted cut = adapt(*model, q, {20000, 2000}, 1, [first](Index made) { return made > first; });
  EXPECT_EQ(cut.fresh.draws.rows(), 0);
  EXPECT_EQ(cut.fitted.weights, whole.fitted.weights);
  EXPECT_LT(cut.evaluations, whole.evaluations);
  EXPECT_GT(cut.evaluations, whole.fitted.draws.rows() - 2000);
}

// A funnel of ten coordinates whose scale follows the first: a Gaussian as wide as it is misses the mouth, where the others
// are wide, and the mean of exp(z_0), which is exp(1/2), is there.
struct AdaptFunnel {
  int dimension() const { return 11; }
  double log_density(const Vector& z, Vector& gradient) const {
    const double width = std::exp(0.7 * z[0]), squares = z.tail(10).squaredNorm() / (width * width);
    gradient = -z / (width * width);
    gradient[0] = -z[0] + 0.7 * squares - 7;
    return -0.5 * (z[0] * z[0] + squares) - 7 * z[0];
  }
};

TEST(AdaptiveImportance, FindsTheMouthOfAFunnel) {
  const auto model = make_model(AdaptFunnel{});
  Vector mean = Vector::Zero(11), scale = Vector::Constant(11, 0.7);
  mean[0] = -0.2;
  const Gaussian q = adapt_start(mean, scale);
  for (const std::uint64_t seed : {1, 2, 3}) {
    const WeightedDraws found = adapt(*model, q, {40000, 2000}, seed).fresh;
    ASSERT_GT(found.draws.rows(), 0) << seed;
    const Vector value = found.draws.col(0).array().exp();
    const double wanted = std::exp(0.5), sd = wanted * std::sqrt(std::exp(1.0) - 1);
    const double average = value.dot(found.weights);
    const double error = std::sqrt(found.weights.cwiseAbs2().dot((value.array() - average).square().matrix()));
    EXPECT_LT(error, 0.03 * sd);
    EXPECT_NEAR(average, wanted, 4 * error) << seed;
    EXPECT_GT(found.effective_sample_size, 2000) << seed;
    EXPECT_LT(found.khat, 0.7) << seed;
  }
}

TEST(AdaptiveImportance, HelpsWhereWeightsAreNotEnoughAndNoFewDrawsDecide) {
  const auto is_adapted = [](double khat, double effective, double enough) {
    ImportanceWeights weights;
    weights.khat = khat, weights.effective_sample_size = effective, weights.used = 2000;
    return can_adapt(weights, 2000, enough);
  };
  EXPECT_TRUE(is_adapted(0.3, 900, 1000));
  EXPECT_FALSE(is_adapted(0.3, 1100, 1000));
  EXPECT_FALSE(is_adapted(0.3, 1700, 4000));  // nearly as many as there are draws
  EXPECT_TRUE(is_adapted(0.3, 1500, 4000));
  EXPECT_TRUE(is_adapted(0.8, 1100, 1000));
  EXPECT_FALSE(is_adapted(1.1, 100, 1000));   // a few draws decide
  EXPECT_TRUE(is_adapted(1.1, 1950, 4000));   // whatever the tail of weights that hardly differ
  EXPECT_FALSE(can_adapt({}, 2000, 1000));    // none is usable
}

TEST(AdaptiveImportance, GivesDrawsOutsideTheSupportNoWeight) {
  const auto model = make_model(AdaptTails{});
  const Adapted found = adapt(*model, adapt_start(Vector{{45, -2}}, Vector{{10, 3}}), {6000, kNever});
  const WeightedDraws& all = found.fitted;
  ASSERT_GT((all.draws.rowwise().maxCoeff().array() > 50).count(), 100);
  for (Index k = 0; k < all.draws.rows(); ++k) {
    if (all.draws.row(k).maxCoeff() > 50) {
      EXPECT_EQ(all.weights[k], 0);
    }
  }
  EXPECT_TRUE(all.weights.allFinite());
}

}  // namespace
}  // namespace g2t
