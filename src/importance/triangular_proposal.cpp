// Locations by weighted least squares, scales by Fisher scoring, one predictor after the other and then the rest at
// once.
#include <core/cross_products.h>
#include <core/decompositions.h>
#include <importance/predictors.h>
#include <importance/triangular_proposal.h>

#include <g2t/core/contains.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace g2t {
namespace {

constexpr double kMaxTails = 0.75;         // share of the t; in many dimensions its draws miss the bulk
constexpr double kTailsOfOne = 7.5;        // times 1 / dimension
constexpr int kHalfFreedom = 3;            // half the t's degrees of freedom
constexpr double kDrawsPerParameter = 10;  // effective ones, for a covariance of its own
constexpr double kNegligible = 1e-4;       // of an even weight
constexpr double kInflation = 1.5;         // of predictors, over the fitted sd: regions without draws are far out
constexpr double kFarthest = 3;            // of a predictor, in sds: squares and scales are constant beyond
constexpr double kMaxLogScale = 1;         // for an sd of a predictor
constexpr int kScorings = 4;
constexpr double kMinInformation = 1e-3;

Matrix clamped(const Matrix& predictors) { return predictors.cwiseMax(-kFarthest).cwiseMin(kFarthest); }

Index term_count(Index predictors) { return 1 + predictors + predictors * (predictors + 1) / 2; }

// 1, then each predictor with its products with itself and those before it, so that fewer predictors have the first
// terms.
Matrix terms_of(const Matrix& predictors) {
  const Matrix near = clamped(predictors);
  Matrix out(predictors.rows(), term_count(predictors.cols()));
  out.col(0).setOnes();
  Index at = 1;
  for (Index i = 0; i < predictors.cols(); ++i) {
    out.col(at++) = predictors.col(i);
    for (Index j = 0; j <= i; ++j)
      out.col(at++) = near.col(i).array() * near.col(j).array() - (i == j ? 1.0 : 0.0);
  }
  return out;
}

// Not finite if there is none.
Matrix root_of(const Matrix& covariance) {
  Cholesky factor = cholesky(covariance);
  if (factor.is_definite) return std::move(factor.lower);
  return Matrix::Constant(covariance.rows(), covariance.cols(), std::nan(""));
}

std::vector<Index> rows_that_count(const Vector& weights) {
  const double least = kNegligible / static_cast<double>(weights.size());
  std::vector<Index> rows;
  for (Index s = 0; s < weights.size(); ++s)
    if (weights[s] > least) rows.push_back(s);
  return rows;
}

// Coefficients g of log sd = log s + near * g, of residuals about 0.
Vector fit_log_scale(const Matrix& near, const Vector& weights, const Vector& residuals) {
  Vector g = Vector::Zero(near.cols());
  if (g.size() == 0) return g;
  Matrix information = 2 * near.transpose() * weights.asDiagonal() * near;
  information.diagonal().array() += kMinInformation;
  const Matrix lower = cholesky(information).lower;
  const Vector expected = near.transpose() * weights;
  for (int k = 0; k < kScorings; ++k) {
    Eigen::ArrayXd squares = residuals.array().square() * (-2 * (near * g).array()).exp() * weights.array();
    squares /= squares.sum();
    g += solve_cholesky(lower, Vector(near.transpose() * squares.matrix() - expected));
    g = g.cwiseMax(-kMaxLogScale).cwiseMin(kMaxLogScale);
  }
  return g;
}

}  // namespace

Eigen::ArrayXd log_sum(const Eigen::ArrayXd& a, const Eigen::ArrayXd& b) {
  return a.max(b) + (1 + (-(a - b).abs()).exp()).log();
}

TriangularProposal::TriangularProposal(const Gaussian& q)
    : order_(static_cast<std::size_t>(q.dimension())),
      location_(q.mean.transpose()),
      log_scale_(0, q.dimension()),
      root_(dense_gaussian(q)) {
  std::iota(order_.begin(), order_.end(), Index{0});
  set_maps();
}

TriangularProposal::TriangularProposal(const Matrix& all_draws, const Vector& all_weights, const Matrix& prior) {
  const std::vector<Index> rows = rows_that_count(all_weights);
  Matrix draws(rows.size(), all_draws.cols());
  share_row_blocks(draws.rows(), [&](Index first, Index count) {
    const auto begin = rows.begin() + first;
    draws.middleRows(first, count) = all_draws(std::vector<Index>(begin, begin + count), Eigen::all);
  });
  const Vector weights = all_weights(rows) / all_weights(rows).sum();
  const double d = static_cast<double>(draws.cols());
  t_share_ = std::min(kMaxTails, kTailsOfOne / d);
  const Vector mean = draws.transpose() * weights;
  const double share = std::min(1.0, 1 / (weights.squaredNorm() * kDrawsPerParameter * d));
  const Matrix covariance = share * weighted_covariance(draws, mean, weights) + (1 - share) * prior;
  is_usable_ = mean.allFinite() && covariance.allFinite() && covariance.diagonal().minCoeff() > 0;
  if (!is_usable_) return;
  if (share == 1) predictors_ = choose_predictors(draws, mean, covariance.diagonal().cwiseSqrt(), weights);
  order_ = predictors_;
  for (Index i = 0; i < draws.cols(); ++i)
    if (!contains(predictors_, i)) order_.push_back(i);
  if (predictors_.empty())
    fit_gaussian(mean, covariance);
  else
    fit_map(draws, weights);
  is_usable_ = root_.cholesky.allFinite() && location_.allFinite() && (root_.cholesky.diagonal().array() > 0).all();
  if (is_usable_) set_maps();
}

