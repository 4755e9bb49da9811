// Each iteration fixes one more weight, so it ends after as many fits as there are members.
#include <g2t/selection/subset_solver.hpp>
#include <selection/bounded_weights.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

// The remaining problem of the other control variates when these weights, [J], are fixed.
SubsetProblem with_settled(const SubsetProblem& problem, const Vector& weights) {
  SubsetProblem out = problem;
  const Vector pulled = problem.q * weights;
  // No weight depends on u, but a small difference of large numbers could make the problem indefinite.
  out.u = std::max(problem.u, problem.u + problem.r.dot(weights) + 0.5 * weights.dot(pulled));
  out.r = problem.r + pulled;
  return out;
}

}  // namespace

void bound_weights(const SubsetProblem& problem, double largest, SubsetSolution& solution) {
  if (solution.weights.size() == 0 || solution.weights.cwiseAbs().maxCoeff() <= largest) return;
  Vector weights = Vector::Zero(problem.r.size());
  for (std::size_t i = 0; i < solution.members.size(); ++i)
    weights[solution.members[i]] = solution.weights[static_cast<Index>(i)];
  Vector settled = Vector::Zero(problem.r.size());
  std::vector<Index> free = solution.members;
  while (!free.empty()) {
    const auto worst = std::max_element(free.begin(), free.end(),
                                        [&](Index a, Index b) { return std::abs(weights[a]) < std::abs(weights[b]); });
    if (std::abs(weights[*worst]) <= largest) break;
    settled[*worst] = std::copysign(largest, weights[*worst]);
    free.erase(worst);
    weights = settled;
    const SubsetSolution rest = solve_subset(with_settled(problem, settled), free);
    for (std::size_t i = 0; i < free.size(); ++i) weights[free[i]] = rest.weights[static_cast<Index>(i)];
  }
  solution.weights = weights(solution.members);
  const double squared_norm = problem.u + problem.r.dot(weights) + 0.5 * weights.dot(problem.q * weights);
  solution.squared_norm = std::max(squared_norm, SubsetSolution::kMinShare * problem.u);
  solution.product = solution.squared_norm * solution.seconds;
}

}  // namespace g2t
