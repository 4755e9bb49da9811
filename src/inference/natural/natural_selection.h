// The estimator of a run in natural coordinates: weights from the steps' own draws, trials of other terms.
#pragma once

#include <inference/natural/natural_costs.h>
#include <inference/natural/natural_stepper.h>
#include <inference/run_limits.h>

#include <g2t/core/clock.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/result.hpp>
#include <memory>

namespace g2t {

/// What choices go by, as a value: with the terms, another selection goes on.
struct NaturalSelectionState {
  NaturalCostsState costs;
  std::shared_ptr<const NaturalFamily> anchored_at;  ///< where the run's terms have their anchors; null: nowhere
  double block_start = 0, selection_before = 0;
  double best_ratio = 0;  ///< smallest product over that of terms without extra cost, in the last trial; 0: no trial
  double signal = 0, noise = 0, noise_share = 0, trace = 0;  ///< of a unit, at the end of the last block; of Omega
  double trial_norm = 0;     ///< E|g|^2 of a unit in the block after the last trial; 0: not known yet
  double dense_seconds = 0;  ///< of a full-rank step with a dense exact part; 0: not timed yet
  double trial_seconds = 0;  ///< of all trials
  Index trials = 0, round = 0;  ///< trials that count, and all of them
  std::size_t next = 0;  ///< of the user's fractions
  std::optional<Selection> last;
};

/// Noise of a unit's Omega, in the natural squared norm, that sticking the landing leaves where the posterior is Gaussian: of
/// sym(E xi xi^T), E = I - B, 1/4 [(d + 2) |E|^2 + (tr E)^2].
/// @param signal  1/2 |E|^2
/// @param trace   of E
[[nodiscard]] double noise_of_linear_part(Index dimension, double signal, double trace);

class NaturalSelection {
 public:
  /// All must outlive it.
  NaturalSelection(const Model& model, const TermSet& terms, const FitPlan& plan, const RunLimits& limits, Clock& clock)
      : model_(model), terms_(terms), plan_(plan), limits_(limits), clock_(clock), costs_(model, terms, plan) {}

  /// The given recipe; or sticking the landing if the rule may use it, else the base.
  [[nodiscard]] Recipe first_recipe() const;

  /// Before a block of `draws` draws: tries the terms outside the recipe if what they may save in it exceeds what the
  /// trial costs; and chooses the number of draws a step, if it is to be chosen and times are known or cheaply measured.
  void begin_block(Index draws, const NaturalFamily& q, NaturalStepper& stepper, FitResult& result);
  void end_block(Index steps, const NaturalStepper& stepper, FitResult& result);
  /// Now and then within a block: new weights and subset of the terms that the steps evaluate, from their own moments;
  /// or a choice among all terms, if a fraction of the budget that the user gave has come.
  /// @param progress  fraction of the budget that is spent
  void consider(double progress, const NaturalFamily& q, NaturalStepper& stepper, FitResult& result);
  /// The last choice made from the steps' own moments or a trial; null if there was none.
  [[nodiscard]] const Selection* last() const { return state_.last ? &*state_.last : nullptr; }

  /// Takes note of the first q, at which the terms of a given recipe are anchored by the first step.
  void begin(const NaturalFamily& q) {
    if (plan_.options.recipe && !state_.anchored_at) state_.anchored_at = q.clone_natural();
  }
  /// Goes on from where another selection was. Terms are anchored again, the user's fractions are of the new budget.
  /// @param is_alike  false: it chose among others, or by another rule: what it found does not count
  void resume(const NaturalSelectionState& state, bool is_alike, const FitResult& result);
  [[nodiscard]] NaturalSelectionState state() const;

 private:
  [[nodiscard]] std::vector<std::string> worth_trying(double steps, const NaturalFamily& q,
                                                      const NaturalStepper& stepper);
  /// The maximum share of the steps' noise that a term from outside the recipe can remove.
  [[nodiscard]] double removable_share(const NaturalFamily& q, const NaturalStepper& stepper) const;
  [[nodiscard]] double min_step_ratio(const NaturalFamily& q, const NaturalStepper& stepper);
  /// By the plan's rule, as far as the steps' own moments go; of the present number of draws, unless that is open.
  void refit(NaturalStepper& stepper, FitResult& result, bool are_draws_open);
  /// @param steps  that the anchors set by it will serve; 0: not known
  void try_terms(const std::vector<std::string>& names, double steps, const NaturalFamily& q, NaturalStepper& stepper,
                 FitResult& result);
  void accept(const Selection& selection, NaturalStepper& stepper, FitResult& result);

  const Model& model_;
  const TermSet& terms_;
  const FitPlan& plan_;
  const RunLimits& limits_;
  Clock& clock_;
  NaturalCosts costs_;
  NaturalSelectionState state_;  // but for its costs
  Index first_iteration_ = 0;    // of the budget
};

}  // namespace g2t
