// Roots are taken before products, so that nothing overflows that can be written down.
#include <core/decompositions.h>
#include <fmt/format.h>
#include <selection/bounded_weights.h>
#include <selection/scaled_problem.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/errors.hpp>

namespace g2t {
namespace {

constexpr double kNegative = -1e-6;  // of u: no rounding makes a mean squared norm so negative

}  // namespace

ScaledProblem::ScaledProblem(const SubsetProblem& problem, std::string function)
    : problem_(problem), function_(std::move(function)) {
  check(problem, function_);
  const Index n = problem.r.size();
  const Vector roots = problem.q.diagonal().cwiseSqrt();
  const double root_u = std::sqrt(problem.u);
  correlations_ = Matrix::Zero(n, n);
  slopes_ = weights_ = Vector::Zero(n);
  for (Index i = 0; i < n; ++i) {
    if (roots[i] == 0) continue;
    correlations_(i, i) = 1;
    weights_[i] = root_u / roots[i];
    if (root_u > 0) slopes_[i] = problem.r[i] / roots[i] / root_u;
    for (Index j = 0; j < i; ++j)
      if (roots[j] > 0)
        correlations_(i, j) = correlations_(j, i) = 0.5 * (problem.q(i, j) + problem.q(j, i)) / roots[i] / roots[j];
  }
  std::vector<Index> nonzero;
  for (Index i = 0; i < n; ++i)
    if (roots[i] > 0) nonzero.push_back(i);
  // By interlacing, a subset's smallest eigenvalue is at least that of the whole.
  is_all_independent_ = is_independent(nonzero);
}

bool ScaledProblem::is_independent(const std::vector<Index>& members) const {
  if (is_all_independent_)
    return std::all_of(members.begin(), members.end(), [&](Index i) { return correlations_(i, i) > 0; });
  Matrix shifted = correlations_(members, members);
  shifted.diagonal().array() -= rank_tolerance() * static_cast<double>(members.size());
  return is_positive_definite(shifted);
}

bool ScaledProblem::solve(const std::vector<Index>& members, SubsetSolution& out) const {
  if (!is_independent(members)) return false;
  const Vector slopes = slopes_(members);
  const Matrix lower = cholesky(correlations_(members, members)).lower;
  const Vector half = solve_lower(lower, slopes);
  const double share = 1 - 0.5 * half.squaredNorm();
  if (share < kNegative)
    throw InvalidArgument(
        function_, "u", fmt::format("{}", problem_.u),
        fmt::format("less than 1/2 r'Q^-1 r: the minimum mean squared norm would be {}", share * problem_.u));
  out.members = members;
  out.weights = -weights_(members).cwiseProduct(solve_lower_transposed(lower, half));
  out.squared_norm = std::max(share, SubsetSolution::kMinShare) * problem_.u;
  out.seconds = seconds_of(problem_, members);
  out.product = out.squared_norm * out.seconds;
  bound_weights(problem_, out);
  return true;
}

}  // namespace g2t
