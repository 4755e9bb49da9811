// Proposals: draws have the stated density; fits of funnels and curved ridges.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <importance/triangular_proposal.h>
#include <importance/predictors.h>

#include <Eigen/Dense>
#include <cmath>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

constexpr Index kBentDraws = 20000;

// Rows of x, then exp(0.6 x) e_1, x^2 / 2 + 0.4 e_2, and e_3: a funnel and a curved ridge, both along the first
// coordinate; the last coordinate goes with the one before.
Matrix bent_draws(std::uint64_t seed) {
  Matrix z = testing::normals_of(seed, kBentDraws, 4);
  z.col(1).array() *= (0.6 * z.col(0).array()).exp();
  z.col(3) = z.col(3) + z.col(2);
  z.col(2) = 0.5 * z.col(0).cwiseAbs2() + 0.4 * z.col(2);
  return z;
}

double bent_log_density(const Vector& z) {
  const double e1 = z[1] * std::exp(-0.6 * z[0]), e2 = (z[2] - 0.5 * z[0] * z[0]) / 0.4, e3 = z[3] - e2;
  return -0.5 * (z[0] * z[0] + e1 * e1 + e2 * e2 + e3 * e3) - 0.6 * z[0] - std::log(0.4);
}

Vector evenly(Index count) { return Vector::Constant(count, 1 / static_cast<double>(count)); }

std::vector<Index> predictors_of(const Matrix& standard) {
  const Index d = standard.cols();
  return choose_predictors(standard, Vector::Zero(d), Vector::Ones(d), evenly(standard.rows()));
}

Matrix drawn_from(const TriangularProposal& proposal, std::uint64_t seed) {
  return proposal.draw(kBentDraws, {seed, Purpose::Check, 0}, {seed, Purpose::Check, 1});
}

// Of weights p / proposal at the proposal's draws: their mean, its standard error, and the share of draws that they count as.
struct ProposalWeights {
  double mean = 0, standard_error = 0, effective_share = 0;
};

ProposalWeights proposal_weights(const TriangularProposal& proposal,
                                 const std::function<double(const Vector&)>& log_density) {
  const Matrix draws = drawn_from(proposal, 7);
  const Eigen::ArrayXd proposed = proposal.log_density(draws);
  Eigen::ArrayXd weights(kBentDraws);
  for (Index s = 0; s < kBentDraws; ++s) weights[s] = std::exp(log_density(draws.row(s).transpose()) - proposed[s]);
  const double n = static_cast<double>(kBentDraws), mean = weights.mean();
  return {mean, std::sqrt((weights - mean).square().sum()) / n, weights.sum() * weights.sum() / weights.square().sum() / n};
}

TEST(TriangularProposal, OfAGaussianIsThatGaussian) {
  Gaussian q;
  q.structure = Structure::Dense;
  q.mean = Vector{{1, -2}};
  q.cholesky = Matrix{{2, 0}, {0.5, 0.3}};
  const TriangularProposal proposal(q);
  const Matrix draws{{1, -2}, {3, 1}};
  const Eigen::ArrayXd density = proposal.log_density(draws);
  EXPECT_NEAR(density[0], -std::log(0.6), 1e-14);
  // u = (1, (3 - 0.5) / 0.3)
  EXPECT_NEAR(density[1], -std::log(0.6) - 0.5 * (1 + std::pow(2.5 / 0.3, 2)), 1e-11);
  EXPECT_TRUE(proposal.predictors().empty());
  const Matrix made = drawn_from(proposal, 1);
  EXPECT_NEAR(made.col(0).mean(), 1, 4 * 2 / std::sqrt(kBentDraws));
}

TEST(TriangularProposal, GaussianDrawsNeedNoPredictors) {
  const Matrix draws = testing::normals_of(3, kBentDraws, 6);
  const TriangularProposal proposal(draws, evenly(kBentDraws), Matrix::Identity(6, 6));
  ASSERT_TRUE(proposal.is_usable());
  EXPECT_TRUE(proposal.predictors().empty());
  const ProposalWeights weights = proposal_weights(proposal, [](const Vector& z) { return -0.5 * z.squaredNorm(); });
  EXPECT_NEAR(weights.mean, 1, 4 * weights.standard_error);
  EXPECT_LT(weights.standard_error, 0.01);
  EXPECT_GT(weights.effective_share, 0.5);  // tails take the rest
}

