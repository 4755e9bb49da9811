// A subset problem without units: u is 1, Q has unit diagonal, the base costs 1.
#pragma once

#include <g2t/selection/subset_problem.hpp>
#include <string>
#include <vector>

namespace g2t {

class ScaledProblem {
 public:
  /// @param function  that errors name
  /// @throws InvalidArgument as check
  ScaledProblem(const SubsetProblem& problem, std::string function);

  [[nodiscard]] Index size() const { return slopes_.size(); }
  /// [J x J]; a control variate that is zero has a row of zeros, its diagonal among them.
  [[nodiscard]] const Matrix& correlations() const { return correlations_; }
  [[nodiscard]] const Vector& slopes() const { return slopes_; }
  [[nodiscard]] double rank_tolerance() const { return problem_.rank_tolerance; }
  [[nodiscard]] const SubsetProblem& problem() const { return problem_; }
  [[nodiscard]] double seconds(Index i) const { return problem_.seconds[i] / problem_.base_seconds; }
  [[nodiscard]] double group_seconds(std::size_t g) const { return problem_.groups[g].seconds / problem_.base_seconds; }

  /// True if no subset of those that are not zero is nearly dependent.
  [[nodiscard]] bool is_all_independent() const { return is_all_independent_; }
  /// False if the members are nearly dependent.
  [[nodiscard]] bool is_independent(const std::vector<Index>& members) const;
  /// The best weights within the bound of an independent set; false, and nothing done, if it is not.
  /// @throws InvalidArgument if the minimum squared norm is clearly negative: the numbers are not moments
  bool solve(const std::vector<Index>& members, SubsetSolution& out) const;

 private:
  const SubsetProblem& problem_;
  std::string function_;
  Matrix correlations_;
  Vector slopes_;   // of the squared norm, relative to u
  Vector weights_;  // of the problem, per weight here
  bool is_all_independent_ = false;
};

}  // namespace g2t
