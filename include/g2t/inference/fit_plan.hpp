// A fit's options and inputs, checked against the model and resolved to what the run needs.
#pragma once

#include <g2t/inference/fit.hpp>
#include <g2t/inference/measure_costs.hpp>
#include <g2t/inference/selector.hpp>

#include <limits>

namespace g2t {

/// Where a fit should start if no q is given.
struct StartWish {
  std::optional<Vector> point;
  std::optional<double> radius;
};

struct FitPlan {
  FitOptions options;
  Gaussian start;
  bool has_init = false;  ///< the user gave it
  StartWish wish;         ///< what the user said about the start else
  Matrix start_root;      ///< of its covariance; empty: the Cholesky factor
  std::vector<std::string> control_variates;  ///< that the run may use, as make_terms takes them
  std::optional<Recipe> recipe;               ///< given by the user; empty: selected
  std::optional<Costs> costs;                 ///< given by the user: the clock is the cost model
  std::vector<LedgerEntry> pool;
  Index draws = 0;                            ///< per step, or of the first steps if they are chosen
  std::vector<Index> draw_candidates;         ///< empty: they are not chosen

  [[nodiscard]] bool selects() const { return !recipe.has_value(); }
  [[nodiscard]] double time_limit() const {
    return options.time_budget.value_or(std::numeric_limits<double>::infinity());
  }
  [[nodiscard]] SelectorOptions selector() const;
  /// What costs are measured at.
  [[nodiscard]] CostProbe cost_probe(std::uint64_t round, double most_seconds) const;
};

/// @throws InvalidArgument if options and inputs do not fit the model
FitPlan plan_fit(const Model& model, const FitOptions& options, const FitInputs& inputs);

}  // namespace g2t
