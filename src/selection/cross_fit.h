// Cross-fitted mean squared norms: on units that did not fit the weights.
#pragma once

#include <g2t/core/moments.hpp>
#include <selection/scaled_problem.h>
#include <vector>

namespace g2t {

/// A mean over the folds of some moments, from one value a fold.
struct FoldMean {
  double value = 0;
  double standard_error = 0;
};

class CrossFit {
 public:
  /// @param rank_tolerance  as in SubsetProblem
  /// @param largest_weight  as in SelectionRules
  CrossFit(const Moments& moments, double rank_tolerance, double largest_weight);

  /// False if the moments were not kept in folds, or in too few for a standard error.
  [[nodiscard]] bool is_possible() const { return problems_.size() > 1; }

  /// For each fold the mean squared norm there of one unit, with the members' weights fitted on all other folds.
  [[nodiscard]] Vector fitted(const std::vector<Index>& members) const;
  /// The same at given weights, [J].
  [[nodiscard]] Vector at(const Vector& weights) const;

  /// Folds count by their units.
  [[nodiscard]] FoldMean mean(const Vector& by_fold) const;

 private:
  const Moments& moments_;
  double largest_weight_;
  Vector shares_;                        // of the units, a fold
  std::vector<SubsetProblem> problems_;  // of all folds but one; costs do not enter
  std::vector<ScaledProblem> scaled_;
};

}  // namespace g2t