// The mean of p / proposal is 1 if draws have the stated density, constants included.
TEST(TriangularProposal, FollowsAFunnelAndABend) {
  const Matrix draws = bent_draws(4);
  const TriangularProposal proposal(draws, evenly(kBentDraws), Matrix::Identity(4, 4));
  ASSERT_TRUE(proposal.is_usable());
  EXPECT_EQ(proposal.predictors().front(), 0);
  const ProposalWeights weights = proposal_weights(proposal, bent_log_density);
  EXPECT_NEAR(weights.mean, 1, 4 * weights.standard_error);
  EXPECT_LT(weights.standard_error, 0.02);
  EXPECT_GT(weights.effective_share, 0.35);
  const Vector mean = draws.colwise().mean();
  const Matrix covariance = (draws.rowwise() - mean.transpose()).transpose() * (draws.rowwise() - mean.transpose()) / kBentDraws;
  Gaussian straight;
  straight.structure = Structure::Dense;
  straight.mean = mean;
  straight.cholesky = Eigen::LLT<Matrix>(covariance).matrixL();
  EXPECT_LT(proposal_weights(TriangularProposal(straight), bent_log_density).effective_share,
            0.5 * weights.effective_share);
}

TEST(TriangularProposal, FollowsTheWeightsOfItsDraws) {
  const Matrix draws = testing::normals_of(5, kBentDraws, 2);
  Vector weights = (1.5 * draws.col(0).array() - 1.125).exp();  // of a normal about 1.5
  weights /= weights.sum();
  const TriangularProposal proposal(draws, weights, Matrix::Identity(2, 2));
  ASSERT_TRUE(proposal.is_usable());
  const ProposalWeights found =
      proposal_weights(proposal, [](const Vector& z) { return -0.5 * (Vector{{z[0] - 1.5, z[1]}}).squaredNorm(); });
  EXPECT_NEAR(found.mean, 1, 4 * found.standard_error);
  EXPECT_GT(found.effective_share, 0.5);
}

// Five draws: the covariance is mostly the prior's, and predictors are not searched.
TEST(TriangularProposal, FewDrawsLeanOnThePrior) {
  const Matrix draws = bent_draws(6).topRows(5);
  const TriangularProposal proposal(draws, evenly(5), 100 * Matrix::Identity(4, 4));
  ASSERT_TRUE(proposal.is_usable());
  EXPECT_TRUE(proposal.predictors().empty());
  const Matrix made = drawn_from(proposal, 2);
  const double variance = (made.col(3).array() - made.col(3).mean()).square().mean();
  EXPECT_GT(variance, 80);
}

TEST(TriangularProposal, WeightsOfOneDrawOfManyLeaveThePrior) {
  const Matrix draws = testing::normals_of(8, 100, 2);
  Vector weights = Vector::Zero(100);
  weights[3] = 1;
  EXPECT_TRUE(TriangularProposal(draws, weights, Matrix::Identity(2, 2)).is_usable());
  EXPECT_FALSE(TriangularProposal(draws, weights, Matrix::Zero(2, 2)).is_usable());
  EXPECT_FALSE(TriangularProposal(draws, Vector::Constant(100, std::nan("")), Matrix::Identity(2, 2)).is_usable());
}

TEST(Predictors, AreWhatOthersDependOn) {
  EXPECT_TRUE(predictors_of(testing::normals_of(1, kBentDraws, 8)).empty());
  Matrix z = testing::normals_of(2, kBentDraws, 8);
  for (const Index j : {0, 1, 2}) z.col(j).array() *= (0.5 * z.col(7).array()).exp();
  for (const Index j : {4, 5}) z.col(j).array() *= (0.5 * z.col(3).array()).exp();
  const Vector precision = z.cwiseAbs2().colwise().mean().cwiseSqrt().cwiseInverse().transpose();
  const Matrix standard = z * precision.asDiagonal();
  EXPECT_THAT(predictors_of(standard), ::testing::ElementsAre(7, 3));
  EXPECT_TRUE(predictors_of(standard.leftCols(1)).empty());
}

TEST(LogSum, IsThatOfItsExponentials) {
  const Eigen::ArrayXd a{{0, 1000, -1000}}, b{{1, 0, -1001}};
  const Eigen::ArrayXd sum = log_sum(a, b);
  EXPECT_NEAR(sum[0], std::log(1 + std::exp(1.0)), 1e-15);
  EXPECT_EQ(sum[1], 1000);
  EXPECT_NEAR(sum[2], -1000 + std::log1p(std::exp(-1.0)), 1e-12);
}

}  // namespace
}  // namespace g2t
