// Moments of all terms at one q, from as many batches as are given.
#pragma once

#include <g2t/core/moments.hpp>
#include <g2t/core/term_set.hpp>

namespace g2t {

/// Accumulates the inner products of the terms' gradients, O(dimension) a draw and pair of terms.
class MomentAccumulator {
 public:
  /// Prepares every term at q. Both must outlive the accumulator, and q must not move.
  MomentAccumulator(const TermSet& terms, const Family& q, MomentUnit unit);
  /// Of some of the terms, the base first, in a step that has prepared their computations at q and evaluates them on
  /// every batch added. Its moments have no fold_mean_products.
  MomentAccumulator(const TermSet& terms, const std::vector<Index>& members, const Family& q, MomentUnit unit);

  /// @pre the batch was drawn from q; antithetic if the unit is a pair
  void add(const Batch& batch);

  /// @throws InvalidArgument if fewer than two units were added
  [[nodiscard]] Moments moments() const;

 private:
  void expect();
  void add_to_sums(std::size_t term, const FrameVectors& vectors, const Matrix& normals);
  void join_means(Moments& moments) const;

  const Family& q_;
  MomentUnit unit_;
  std::vector<Term*> terms_;
  std::vector<Computation*> computations_;  // empty if the step runs them
  std::vector<FrameBuffers> frames_;  // the terms' vectors in q's frame
  std::vector<FrameBuffers> pairs_;   // their even and odd parts, if the unit is a pair
  std::vector<Vector> exact_;    // expected pull-back of each term
  std::vector<bool> has_exact_;  // false: it is zero
  Index sum_folds_ = kMomentFolds;  // of sums_; 1: they are kept for all units together
  Matrix sums_;                  // sum over units of each term's gradient, [coordinates x sum_folds (J+1)]
  Matrix products_, squares_;    // sums over units of products and their squares
  Vector sizes_;                 // sums over units of the squares whose differences are the terms' own products
  std::vector<MomentFold> folds_;  // sums over every eighth unit
  Index count_ = 0;
};

}  // namespace g2t
