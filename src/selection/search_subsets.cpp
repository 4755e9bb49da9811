// Depth first, the likelier child first, on the sets that are left after dependent ones were split.
#include <core/decompositions.h>
#include <selection/search_node.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <g2t/core/errors.hpp>
#include <g2t/core/stopwatch.hpp>
#include <g2t/selection/subset_solver.hpp>

namespace g2t {
namespace {

constexpr double kMaxPivot = 1e-9;              // of a column that the ones before it explain
constexpr double kNoDirection = 1e-13;          // eigenvalue of a linear relation
constexpr double kNearlyDependent = 1e-6;       // of u
constexpr double kMinShareOfRelation = 1e-7;    // coefficients below are rounding
constexpr std::int64_t kNodesPerClockCheck = 64;  // at the time

using Members = std::vector<Index>;

class Search {
 public:
  Search(const ScaledProblem& problem, const SearchLimits& limits)
      : problem_(problem), costs_(problem), limits_(limits) {}

  SubsetSearch run() {
    Members open;
    for (Index i = 0; i < problem_.size(); ++i)
      if (problem_.correlations()(i, i) > 0 && std::isfinite(costs_.extra(i, Paid(costs_.group_count(), 0))))
        open.push_back(i);
    consider(Members());
    split({}, open);
    SubsetSearch out;
    out.nodes = nodes_;
    out.is_optimal = !was_cut_;
    simplify();
    out.lower_bound = best_.front().product;
    if (was_cut_) {
      const double scale = problem_.problem().u * problem_.problem().base_seconds;
      out.lower_bound = std::min(out.lower_bound, open_bound_ * scale);
    }
    out.best = std::move(best_);
    return out;
  }

 private:
  using Paid = std::vector<char>;

  // In units of u and of the base's seconds.
  double threshold() const {
    if (static_cast<Index>(best_.size()) < limits_.top) return std::numeric_limits<double>::infinity();
    const double u = problem_.problem().u;
    if (u == 0) return 0;
    return best_.back().squared_norm / u * (best_.back().seconds / problem_.problem().base_seconds) * (1 - kProductTie);
  }

  void consider(const Members& members) {
    SubsetSolution solution;
    if (!problem_.solve(members, solution)) return;
    const auto at = std::find_if(best_.begin(), best_.end(),
                                 [&](const SubsetSolution& other) { return !is_better(other, solution); });
    if (at != best_.end() && at->members == solution.members) return;
    best_.insert(at, std::move(solution));
    if (static_cast<Index>(best_.size()) > limits_.top) best_.pop_back();
  }

  // The same, if the node's own bound does not rule it out.
  void consider(const SearchNode& node) {
    if (min_product(node) < threshold()) consider(node.support());
  }
  double min_product(const SearchNode& node) const { return node.min_share() * node.seconds_of_all(costs_); }

  // Members of the best subset whose gain is below rounding error are removed.
  void simplify() {
    for (bool is_simpler = true; is_simpler;) {
      is_simpler = false;
      for (const Index member : Members(best_.front().members)) {
        Members without = best_.front().members;
        without.erase(std::find(without.begin(), without.end(), member));
        SubsetSolution solution;
        if (!problem_.solve(without, solution) || !is_better(solution, best_.front())) continue;
        best_.erase(std::remove_if(best_.begin(), best_.end(),
                                   [&](const SubsetSolution& other) { return other.members == without; }),
                    best_.end());
        best_.insert(best_.begin(), std::move(solution));
        if (static_cast<Index>(best_.size()) > limits_.top) best_.pop_back();
        is_simpler = true;
        break;
      }
    }
  }

  bool is_cut() {
    if (!was_cut_ && (nodes_ >= limits_.max_nodes || (nodes_ % kNodesPerClockCheck == 0 && is_late()))) was_cut_ = true;
    return was_cut_;
  }
  bool is_late() const {
    return std::isfinite(limits_.max_seconds) && watch_.seconds() > limits_.max_seconds;
  }

  // Sets of linearly independent columns go to the search. Of a linear relation at least one column is excluded: one
  // branch for each, in which those before it are included.
  void split(const Members& in, const Members& open) {
    const Members relation = first_relation(in, open);
    if (relation.empty()) {
      SearchNode root = make_node(problem_, costs_, in, open);
      dive(root);
      visit(std::move(root), true);
      return;
    }
    ++nodes_;
    const double bound = bound_of_dependent(in, open);
    if (bound >= threshold()) return;
    if (is_cut()) {
      open_bound_ = std::min(open_bound_, bound);
      return;
    }
    Members included = in, left = open;
    for (auto member = relation.rbegin(); member != relation.rend(); ++member) {
      const auto at = std::find(left.begin(), left.end(), *member);
      if (at == left.end()) continue;  // it is in already
      left.erase(at);
      split(included, left);
      included.push_back(*member);
    }
  }

  // With everything used, nearly dependent directions left out: what these could add is within kNearlyDependent, unless
  // weights are huge.
  double bound_of_dependent(const Members& in, const Members& open) const {
    Members all = in;
    all.insert(all.end(), open.begin(), open.end());
    const SymmetricEigen eigen = symmetric_eigen(problem_.correlations()(all, all));
    const Vector slopes = eigen.vectors.transpose() * problem_.slopes()(all);
    double share = 1;
    for (Index k = 0; k < slopes.size(); ++k)
      if (eigen.values[k] > kNoDirection) share -= 0.5 * slopes[k] * slopes[k] / eigen.values[k];
    return std::max(share - kNearlyDependent, SubsetSolution::kMinShare) * make_node(problem_, costs_, in, {}).seconds;
  }

