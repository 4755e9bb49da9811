// Second moments of gradient terms: the input for the selection of an estimator.
#pragma once

#include <g2t/core/types.hpp>

#include <string>
#include <vector>

namespace g2t {

/// The unit of an average: single draws, or antithetic pairs.
enum class MomentUnit { Draw, Pair };

/// Means over one part of the units.
struct MomentFold {
  double units = 0;  ///< of weight one
  Matrix products;   ///< [J+1 x J+1], mean of <e_i, e_j>

  /// As Moments::squared_norm, on this part.
  [[nodiscard]] double squared_norm(const Vector& weights) const;
};

/// Number of folds of the moments.
inline constexpr Index kMomentFolds = 8;

/// Means over `count` units of the inner products of the terms' gradients e_0 (the base), e_1, ... e_J.
///
/// Source: Geffner & Domke (2020), section 4: u, r and Q as in docs/notation.md.
struct Moments {
  std::vector<std::string> terms;  ///< names, the base first
  MomentUnit unit = MomentUnit::Draw;
  Index count = 0;               ///< units averaged (M)
  Matrix products;               ///< [J+1 x J+1], mean of <e_i, e_j>
  Matrix products_standard_error;  ///< [J+1 x J+1]
  Matrix mean_products;          ///< [J+1 x J+1], <mean e_i, mean e_j>
  /// Units in each of the means behind mean_products, if those are averages over several steps; 0: count.
  Index mean_count = 0;
  /// Disjoint non-empty parts of the units, for cross-fitting: weights are fitted on all but one and evaluated on that
  /// one. May be empty.
  std::vector<MomentFold> folds;
  /// <mean e_i of fold k, mean e_j of fold l> at (k(J+1) + i, l(J+1) + j), [K(J+1) x K(J+1)] for K folds. Of means over
  /// several steps (mean_count) only the blocks k = l, each the mean of those products of steps. May be empty.
  Matrix fold_mean_products;

  [[nodiscard]] Index control_variate_count() const { return products.rows() - 1; }
  /// Where among the J control variates one stands; -1: there are no moments of it.
  [[nodiscard]] Index index_of(const std::string& control_variate) const;
  /// The block of fold_mean_products of two folds, [J+1 x J+1].
  [[nodiscard]] Matrix mean_products_of(Index fold, Index other) const {
    return fold_mean_products.block(fold * products.rows(), other * products.rows(), products.rows(), products.rows());
  }
  /// Sets mean_products, of all units, by those of the folds.
  /// @pre folds and fold_mean_products are there, and the folds are of one q
  void join_fold_means();
  /// u = mean |e_0|^2.
  [[nodiscard]] double u() const { return products(0, 0); }
  /// r_i = 2 mean <e_0, e_i>, [J].
  [[nodiscard]] Vector r() const { return 2 * products.col(0).tail(control_variate_count()); }
  /// Q_ij = 2 mean <e_i, e_j>, [J x J].
  [[nodiscard]] Matrix q() const {
    return 2 * products.bottomRightCorner(control_variate_count(), control_variate_count());
  }
  /// Mean squared norm of e_0 + sum_i weights[i] e_(i+1) for one unit; weights is [J].
  [[nodiscard]] double squared_norm(const Vector& weights) const;
  /// Unbiased estimate of the squared norm of the expected gradient, from the same combination; weights is [J].
  [[nodiscard]] double gradient_squared_norm(const Vector& weights) const;
};

}  // namespace g2t
