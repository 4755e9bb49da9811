// All subsets in the order of their bits, so that the subsets of a subset are solved before it.
#include <g2t/selection/subset_solver.hpp>

#include <g2t/core/errors.hpp>

#include <Eigen/Dense>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace g2t {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kTie = 1e-12;            // relative difference of products that rounding can make
constexpr Index kMostControlVariates = 16;

void check(const SubsetProblem& problem) {
  const std::string function = "solve_all_subsets";
  const Index n = problem.r.size();
  const auto fail = [&](const std::string& entry, double value, const std::string& reason) {
    throw InvalidArgument(function, entry, fmt::format("{}", value), reason);
  };
  if (problem.q.rows() != n || problem.q.cols() != n)
    throw InvalidArgument(function, "Q", fmt::format("{} x {}", problem.q.rows(), problem.q.cols()),
                          fmt::format("r has {} entries", n));
  if (problem.seconds.size() != n)
    throw InvalidArgument(function, "t", fmt::format("{} entries", problem.seconds.size()),
                          fmt::format("r has {}", n));
  if (n > kMostControlVariates)
    throw InvalidArgument(function, "r", fmt::format("{} entries", n),
                          fmt::format("at most {} control variates", kMostControlVariates));
  if (!std::isfinite(problem.u) || problem.u < 0) fail("u", problem.u, "must be finite and not negative");
  if (!std::isfinite(problem.base_seconds) || problem.base_seconds <= 0)
    fail("t0", problem.base_seconds, "must be positive and finite");
  for (Index i = 0; i < n; ++i) {
    if (!std::isfinite(problem.r[i])) fail(fmt::format("r[{}]", i + 1), problem.r[i], "must be finite");
    if (!(problem.seconds[i] >= 0)) fail(fmt::format("t[{}]", i + 1), problem.seconds[i], "must not be negative");
    for (Index j = 0; j < n; ++j)
      if (!std::isfinite(problem.q(i, j)))
        fail(fmt::format("Q[{}][{}]", i + 1, j + 1), problem.q(i, j), "must be finite");
  }
  for (const CostGroup& group : problem.groups) {
    if (!(group.seconds >= 0)) fail("group seconds", group.seconds, "must not be negative");
    for (const Index member : group.members)
      if (member < 0 || member >= n)
        fail("group member", static_cast<double>(member + 1), fmt::format("there are {} control variates", n));
  }
}

bool has(const std::vector<Index>& members, Index i) {
  return std::find(members.begin(), members.end(), i) != members.end();
}

double seconds_of(const SubsetProblem& problem, const std::vector<Index>& members) {
  double total = problem.base_seconds;
  for (const Index i : members) total += problem.seconds[i];
  for (const CostGroup& group : problem.groups)
    if (std::any_of(group.members.begin(), group.members.end(), [&](Index i) { return has(members, i); }))
      total += group.seconds;
  return total;
}

// Weights that minimise 1/2 a'Qa + r'a; false if Q, scaled to unit diagonal, is nearly singular.
bool minimise(const Matrix& q, const Vector& r, double rank_tolerance, Vector& weights) {
  const Index n = r.size();
  weights.setZero(n);
  if (n == 0) return true;
  if (!(q.diagonal().minCoeff() > 0)) return false;
  const Vector scale = q.diagonal().cwiseSqrt().cwiseInverse();
  const Matrix scaled = scale.asDiagonal() * q * scale.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(scaled);
  if (!(eigen.eigenvalues()[0] > rank_tolerance * static_cast<double>(n))) return false;
  const Vector target = eigen.eigenvectors().transpose() * (scale.asDiagonal() * r);
  weights = -(scale.asDiagonal() * (eigen.eigenvectors() * target.cwiseQuotient(eigen.eigenvalues())));
  return true;
}

// The best of the subsets that lack one member, with weight 0 for that member.
void drop_one(const std::vector<SubsetSolution>& solved, unsigned bits, SubsetSolution& out) {
  const SubsetSolution* best = nullptr;
  for (const Index i : out.members) {
    const SubsetSolution& without = solved[bits & ~(1u << i)];
    if (best == nullptr || without.squared_norm < best->squared_norm) best = &without;
  }
  out.squared_norm = best->squared_norm;
  out.weights.setZero(static_cast<Index>(out.members.size()));
  for (std::size_t k = 0; k < best->members.size(); ++k) {
    const auto at = std::find(out.members.begin(), out.members.end(), best->members[k]) - out.members.begin();
    out.weights[at] = best->weights[static_cast<Index>(k)];
  }
}

}  // namespace

std::vector<SubsetSolution> solve_all_subsets(const SubsetProblem& problem) {
  check(problem);
  const Index n = problem.r.size();
  std::vector<SubsetSolution> solutions;
  for (unsigned bits = 0; bits < (1u << n); ++bits) {  // the subsets of a subset come before it
    SubsetSolution out;
    for (Index i = 0; i < n; ++i)
      if (bits >> i & 1u) out.members.push_back(i);
    const Vector r = problem.r(out.members);
    if (minimise(problem.q(out.members, out.members), r, problem.rank_tolerance, out.weights)) {
      const double value = problem.u + 0.5 * r.dot(out.weights);  // at the minimum a'Qa = -r'a
      out.squared_norm = std::max(value, 4 * kEpsilon * problem.u);
    } else {
      drop_one(solutions, bits, out);
    }
    out.seconds = seconds_of(problem, out.members);
    out.product = out.squared_norm * out.seconds;
    solutions.push_back(std::move(out));
  }
  return solutions;
}

SubsetSolution solve_subset(const SubsetProblem& problem, const std::vector<Index>& members) {
  SubsetProblem part = problem;
  part.r = problem.r(members);
  part.q = problem.q(members, members);
  part.seconds = problem.seconds(members);
  part.groups.clear();
  SubsetSolution out = solve_all_subsets(part).back();
  out.members = members;
  out.seconds = seconds_of(problem, members);
  out.product = out.squared_norm * out.seconds;
  return out;
}

Index best_subset(const std::vector<SubsetSolution>& solutions) {
  const auto is_better = [](const SubsetSolution& a, const SubsetSolution& b) {
    if (a.product < b.product * (1 - kTie)) return true;
    if (b.product < a.product * (1 - kTie)) return false;
    if (a.members.size() != b.members.size()) return a.members.size() < b.members.size();
    return a.seconds < b.seconds;
  };
  Index best = 0;
  for (std::size_t i = 1; i < solutions.size(); ++i)
    if (is_better(solutions[i], solutions[static_cast<std::size_t>(best)])) best = static_cast<Index>(i);
  return best;
}

}  // namespace g2t