  // The columns of the first linear relation among in and open, ascending; empty if there is none.
  Members first_relation(const Members& in, const Members& open) const {
    if (problem_.is_all_independent()) return {};
    Members all = in;
    all.insert(all.end(), open.begin(), open.end());
    const Index n = static_cast<Index>(all.size());
    const double max_pivot = std::min(kMaxPivot, problem_.rank_tolerance());
    Matrix lower = Matrix::Zero(n, n);
    for (Index k = 0; k < n; ++k) {
      Vector column(k);
      for (Index i = 0; i < k; ++i)
        column[i] = problem_.correlations()(all[static_cast<std::size_t>(i)], all[static_cast<std::size_t>(k)]);
      column = solve_lower(lower.topLeftCorner(k, k), column);
      const double pivot = 1 - column.squaredNorm();
      if (pivot <= max_pivot) {
        column = solve_lower_transposed(lower.topLeftCorner(k, k), column);
        Members relation = {all[static_cast<std::size_t>(k)]};
        for (Index i = 0; i < k; ++i)
          if (std::abs(column[i]) > kMinShareOfRelation) relation.push_back(all[static_cast<std::size_t>(i)]);
        std::sort(relation.begin(), relation.end());
        return relation;
      }
      lower.row(k).head(k) = column.transpose();
      lower(k, k) = std::sqrt(pivot);
    }
    return {};
  }

  // A first incumbent by backward elimination.
  void dive(SearchNode node) {
    std::vector<std::pair<double, Members>> supports;
    while (true) {
      supports.emplace_back(min_product(node), node.support());
      const Index n = node.open_count();
      if (n == 0 || is_late()) break;
      const double total = node.seconds_of_all(costs_);
      Index best = 0;
      double least = std::numeric_limits<double>::infinity();
      for (Index k = 0; k < n; ++k) {
        const double value = (node.share + node.loss(k)) * (total - costs_.own(node.open[static_cast<std::size_t>(k)]));
        if (value < least) least = value, best = k;
      }
      node.exclude(best);
    }
    std::sort(supports.begin(), supports.end());
    for (const auto& [product, members] : supports) {
      if (product < threshold()) consider(members);
      if (is_late()) break;
    }
  }

  // @param is_new  its largest support was not considered yet
  void visit(SearchNode node, bool is_new) {
    ++nodes_;
    if (is_bound_at_least(threshold(), node, costs_)) return;
    if (is_cut()) {
      open_bound_ = std::min(open_bound_, lower_bound(node, costs_));
      return;
    }
    if (is_new) consider(node);
    const Index undecided = node.open_count();
    if (!decide_what_is_clear(node)) return;
    if (node.open_count() == 0) return consider(node);
    if (node.open_count() < undecided && is_bound_at_least(threshold(), node, costs_)) return;

    const Index k = branching_member(node);
    const bool is_out_first = (node.share + node.loss(k)) * node.seconds < node.share * (node.seconds + extra(node, k));
    for (const bool is_out : {is_out_first, !is_out_first}) {
      SearchNode child = is_out == is_out_first ? node : std::move(node);
      if (is_out)
        child.exclude(k);
      else
        child.include(k, costs_);
      if (is_out || problem_.is_independent(child.in)) visit(std::move(child), is_out);
    }
  }

  double extra(const SearchNode& node, Index k) const {
    return costs_.extra(node.open[static_cast<std::size_t>(k)], node.paid);
  }

  // Includes and excludes free members whose other branch cannot improve on the incumbent. False if neither can.
  bool decide_what_is_clear(SearchNode& node) {
    bool was_decided = true, has_excluded = false;
    while (was_decided) {
      was_decided = false;
      for (Index k = 0; k < node.open_count() && !was_decided; ++k) {
        if ((node.min_share() + node.loss(k)) * node.seconds >= threshold()) {
          node.include(k, costs_);
          if (!problem_.is_independent(node.in)) return false;
          was_decided = true;
        } else if (node.min_share() * (node.seconds + extra(node, k)) >= threshold()) {
          node.exclude(k);
          was_decided = has_excluded = true;
        }
      }
    }
    if (has_excluded) consider(node);
    return true;
  }

  // The one whose both children have the greatest bounds.
  Index branching_member(const SearchNode& node) const {
    Index best = 0;
    double most = -1;
    for (Index k = 0; k < node.open_count(); ++k) {
      const double out = node.loss(k) * node.seconds, in = node.share * extra(node, k);
      const double score = out * in + 1e-9 * std::max(out, in) * node.share * node.seconds;
      if (score > most) most = score, best = k;
    }
    return best;
  }

  const ScaledProblem& problem_;
  SupportCosts costs_;
  SearchLimits limits_;
  Stopwatch watch_;
  std::vector<SubsetSolution> best_;
  bool was_cut_ = false;
  double open_bound_ = std::numeric_limits<double>::infinity();
  std::int64_t nodes_ = 0;
};

}  // namespace

SubsetSearch search_subsets(const SubsetProblem& problem, const SearchLimits& limits) {
  if (limits.top < 1) throw InvalidArgument("search_subsets", "top", std::to_string(limits.top), "must be positive");
  const ScaledProblem scaled(problem, "search_subsets");
  return Search(scaled, limits).run();
}

}  // namespace g2t
