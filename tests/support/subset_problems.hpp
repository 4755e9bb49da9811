// Random problems of every kind that a subset solver may meet.
#pragma once

#include <array>
#include <cmath>
#include <g2t/selection/subset_problem.hpp>
#include <limits>
#include <string>
#include <support/gaussians.hpp>

namespace g2t::testing {

enum class ProblemKind { Plain, Correlated, Dependent, Copies, ExactFit, Groups, FreeAndForbidden, Scaled };

inline constexpr std::array kProblemKinds = {
    ProblemKind::Plain,    ProblemKind::Correlated, ProblemKind::Dependent,        ProblemKind::Copies,
    ProblemKind::ExactFit, ProblemKind::Groups,     ProblemKind::FreeAndForbidden, ProblemKind::Scaled};

inline std::string name_of(ProblemKind kind) {
  static const char* const kNames[] = {"plain",     "correlated", "dependent",          "copies",
                                       "exact fit", "groups",     "free and forbidden", "scaled"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// Moments of a regression of a base on `count` columns, with costs of about a tenth of the base's.
inline SubsetProblem problem_of(ProblemKind kind, std::uint64_t seed, Index count) {
  const Index rows = std::max<Index>(40, 4 * count);
  Matrix x = normals_of(seed, rows, count + 1);
  const double along = kind == ProblemKind::Correlated ? 3 : 0.7;
  for (Index j = 2; j <= count; ++j) x.col(j) += along * x.col(j - 1);
  if (kind == ProblemKind::Dependent && count >= 3) x.col(count) = x.col(1) - 2 * x.col(2);
  if (kind == ProblemKind::Dependent && count >= 5) x.col(count - 1) = 0.5 * x.col(1) + x.col(3);
  if (kind == ProblemKind::Copies && count >= 2) x.col(2) = x.col(1) / 3;
  if (kind == ProblemKind::Copies && count >= 4) x.col(4) = 2 * x.col(3);
  if (kind == ProblemKind::Copies && count >= 5) x.col(5).setZero();
  if (kind == ProblemKind::ExactFit) x.col(0).setZero();
  for (Index j = 1; j <= std::min<Index>(count, kind == ProblemKind::ExactFit ? 3 : count); ++j)
    x.col(0) += std::sin(static_cast<double>(seed) + 2.0 * static_cast<double>(j)) * x.col(j);
  if (kind == ProblemKind::ExactFit && seed % 2 == 1) x.col(0) += 1e-10 * normals_of(seed + 5, rows, 1).col(0);
  if (kind == ProblemKind::Scaled)
    for (Index j = 1; j <= count; ++j)
      x.col(j) *= std::pow(10.0, static_cast<double>((seed + 5 * static_cast<std::uint64_t>(j)) % 13) - 6);

  const double unit = kind == ProblemKind::Scaled ? (seed % 2 == 0 ? 1e-12 : 1e12) : 1;
  const Matrix gram = unit * (x.transpose() * x) / static_cast<double>(rows);
  SubsetProblem problem = problem_of_products(gram);
  problem.seconds = 0.1 * normals_of(seed + 1000, count + 1, 1).col(0).tail(count).array().exp();
  if (kind == ProblemKind::Groups)
    for (Index g = 0; g + 1 < count; ++g)
      problem.groups.push_back({{g, (g + 2) % count, (g + 3) % count}, 0.05 * static_cast<double>(g + 1)});
  if (kind == ProblemKind::FreeAndForbidden)
    for (Index j = 0; j < count; ++j) {
      if (j % 3 == 0) problem.seconds[j] = 0;
      if (j % 4 == 1) problem.seconds[j] = std::numeric_limits<double>::infinity();
    }
  return problem;
}

}  // namespace g2t::testing
