// Checks in the order of the entries, and costs of supports.
#include <core/decompositions.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/selection/subset_problem.hpp>

namespace g2t {
namespace {

constexpr double kAsymmetry = 1e-8;    // of Q scaled to unit diagonal
constexpr double kUnderflow = 1e-150;  // a root below it has a square that may be 0
constexpr double kIndefinite = -1e-8;  // smallest eigenvalue of the same

struct Failure {
  const std::string& function;
  [[noreturn]] void operator()(const std::string& entry, double value, const std::string& reason) const {
    throw InvalidArgument(function, entry, fmt::format("{}", value), reason);
  }
};

void check_sizes(const SubsetProblem& problem, const std::string& function) {
  const Index n = problem.r.size();
  if (problem.q.rows() != n || problem.q.cols() != n)
    throw InvalidArgument(function, "Q", fmt::format("{} x {}", problem.q.rows(), problem.q.cols()),
                          fmt::format("r has {} entries", n));
  if (problem.seconds.size() != n)
    throw InvalidArgument(function, "t", fmt::format("{} entries", problem.seconds.size()), fmt::format("r has {}", n));
}

void check_costs(const SubsetProblem& problem, const Failure& fail) {
  if (!std::isfinite(problem.base_seconds) || problem.base_seconds <= 0)
    fail("t0", problem.base_seconds, "must be positive and finite");
  for (Index i = 0; i < problem.seconds.size(); ++i)
    if (!(problem.seconds[i] >= 0)) fail(fmt::format("t[{}]", i + 1), problem.seconds[i], "must not be negative");
  for (std::size_t g = 0; g < problem.groups.size(); ++g) {
    const CostGroup& group = problem.groups[g];
    if (!(group.seconds >= 0)) fail(fmt::format("groups[{}].seconds", g + 1), group.seconds, "must not be negative");
    for (const Index member : group.members)
      if (member < 0 || member >= problem.r.size())
        fail(fmt::format("groups[{}].members", g + 1), static_cast<double>(member + 1),
             fmt::format("there are {} control variates", problem.r.size()));
  }
}

void check_matrix(const Matrix& q, const Failure& fail) {
  const Index n = q.rows();
  for (Index i = 0; i < n; ++i)
    if (q(i, i) < 0) fail(fmt::format("Q[{0}][{0}]", i + 1), q(i, i), "must not be negative");
  const Vector roots = q.diagonal().cwiseSqrt();
  Matrix scaled = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const auto entry = [&] { return fmt::format("Q[{}][{}]", i + 1, j + 1); };
      if (roots[i] == 0 && std::abs(q(i, j)) > kUnderflow * roots[j])
        fail(entry(), q(i, j), fmt::format("but Q[{0}][{0}] is 0", i + 1));
      if (roots[i] == 0 || roots[j] == 0) continue;
      scaled(i, j) = q(i, j) / roots[i] / roots[j];
      if (std::abs(scaled(i, j) - q(j, i) / roots[i] / roots[j]) > kAsymmetry)
        fail(entry(), q(i, j), fmt::format("but Q[{}][{}] is {}", j + 1, i + 1, q(j, i)));
    }
  const Matrix shifted = scaled - kIndefinite * Matrix::Identity(n, n);
  if (n == 0 || is_positive_definite(shifted)) return;  // cheaper than eigenvalues
  const double least = symmetric_eigenvalues(scaled)[0];
  if (least < kIndefinite)
    throw InvalidArgument(fail.function, "smallest eigenvalue of Q scaled to unit diagonal",
                          fmt::format("{:.6g}", least), "second moments are positive semidefinite");
}

}  // namespace

void check(const SubsetProblem& problem, const std::string& function) {
  const Failure fail{function};
  const Index n = problem.r.size();
  check_sizes(problem, function);
  if (!std::isfinite(problem.u) || problem.u < 0) fail("u", problem.u, "must be finite and not negative");
  for (Index i = 0; i < n; ++i) {
    if (!std::isfinite(problem.r[i])) fail(fmt::format("r[{}]", i + 1), problem.r[i], "must be finite");
    for (Index j = 0; j < n; ++j)
      if (!std::isfinite(problem.q(i, j)))
        fail(fmt::format("Q[{}][{}]", i + 1, j + 1), problem.q(i, j), "must be finite");
  }
  check_costs(problem, fail);
  check_matrix(problem.q, fail);
}

double seconds_of(const SubsetProblem& problem, const std::vector<Index>& members) {
  double total = problem.base_seconds;
  for (const Index i : members) total += problem.seconds[i];
  for (const CostGroup& group : problem.groups)
    if (std::any_of(group.members.begin(), group.members.end(), [&](Index i) { return contains(members, i); }))
      total += group.seconds;
  return total;
}

bool is_better(const SubsetSolution& a, const SubsetSolution& b) {
  if (a.product < b.product * (1 - kProductTie)) return true;
  if (b.product < a.product * (1 - kProductTie)) return false;
  if (a.members.size() != b.members.size()) return a.members.size() < b.members.size();
  if (a.seconds != b.seconds) return a.seconds < b.seconds;
  return a.members < b.members;
}

}  // namespace g2t
