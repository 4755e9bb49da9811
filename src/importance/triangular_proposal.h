// A proposal fitted to weighted draws, in which location and scale of most coordinates depend on a few of them.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/core/random.hpp>

#include <vector>

namespace g2t {

/// The image of y, a mixture of a standard normal and a standard Student t, under a triangular map. Its first
/// coordinates are the predictors, with an inflated sd. The location of all others is quadratic in the predictors, the
/// logarithm of their scale linear (curved ridges, funnels), and the residuals are correlated. Without predictors it is
/// a Gaussian with wider tails.
class TriangularProposal {
 public:
  /// q itself, without tails.
  explicit TriangularProposal(const Gaussian& q);

  /// Fitted by least squares and weighted moments; has predictors only if there are enough draws.
  /// @param all_draws    [draw_count x dimension]
  /// @param all_weights  [draw_count], sum 1; negligible ones are ignored
  /// @param prior        covariance towards which that of few draws is shrunk, [dimension x dimension]
  TriangularProposal(const Matrix& all_draws, const Vector& all_weights, const Matrix& prior);

  /// False if no distribution could be fitted.
  [[nodiscard]] bool is_usable() const { return is_usable_; }
  /// Coordinates, the strongest predictor first.
  [[nodiscard]] const std::vector<Index>& predictors() const { return predictors_; }

  /// [draw_count], without the constant that all normal distributions share.
  [[nodiscard]] Eigen::ArrayXd log_density(const Matrix& draws) const;
  /// [draw_count x dimension]; a fixed share of them from the t.
  /// @param tails  stream of the uniforms that make those
  [[nodiscard]] Matrix draw(Index draw_count, const StreamKey& normals, const StreamKey& tails) const;

 private:
  void fit_gaussian(const Vector& mean, const Matrix& covariance);
  void fit_map(const Matrix& draws, const Vector& weights);
  void set_maps();
  [[nodiscard]] Eigen::ArrayXd log_density_of_block(const Matrix& draws) const;
  [[nodiscard]] Index predictor_count() const { return static_cast<Index>(predictors_.size()); }

  // Columns in the map's order: predictors first.
  std::vector<Index> predictors_, order_;
  Matrix location_;   // [term_count x dimension], coefficients of the predictors' terms
  Matrix log_scale_;  // [predictor_count x dimension]
  // About 0, dense: of the standard coordinates, and of the inverse of its root's block of what is no predictor.
  Gaussian root_, inverse_;
  double t_share_ = 0;
  bool is_usable_ = true;
};

/// log(exp(a) + exp(b)), elementwise.
Eigen::ArrayXd log_sum(const Eigen::ArrayXd& a, const Eigen::ArrayXd& b);

}  // namespace g2t
