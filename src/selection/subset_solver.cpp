// Single subsets, and all of them in the order of their bits, so that the subsets of a subset are solved before it.
#include <fmt/format.h>
#include <selection/scaled_problem.h>

#include <algorithm>
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/selection/subset_solver.hpp>

namespace g2t {
namespace {

constexpr Index kMaxControlVariates = 16;
constexpr std::int64_t kMaxNodesToDrop = 20000;  // to find what to drop of nearly dependent control variates

// `solution`, of some of the members, as one of all of them.
SubsetSolution with_members(const SubsetProblem& problem, const SubsetSolution& solution,
                            const std::vector<Index>& members) {
  SubsetSolution out = solution;
  out.members = members;
  out.weights.setZero(static_cast<Index>(members.size()));
  for (std::size_t k = 0; k < solution.members.size(); ++k) {
    const std::size_t at = index_of(members, solution.members[k]);
    out.weights[static_cast<Index>(at)] = solution.weights[static_cast<Index>(k)];
  }
  out.seconds = seconds_of(problem, members);
  out.product = out.squared_norm * out.seconds;
  return out;
}

}  // namespace

std::vector<SubsetSolution> solve_all_subsets(const SubsetProblem& problem) {
  const std::string function = "solve_all_subsets";
  const ScaledProblem scaled(problem, function);
  const Index n = problem.r.size();
  if (n > kMaxControlVariates)
    throw InvalidArgument(function, "r", fmt::format("{} entries", n),
                          fmt::format("at most {} control variates", kMaxControlVariates));
  std::vector<SubsetSolution> solutions;
  for (unsigned bits = 0; bits < (1u << n); ++bits) {
    std::vector<Index> members;
    for (Index i = 0; i < n; ++i)
      if (bits >> i & 1u) members.push_back(i);
    SubsetSolution out;
    if (!scaled.solve(members, out)) {
      const SubsetSolution* best = nullptr;
      for (const Index i : members) {
        const SubsetSolution& without = solutions[bits & ~(1u << i)];
        if (best == nullptr || without.squared_norm < best->squared_norm) best = &without;
      }
      out = with_members(problem, *best, members);
    }
    solutions.push_back(std::move(out));
  }
  return solutions;
}

SubsetSolution solve_subset(const SubsetProblem& problem, const std::vector<Index>& members) {
  const ScaledProblem scaled(problem, "solve_subset");
  SubsetSolution out;
  if (scaled.solve(members, out)) return out;
  SubsetProblem free = problem;  // of these alone, at no cost: the smallest mean squared norm
  free.r = problem.r(members);
  free.q = problem.q(members, members);
  free.seconds = Vector::Zero(static_cast<Index>(members.size()));
  free.groups.clear();
  SearchLimits limits;
  limits.max_nodes = kMaxNodesToDrop;
  SubsetSolution best = search_subsets(free, limits).best.front();
  for (Index& member : best.members) member = members[static_cast<std::size_t>(member)];
  return with_members(problem, best, members);
}

Index best_subset(const std::vector<SubsetSolution>& solutions) {
  Index best = 0;
  for (std::size_t i = 1; i < solutions.size(); ++i)
    if (is_better(solutions[i], solutions[static_cast<std::size_t>(best)])) best = static_cast<Index>(i);
  return best;
}

}  // namespace g2t
