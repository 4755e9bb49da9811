// What steps in natural coordinates cost: by the given table, as measured for a trial, or as the steps were.
#pragma once

#include <inference/choice/trial_terms.h>

#include <g2t/core/costs.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/recipe.hpp>
#include <g2t/core/term_set.hpp>
#include <g2t/families/natural.hpp>
#include <g2t/inference/fit_plan.hpp>

#include <optional>

namespace g2t {

/// What is known of costs, as a value.
struct NaturalCostsState {
  std::optional<Costs> measured;        ///< of the terms that were tried last
  std::optional<ComputationCost> step;  ///< of a step with what is at hand, once measured by draws
  double step_seconds = 0;              ///< of the last block's steps; 0: there was none
  Index measurements = 0;
};

class NaturalCosts {
 public:
  static constexpr Index kTrialDraws = 128;  ///< of a trial, unless the user gave a number

  /// All must outlive it.
  NaturalCosts(const Model& model, const TermSet& terms, const FitPlan& plan)
      : model_(model), terms_(terms), plan_(plan) {}

  [[nodiscard]] bool are_known() const { return plan_.costs || state_.measured || state_.step; }
  /// Of the run's steps; where nothing is known, all but the base is free.
  /// @param recipe  with which they are made
  [[nodiscard]] Costs of_run(const Recipe& recipe) const;
  void observe_step(double seconds) { state_.step_seconds = seconds; }
  [[nodiscard]] double step_seconds() const { return state_.step_seconds; }

  /// Measures steps with the recipe by their number of draws, if nothing is known and that takes no more than its share of
  /// a block of `draws` draws. @returns the number of density evaluations
  Index measure_steps(double draws, const NaturalFamily& q, const Recipe& recipe);
  /// Measures terms for a trial, once for each set of them, unless a table is given.
  /// @param evaluations  of densities: those made are added
  /// @returns false if no costs could be had at q
  bool measure_terms(const TermSet& terms, const NaturalFamily& q, const Recipe& recipe, Index& evaluations);
  /// Of a trial besides steps with the recipe.
  [[nodiscard]] TrialSize trial_size(const Recipe& recipe) const;

  /// @param is_alike  false: of what was known, the number of measurements counts alone
  void resume(const NaturalCostsState& state, bool is_alike) {
    if (is_alike) state_ = state;
    state_.measurements = state.measurements;
  }
  [[nodiscard]] const NaturalCostsState& state() const { return state_; }

 private:
  [[nodiscard]] CostProbe trial_probe(const Recipe& recipe, Index round) const;

  const Model& model_;
  const TermSet& terms_;
  const FitPlan& plan_;
  NaturalCostsState state_;
};

}  // namespace g2t
