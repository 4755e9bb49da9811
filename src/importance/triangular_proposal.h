// A distribution to draw from, fitted to weighted draws: location and scale of most coordinates follow a few of them.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/core/random.hpp>

#include <vector>

namespace g2t {

/// u, a mixture of a standard normal and a standard Student t, sent through a triangular map. Its first coordinates are the
/// drivers, which reach further than their fit does; the location of all that follow is quadratic in the drivers, the
/// logarithm of their scale linear (bends, funnels), and what is left is correlated. Without drivers it is a Gaussian with
/// wider tails.
class BentProposal {
 public:
  /// q itself, without tails.
  explicit BentProposal(const Gaussian& q);

  /// Fitted by least squares and weighted moments; has drivers only where there are enough draws for them.
  /// @param all_draws    [draw_count x dimension]
  /// @param all_weights  [draw_count], sum 1; what is next to nothing does not count
  /// @param prior        covariance towards which that of few draws is drawn, [dimension x dimension]
  BentProposal(const Matrix& all_draws, const Vector& all_weights, const Matrix& prior);

  /// False if no distribution could be fitted.
  [[nodiscard]] bool is_usable() const { return is_usable_; }
  /// Coordinates, the one that drives most first.
  [[nodiscard]] const std::vector<Index>& drivers() const { return drivers_; }

  /// [draw_count], without the constant that all normal distributions share.
  [[nodiscard]] Eigen::ArrayXd log_density(const Matrix& draws) const;
  /// [draw_count x dimension]; a fixed share of them from the t.
  /// @param tails  stream of the uniforms that make those
  [[nodiscard]] Matrix draw(Index draw_count, const StreamKey& normals, const StreamKey& tails) const;

 private:
  void fit_gaussian(const Vector& mean, const Matrix& covariance);
  void fit_bends(const Matrix& draws, const Vector& weights);
  [[nodiscard]] Index driver_count() const { return static_cast<Index>(drivers_.size()); }

  // Columns in the map's order: drivers first.
  std::vector<Index> drivers_, order_;
  Matrix location_;   // [term_count x dimension], coefficients of the drivers' terms
  Matrix log_scale_;  // [driver_count x dimension]
  Matrix root_;       // [dimension x dimension], lower triangular
  double t_share_ = 0;
  bool is_usable_ = true;
};

/// log(exp(a) + exp(b)), elementwise.
Eigen::ArrayXd log_sum(const Eigen::ArrayXd& a, const Eigen::ArrayXd& b);

}  // namespace g2t
