// Moments from gradients given as vectors, for problems other than variational inference.
#pragma once

#include <g2t/core/moments.hpp>
#include <string>
#include <vector>

namespace g2t {

/// Accumulates the inner products of estimators' gradients, unit by unit. A step averages units: draws, data points or
/// minibatches. Cost: O(J^2 coordinates) per unit.
class GradientMoments {
 public:
  /// @param names  of the base and of the control variates
  /// @throws InvalidArgument if there is none
  explicit GradientMoments(std::vector<std::string> names);

  /// One unit. One with a number that is not finite is left out and counted.
  /// @param gradients  [J+1 x coordinates]: the base's in the first row, then the control variates', whose expectations
  ///                   are zero
  /// @throws InvalidArgument if the size is not the same for all units
  void add(const Matrix& gradients);

  [[nodiscard]] Index failed() const { return failed_; }
  /// In eight folds, by turns.
  /// @throws InvalidArgument if fewer than two units were added
  [[nodiscard]] Moments moments() const;

 private:
  std::vector<std::string> names_;
  Matrix sums_;                // of the gradients, fold by fold, [folds (J+1) x coordinates]
  Matrix products_, squares_;  // sums
  std::vector<MomentFold> folds_;
  Index count_ = 0, failed_ = 0;
};

}  // namespace g2t
