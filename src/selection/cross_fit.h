// Cross-fitted mean squared norms of a step: on units that did not fit the weights.
#pragma once

#include <g2t/core/moments.hpp>
#include <selection/scaled_problem.h>
#include <selection/signal_and_noise.h>
#include <vector>

namespace g2t {

/// A step of N units has the mean squared norm |E g|^2 + noise / N.
class CrossFit {
 public:
  /// @param rank_tolerance  as in SubsetProblem
  /// @param largest_weight  as in SelectionRules
  CrossFit(const Moments& moments, double rank_tolerance, double largest_weight);

  /// False if the moments were not kept in folds, or in too few.
  [[nodiscard]] bool is_possible() const { return parts_.is_possible(); }

  /// |E g|^2, not negative.
  [[nodiscard]] double gradient_squared_norm() const { return gradient_squared_norm_; }
  /// The moments to which weights are fitted, [J+1 x J+1].
  [[nodiscard]] const Matrix& centred() const { return parts_.centred(); }

  /// The mean squared norm of a step of so many units, at weights of the members that were fitted on all other folds.
  [[nodiscard]] FoldValues fitted(const std::vector<Index>& members, double units) const;
  /// The same at given weights, [J].
  [[nodiscard]] FoldValues at(const Vector& weights, double units) const;
  /// The same from moments that are not centred, as published.
  [[nodiscard]] FoldValues as_published(const Vector& weights, double units) const;

  /// A squared norm's is not less than rounding error, SubsetSolution::kMinShare of the base's.
  [[nodiscard]] FoldMean squared_norm(const FoldValues& by_fold) const;
  [[nodiscard]] FoldMean mean(const FoldValues& by_fold) const { return parts_.shares().mean(by_fold); }

 private:
  [[nodiscard]] FoldValues step(const Vector& noise, double units) const;

  const Moments& moments_;
  SignalAndNoise parts_;
  double gradient_squared_norm_ = 0, excess_ = 0;  // that, and what it exceeds the estimate by
  std::vector<SubsetProblem> problems_;  // of all folds but one; costs do not enter
  std::vector<ScaledProblem> scaled_;
};

}  // namespace g2t
