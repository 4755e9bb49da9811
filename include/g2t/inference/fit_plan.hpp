// A fit's options, checked against the model and resolved to what the run needs.
#pragma once

#include <g2t/inference/choice/measure_costs.hpp>
#include <g2t/inference/choice/selector.hpp>
#include <g2t/inference/options.hpp>
#include <g2t/inference/terms.hpp>
#include <g2t/starts/start_request.hpp>

#include <limits>

namespace g2t {

struct FitPlan {
  FitOptions options;
  Gaussian start;
  bool has_init = false;  ///< the user gave it
  StartRequest requested_start;  ///< other requests on the start
  Matrix start_root;      ///< of its covariance; empty: the Cholesky factor
  std::vector<std::string> control_variates;  ///< that the run may use, as make_terms takes them
  std::optional<Costs> costs;                 ///< given by the user, with an entry for every piece of a term
  Index draws = 0;                            ///< per step, or of the first steps if they are chosen
  std::vector<Index> draw_candidates;         ///< empty: they are not chosen

  [[nodiscard]] bool selects() const { return options.selects(); }
  [[nodiscard]] double time_limit() const {
    return options.time_budget.value_or(std::numeric_limits<double>::infinity());
  }
  [[nodiscard]] SelectorOptions selector() const;
  /// What costs are measured at.
  [[nodiscard]] CostProbe cost_probe(Index round, double max_seconds) const;
};

/// @throws InvalidSetting or InvalidArgument if the options do not fit the model
FitPlan plan_fit(const Model& model, const FitOptions& options);

}  // namespace g2t
