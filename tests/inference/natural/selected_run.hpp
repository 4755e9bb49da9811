// Blocks of steps with the selections between them, on the clock of a cost table.
#pragma once

#include <inference/natural/natural_selection.h>

#include <algorithm>
#include <g2t/core/streams.hpp>
#include <g2t/families/natural.hpp>
#include <g2t/inference/terms.hpp>
#include <support/costs.hpp>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t::testing {

inline Autoregression selected_density() { return {Vector({{1, -2, 3}}), Vector({{0.5, 1, 2}}), 0.6}; }

inline GaussianModel selected_model() {
  return {selected_density().mean, selected_density().covariance().inverse()};
}

/// The best mean-field q, at which sticking the landing has noise because of the correlation.
inline Gaussian selected_q() {
  return diagonal_gaussian(selected_density().mean, selected_density().conditional_sds());
}

inline FitOptions selected_options(const std::vector<std::string>& control_variates) {
  FitOptions options;
  options.answer = AnswerWay::Gaussian;
  options.tolerance = 0.02;
  options.family = FamilyChoice::MeanField;
  options.control_variates = control_variates;
  options.iterations = 1'000'000;
  options.costs = costs_with_taylor({0, 1e-7});
  return options;
}

/// Blocks of steps that hardly move q, with the selections between them.
struct SelectedRun {
  SelectedRun(const Model& model, const FitOptions& options, std::function<bool()> should_stop = {})
      : plan(plan_fit(model, options)), terms(make_terms(model, plan.start.structure, plan.control_variates)),
        hooks{{}, {}, std::move(should_stop), false},
        stepper(model, terms, plan.costs ? &*plan.costs : nullptr, *clock, result.diagnostics, plan.start.structure),
        limits(plan, hooks, *clock), selection(model, terms, plan, limits, *clock),
        q(make_natural(model.dimension() == 3 ? selected_q() : plan.start)) {
    stepper.use(selection.first_recipe());
  }
  void steps(Index count) {
    for (Index k = 0; k < count; ++k) stepper.step(*q, {1e-9}, streams::step(1, result.iterations++));
  }
  /// A block of so many steps, announced as one of so many draws.
  void block(Index count, Index draws) {
    begin(draws);
    steps(count);
    selection.end_block(count, stepper, result);
  }
  void begin(Index draws) { selection.begin_block(draws, *q, stepper, result); }
  void consider(double progress = 0.5) { selection.consider(progress, *q, stepper, result); }
  [[nodiscard]] std::size_t choices() const { return result.selections.size(); }
  [[nodiscard]] bool uses(const std::string& kind) const {
    const Recipe& recipe = stepper.recipe();
    return std::any_of(recipe.control_variates.begin(), recipe.control_variates.end(),
                       [&](const std::string& name) { return name.substr(0, name.find('.')) == kind; });
  }

  FitPlan plan;
  TermSet terms;
  FitHooks hooks;
  FitResult result;
  std::unique_ptr<Clock> clock = make_cost_model_clock();
  NaturalStepper stepper;
  RunLimits limits;
  NaturalSelection selection;
  std::unique_ptr<NaturalFamily> q;
};

inline constexpr Index kManyDraws = 1'000'000, kFewDraws = 2000;

}  // namespace g2t::testing
