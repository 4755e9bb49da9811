// Subset problems of any size and correlation, on simulated data.
#pragma once

#include <algorithm>
#include <cmath>
#include <g2t/core/random.hpp>
#include <g2t/selection/subset_problem.hpp>
#include <numeric>
#include <vector>

namespace g2t::bench {

/// Of a base on control variates of which neighbours correlate: coefficients decay by a tenth from one to the next, in
/// random order; half as much noise as signal; each costs about a tenth of the base.
inline SubsetProblem regression(Index count, double correlation, std::uint64_t seed) {
  const Index rows = std::max<Index>(400, 4 * count);
  Matrix x(rows, count + 1), draws(count, 3);  // the base first; coefficients, their order, log costs
  fill_normals({seed, Purpose::Check, 0}, x);
  fill_normals({seed, Purpose::Check, 1}, draws);
  for (Index j = 2; j <= count; ++j)
    x.col(j) = correlation * x.col(j - 1) + std::sqrt(1 - correlation * correlation) * x.col(j);

  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return draws(a, 1) < draws(b, 1); });
  Vector coefficients(count);
  double scale = 1;
  for (const Index j : order) coefficients[j] = draws(j, 0) * scale, scale *= 0.9;
  const Vector signal = x.rightCols(count) * coefficients;
  x.col(0) = signal + 0.5 * std::sqrt(signal.squaredNorm() / static_cast<double>(rows)) * x.col(0);

  const Matrix gram = x.transpose() * x / static_cast<double>(rows);
  SubsetProblem problem = problem_of_products(gram);
  problem.seconds = 0.1 * draws.col(2).array().exp();
  return problem;
}

}  // namespace g2t::bench