void TriangularProposal::set_maps() {
  const Index d = root_.cholesky.rows(), others = d - predictor_count();
  root_.structure = inverse_.structure = Structure::Dense;
  root_.mean = Vector::Zero(d);
  inverse_.mean = Vector::Zero(others);
  inverse_.cholesky = solve_lower(root_.cholesky.bottomRightCorner(others, others), Matrix(Matrix::Identity(others, others)));
}

void TriangularProposal::fit_gaussian(const Vector& mean, const Matrix& covariance) {
  location_ = mean.transpose();
  log_scale_.resize(0, mean.size());
  root_.cholesky = root_of(covariance);
}

void TriangularProposal::fit_map(const Matrix& draws, const Vector& weights) {
  const Index d = draws.cols(), count = predictor_count();
  Matrix residuals = draws(Eigen::all, order_);
  location_ = Matrix::Zero(term_count(count), d);
  log_scale_ = Matrix::Zero(count, d);
  root_.cholesky = Matrix::Zero(d, d);
  for (Index j = 0; j <= count; ++j) {  // a predictor, then the rest
    const Index columns = j < count ? 1 : d - count;
    const Matrix predictors = residuals.leftCols(j), near = clamped(predictors), terms = terms_of(predictors);
    const Matrix weighted = terms.transpose() * weights.asDiagonal();
    auto these = residuals.middleCols(j, columns);
    const Matrix coefficients = solve_symmetric(weighted * terms, weighted * these);
    location_.block(0, j, terms.cols(), columns) = coefficients;
    these -= terms * coefficients;
    for (Index k = 0; k < columns; ++k) {
      const Vector g = fit_log_scale(near, weights, these.col(k));
      log_scale_.col(j + k).head(j) = g;
      these.col(k).array() *= (-(near * g).array()).exp();
    }
    root_.cholesky.block(j, j, columns, columns) = root_of(these.transpose() * weights.asDiagonal() * these);
    if (j < count) these /= root_.cholesky(j, j);
  }
  root_.cholesky.topLeftCorner(count, count) *= kInflation;
}

Eigen::ArrayXd TriangularProposal::log_density(const Matrix& draws) const {
  Eigen::ArrayXd out(draws.rows());
  share_row_blocks(draws.rows(), [&](Index first, Index rows) {
    out.segment(first, rows) = log_density_of_block(draws.middleRows(first, rows));
  });
  return out;
}

Eigen::ArrayXd TriangularProposal::log_density_of_block(const Matrix& draws) const {
  const Index count = predictor_count(), others = draws.cols() - count;
  const double d = static_cast<double>(draws.cols());
  Matrix standard = draws(Eigen::all, order_);
  Eigen::ArrayXd log_root = Eigen::ArrayXd::Constant(draws.rows(), root_.cholesky.diagonal().array().log().sum());
  for (Index j = 0; j <= count; ++j) {
    const Index columns = j < count ? 1 : others;
    const Matrix predictors = standard.leftCols(j);
    auto these = standard.middleCols(j, columns);
    these -= terms_of(predictors) * location_.block(0, j, term_count(j), columns);
    if (j > 0) {
      const Matrix log_scale = clamped(predictors) * log_scale_.block(0, j, j, columns);
      these.array() *= (-log_scale.array()).exp();
      log_root += log_scale.rowwise().sum().array();
    }
    if (j < count) these *= kInflation / root_.cholesky(j, j);
  }
  Matrix rest;
  transform_normals(inverse_, standard.rightCols(others), rest);
  const Eigen::ArrayXd squares = standard.leftCols(count).rowwise().squaredNorm().array() / (kInflation * kInflation) +
                                 rest.rowwise().squaredNorm().array();
  if (t_share_ == 0) return -0.5 * squares - log_root;
  constexpr double freedom = 2 * kHalfFreedom;
  const double constant =
      std::lgamma(0.5 * (freedom + d)) - std::lgamma(0.5 * freedom) - 0.5 * d * std::log(0.5 * freedom);
  const Eigen::ArrayXd of_t = std::log(t_share_) + constant - 0.5 * (freedom + d) * (1 + squares / freedom).log();
  return log_sum(of_t, std::log(1 - t_share_) - 0.5 * squares) - log_root;
}

Matrix TriangularProposal::draw(Index draw_count, const StreamKey& normals, const StreamKey& tails) const {
  Matrix standard(draw_count, root_.cholesky.cols());
  fill_normals(normals, standard);
  const Index of_t = static_cast<Index>(std::lround(t_share_ * static_cast<double>(draw_count)));
  Matrix uniforms(of_t, kHalfFreedom);  // chi-squared by exponentials
  fill_uniforms(tails, {uniforms.data(), static_cast<std::size_t>(uniforms.size())});
  const Vector half_squares = -uniforms.array().log().matrix().rowwise().sum();
  standard.topRows(of_t).array().colwise() *= (kHalfFreedom / half_squares.array()).sqrt();
  Matrix out(draw_count, root_.cholesky.cols());
  share_row_blocks(draw_count, [&](Index first, Index rows) {
    const Matrix block = standard.middleRows(first, rows), predictors = kInflation * block.leftCols(predictor_count());
    Matrix moved;
    transform_normals(root_, block, moved);
    if (!predictors_.empty()) moved.array() *= (clamped(predictors) * log_scale_).array().exp();
    moved += terms_of(predictors) * location_;
    out.middleRows(first, rows)(Eigen::all, order_) = moved;
  });
  return out;
}

}  // namespace g2t
