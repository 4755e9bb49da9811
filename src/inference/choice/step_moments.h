// Moments of the terms that a run's steps evaluate: a choice among them costs nothing.
#pragma once

#include <g2t/core/batch.hpp>
#include <g2t/core/family.hpp>
#include <g2t/core/moments.hpp>
#include <g2t/core/recipe.hpp>
#include <g2t/core/term_set.hpp>
#include <vector>

namespace g2t {

/// Exponentially weighted averages over some of the latest steps, each at its own q. Always given the same terms.
class StepMoments {
 public:
  explicit StepMoments(bool antithetic) : antithetic_(antithetic) {}

  /// Uses the base, the recipe's terms and those of negligible cost; restarts if that is another set.
  void watch(const TermSet& terms, const Recipe& recipe);
  /// To be called by every step after its terms ran and before q moves; uses every few steps.
  void add(const TermSet& terms, const Family& q, const Batch& batch);
  void clear();

  /// True once there are enough units to fit the weights of all terms watched.
  [[nodiscard]] bool is_ready() const;
  [[nodiscard]] Moments moments(const TermSet& terms) const;

 private:
  bool antithetic_;
  std::vector<Index> members_;
  Matrix products_, mean_products_;
  std::vector<MomentFold> folds_;  // sums, updated in turn
  std::vector<Matrix> fold_means_;  // sums of their mean_products
  double weight_ = 0, units_ = 0;
  Index steps_ = 0, measurements_ = 0, units_of_step_ = 0;
};

}  // namespace g2t
