// Whole fits of Gaussians with few factors.
#include <gtest/gtest.h>

#include <g2t/inference/fit.hpp>
#include <g2t/models/simulate.hpp>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

using testing::normals_of;

struct FewFactors {
  explicit FewFactors(Index d) {
    const Matrix loadings = normals_of(1, d, 3);
    const Vector sds = normals_of(2, d, 1).col(0).array().exp();
    covariance = sds.asDiagonal() * (Matrix::Identity(d, d) + loadings * loadings.transpose()) * sds.asDiagonal();
    mean = normals_of(3, d, 1).col(0);
  }
  Matrix covariance;
  Vector mean;
};

FitOptions low_rank_options() {
  FitOptions options;
  options.family = FamilyChoice::LowRank;
  options.answer = AnswerWay::Gaussian;
  options.iterations = 3000;
  return options;
}

TEST(LowRankFit, FindsFactorsAndConverges) {
  const FewFactors truth(40);
  const testing::GaussianModel model(truth.mean, truth.covariance.inverse(), false);
  const FitResult result = fit(model, low_rank_options());
  EXPECT_EQ(result.status, FitStatus::Converged);
  EXPECT_EQ(result.q.structure, Structure::LowRank);
  EXPECT_EQ(result.q.rank(), 3);
  const Vector sds = truth.covariance.diagonal().cwiseSqrt();
  EXPECT_LT((standard_deviations(result.q).cwiseQuotient(sds).array() - 1).abs().maxCoeff(), 0.02);
  EXPECT_LT((result.q.mean - truth.mean).cwiseQuotient(sds).cwiseAbs().maxCoeff(), 0.02);
  EXPECT_NEAR(result.elbo.value, 0, 0.05);  // of a normalised density
}

TEST(LowRankFit, KeepsTheRankThatWasAskedFor) {
  const FewFactors truth(40);
  const testing::GaussianModel model(truth.mean, truth.covariance.inverse(), false);
  for (const Index rank : {0, 2, 5}) {
    FitOptions options = low_rank_options();
    options.rank = rank;
    const FitResult result = fit(model, options);
    EXPECT_EQ(result.q.rank(), rank);
    if (rank < 3) continue;
    EXPECT_LT((standard_deviations(result.q).cwiseAbs2().cwiseQuotient(truth.covariance.diagonal()).array() - 1).abs().maxCoeff(), 0.04);
  }
}

// A mean, and effects of a table's rows and columns: few directions cannot have it all, and single parameters are most of
// some of them. Averages of its iterates are no worse than they are.
TEST(LowRankFit, EndsAtItsBest) {
  PoissonData data = simulate_poisson({3, 32}, 96, 1).data;
  for (double& count : data.count) count *= 30;
  const std::unique_ptr<Model> model = make_poisson(data);
  FitOptions options = low_rank_options();
  for (const std::uint64_t seed : {1, 4}) {
    options.seed = seed;
    const FitResult result = fit(*model, options);
    double best = result.elbo.value, worst = best;
    for (const TracePoint& point : result.trace) {
      best = std::max(best, point.elbo.value);
      worst = std::min(worst, point.elbo.value);
    }
    EXPECT_GT(result.elbo.value, best - 0.1) << seed;
    EXPECT_GT(worst, best - 10) << seed;
  }
}

TEST(LowRankFit, DoesNotDependOnThreads) {
  const FewFactors truth(30);
  const testing::GaussianModel model(truth.mean, truth.covariance.inverse(), false);
  FitOptions options = low_rank_options();
  options.iterations = 50;
  const FitResult one = fit(model, options);
  options.threads = 4;
  const FitResult four = fit(model, options);
  EXPECT_EQ(one.q.mean, four.q.mean);
  EXPECT_EQ(one.q.basis, four.q.basis);
}

}  // namespace
}  // namespace g2t
