// An active set: weights at a bound are freed one by one where that lowers the squared norm.
#include <core/decompositions.h>
#include <selection/bounded_weights.h>

#include <cmath>
#include <vector>

namespace g2t {
namespace {

constexpr double kSlope = 1e-12;  // of the largest slope: less is rounding
constexpr Index kMaxMoves = 100;  // a member; a few are needed

// Minimises b'x + 1/2 x'Rx under |x_i| <= bounds_i; R is positive definite. Starts at zero.
Vector minimise_in_box(const Matrix& r, const Vector& b, const Vector& bounds) {
  const Index n = b.size();
  Vector x = Vector::Zero(n);
  std::vector<int> side(static_cast<std::size_t>(n), 0);  // of the bound that holds a member; 0: none
  for (Index move = 0; move < kMaxMoves * n; ++move) {
    std::vector<Index> free;
    Vector held = x;
    for (Index i = 0; i < n; ++i)
      if (side[static_cast<std::size_t>(i)] == 0) free.push_back(i), held[i] = 0;
    const Vector slopes = b + r * held;
    const Vector target = -solve_cholesky(cholesky(r(free, free)).lower, Vector(slopes(free)));
    double share = 1;  // of the way to the target, as far as bounds allow
    Index stopped = -1;
    for (std::size_t k = 0; k < free.size(); ++k) {
      const double to = target[static_cast<Index>(k)], from = x[free[k]];
      if (!(std::abs(to) > bounds[free[k]])) continue;
      const double here = (std::copysign(bounds[free[k]], to) - from) / (to - from);
      if (here < share) share = here, stopped = static_cast<Index>(k);
    }
    for (std::size_t k = 0; k < free.size(); ++k) x[free[k]] += share * (target[static_cast<Index>(k)] - x[free[k]]);
    if (stopped >= 0) {
      const Index i = free[static_cast<std::size_t>(stopped)];
      x[i] = std::copysign(bounds[i], target[stopped]);
      side[static_cast<std::size_t>(i)] = x[i] > 0 ? 1 : -1;
      continue;
    }
    const Vector slope = b + r * x;
    double most = kSlope * b.cwiseAbs().maxCoeff();
    Index freed = -1;
    for (Index i = 0; i < n; ++i)
      if (side[static_cast<std::size_t>(i)] * slope[i] > most) most = std::abs(slope[i]), freed = i;
    if (freed < 0) return x;
    side[static_cast<std::size_t>(freed)] = 0;
  }
  return x;
}

}  // namespace

void bound_weights(const SubsetProblem& problem, SubsetSolution& solution) {
  const double largest = problem.largest_weight;
  if (solution.weights.size() == 0 || !(solution.weights.cwiseAbs().maxCoeff() > largest)) return;
  std::vector<Index> members;
  for (std::size_t k = 0; k < solution.members.size(); ++k)
    if (solution.weights[static_cast<Index>(k)] != 0) members.push_back(solution.members[k]);
  const Vector roots = problem.q(members, members).diagonal().cwiseSqrt();
  const Matrix scaled =
      roots.cwiseInverse().asDiagonal() * problem.q(members, members) * roots.cwiseInverse().asDiagonal();
  const Vector best = minimise_in_box(scaled, problem.r(members).cwiseQuotient(roots), largest * roots);
  Vector weights = Vector::Zero(problem.r.size());
  for (std::size_t k = 0; k < members.size(); ++k) {
    const Index at = static_cast<Index>(k);
    weights[members[k]] =
        std::abs(best[at]) < largest * roots[at] ? best[at] / roots[at] : std::copysign(largest, best[at]);
  }
  solution.weights = weights(solution.members);
  const double squared_norm = problem.u + problem.r.dot(weights) + 0.5 * weights.dot(problem.q * weights);
  solution.squared_norm = std::max(squared_norm, SubsetSolution::kMinShare * problem.u);
  solution.product = solution.squared_norm * solution.seconds;
}

}  // namespace g2t
