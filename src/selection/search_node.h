// One node of the search: included and free control variates, and bounds on their supports.
#pragma once

#include <selection/scaled_problem.h>

#include <algorithm>
#include <vector>

namespace g2t {

/// Costs of supports, relative to the base; groups are charged to their first member.
class SupportCosts {
 public:
  explicit SupportCosts(const ScaledProblem& problem);

  [[nodiscard]] std::size_t group_count() const { return group_seconds_.size(); }
  [[nodiscard]] const std::vector<std::size_t>& groups_of(Index i) const {
    return groups_of_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] double group(std::size_t g) const { return group_seconds_[g]; }
  [[nodiscard]] double own(Index i) const { return own_[i]; }
  /// The cost that member i adds to a support that these groups are already charged to.
  [[nodiscard]] double extra(Index i, const std::vector<char>& paid) const;
  void pay(Index i, std::vector<char>& paid) const;

 private:
  Vector own_;
  std::vector<double> group_seconds_;
  std::vector<std::vector<std::size_t>> groups_of_;
};

/// Squared norms are shares of u, seconds multiples of the base's.
struct SearchNode {
  std::vector<Index> in, open;
  Matrix inverse;          ///< rows of (correlations of in and open)^-1 that are open
  Vector weights;          ///< of the open ones, with all of in and open used
  double share = 1;        ///< squared norm with all of in and open used
  double rounding = 0;     ///< of share, at most
  double seconds = 1;      ///< of in
  std::vector<char> paid;  ///< groups, by in

  /// Increase of the squared norm if free member k alone is excluded.
  [[nodiscard]] double loss(Index k) const { return 0.5 * weights[k] * weights[k] / inverse(k, k); }
  /// A lower bound on the exact `share`.
  [[nodiscard]] double min_share() const { return std::max(share - rounding, SubsetSolution::kMinShare); }
  [[nodiscard]] Index open_count() const { return static_cast<Index>(open.size()); }

  void include(Index k, const SupportCosts& costs);
  void exclude(Index k);
  [[nodiscard]] std::vector<Index> support() const;  ///< in and open, ascending
  [[nodiscard]] double seconds_of_all(const SupportCosts& costs) const;

 private:
  void forget(Index k);
};

/// The node of these sets.
/// @pre in and open together are independent
SearchNode make_node(const ScaledProblem& problem, const SupportCosts& costs, const std::vector<Index>& in,
                     const std::vector<Index>& open);

/// A lower bound on the product of every support between `in` and `in` with `open`.
double lower_bound(const SearchNode& node, const SupportCosts& costs);

/// True if lower_bound is at least `value`; usually cheaper than its computation.
bool is_bound_at_least(double value, const SearchNode& node, const SupportCosts& costs);

}  // namespace g2t
