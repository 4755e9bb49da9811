// A pool is ranked by the same order as subsets are.
#include <algorithm>
#include <g2t/core/errors.hpp>
#include <g2t/program/files/solve.hpp>

namespace g2t {
namespace {

SubsetSearch rank(const std::vector<Candidate>& pool, Index top) {
  if (top < 1) throw InvalidArgument("solve", "top", std::to_string(top), "must be positive");
  SubsetSearch out;
  for (std::size_t i = 0; i < pool.size(); ++i) {
    SubsetSolution solution;
    solution.members = {static_cast<Index>(i)};
    solution.weights = Vector::Ones(1);
    solution.squared_norm = pool[i].mean_square;
    solution.seconds = pool[i].seconds;
    solution.product = solution.squared_norm * solution.seconds;
    const auto at = std::find_if(out.best.begin(), out.best.end(),
                                 [&](const SubsetSolution& other) { return is_better(solution, other); });
    out.best.insert(at, std::move(solution));
    if (static_cast<Index>(out.best.size()) > top) out.best.pop_back();
  }
  out.lower_bound = out.best.front().product;
  return out;
}

}  // namespace

SubsetSearch solve(const ProblemFile& problem, const SearchLimits& limits) {
  return problem.pool.empty() ? search_subsets(problem.subsets, limits) : rank(problem.pool, limits.top);
}

}  // namespace g2t
