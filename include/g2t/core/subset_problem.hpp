// The numbers that a choice of control variates rests on.
#pragma once

#include <g2t/core/types.hpp>
#include <limits>
#include <vector>

namespace g2t {

/// A computation charged once to any subset that has one of the members.
struct CostGroup {
  std::vector<Index> members;  ///< control variates, from 0
  double seconds = 0;
};

/// Minimise (1/2 a'Qa + r'a + u) * (base_seconds + sum of seconds of those used + groups) over subsets and weights a.
///
/// Source: Geffner & Domke (2020), section 4 (there V_G and V_T).
struct SubsetProblem {
  double u = 0;
  Vector r;  ///< [J]
  Matrix q;  ///< [J x J], symmetric positive semidefinite
  double base_seconds = 0;
  Vector seconds;  ///< [J], of each control variate alone; infinity: never to be used
  std::vector<CostGroup> groups;
  /// A subset whose Q, scaled to unit diagonal, has an eigenvalue below this times its size is nearly dependent.
  double rank_tolerance = 1e-10;
  double largest_weight = std::numeric_limits<double>::infinity();  ///< bound on absolute weights
};

/// Of the mean of |v_0 + sum of a_i v_i|^2, a step of which takes a second whatever it uses.
/// @param products  means of v_i . v_j, [J + 1 x J + 1]
inline SubsetProblem problem_of_products(const Matrix& products) {
  const Index n = products.rows() - 1;
  return {.u = products(0, 0),
          .r = 2 * products.col(0).tail(n),
          .q = 2 * products.bottomRightCorner(n, n),
          .base_seconds = 1,
          .seconds = Vector::Zero(n),
          .groups = {}};
}

}  // namespace g2t
