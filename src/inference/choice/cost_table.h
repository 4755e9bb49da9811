// A cost table from the seconds of whole steps, of shared computations, and of gradients with and without each term.
#pragma once

#include <g2t/core/batch.hpp>
#include <g2t/estimators/gradient_estimator.hpp>
#include <g2t/inference/choice/measure_costs.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace g2t {

/// What a measurement of one family needs to know of it.
struct CostSubject {
  const TermSet& terms;
  std::vector<Batch> batches;  ///< one for each number of draws
  std::function<void(GradientEstimator&, const Batch&)> gradient;
  std::function<const Family&()> family;               ///< without anything that a move would have made stale
  std::function<void(std::size_t)> whole_step;         ///< with the base alone; or
  Eigen::ArrayXd known_step;                           ///< its seconds
  std::function<bool(const ExpectedScore&)> is_dense;  ///< true if a step with it takes O(d^3)
};

[[nodiscard]] Costs cost_table(const CostSubject& subject, const CostProbe& options);

}  // namespace g2t
