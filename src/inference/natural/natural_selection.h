// The estimator of a run in natural coordinates: weights from the steps' own draws, trials of other terms.
#pragma once

#include <inference/natural/natural_stepper.h>
#include <inference/choice/trial_terms.h>
#include <inference/run_limits.h>

#include <g2t/core/clock.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/result.hpp>

namespace g2t {

class NaturalSelection {
 public:
  /// All must outlive it.
  NaturalSelection(const Model& model, const TermSet& terms, const FitPlan& plan, const RunLimits& limits, Clock& clock)
      : model_(model), terms_(terms), plan_(plan), limits_(limits), clock_(clock) {}

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
  [[nodiscard]] const Selection* last() const { return last_ ? &*last_ : nullptr; }

 private:
  [[nodiscard]] std::vector<std::string> worth_trying(double steps, const NaturalFamily& q,
                                                      const NaturalStepper& stepper);
  [[nodiscard]] TrialSize trial_size(const Recipe& recipe) const;
  [[nodiscard]] CostProbe trial_probe(const Recipe& recipe, Index round) const;
  /// The maximum share of the steps' noise that a term from outside the recipe can remove.
  [[nodiscard]] double removable_share(const NaturalFamily& q, const NaturalStepper& stepper) const;
  [[nodiscard]] double min_step_ratio(const NaturalFamily& q, const NaturalStepper& stepper);
  /// By the plan's rule, as far as the steps' own moments go; of the present number of draws, unless that is open.
  void refit(NaturalStepper& stepper, FitResult& result, bool are_draws_open);
  void measure_steps(double draws, const NaturalFamily& q, const NaturalStepper& stepper, FitResult& result);
  bool measure_terms(const TermSet& terms, const NaturalFamily& q, const NaturalStepper& stepper, FitResult& result);
  /// @param steps  that the anchors set by it will serve; 0: not known
  void try_terms(const std::vector<std::string>& names, double steps, const NaturalFamily& q, NaturalStepper& stepper,
                 FitResult& result);
  [[nodiscard]] Costs running_costs(const Recipe& recipe) const;
  void accept(const Selection& selection, NaturalStepper& stepper, FitResult& result);

  const Model& model_;
  const TermSet& terms_;
  const FitPlan& plan_;
  const RunLimits& limits_;
  Clock& clock_;
  std::optional<Costs> measured_;  // of the terms that were tried last
  std::optional<ComputationCost> step_;  // of a step with what is at hand, once that was measured by draws
  double step_seconds_ = 0;        // of the last block's steps
  double block_start_ = 0, selection_before_ = 0;
  double best_ratio_ = 0;  // smallest product over that of terms without extra cost, in the last trial; 0: no trial
  double signal_ = 0, noise_ = 0, noise_share_ = 0;  // of a unit, at the end of the last block
  double trial_norm_ = 0;       // E|g|^2 of a unit in the block after the last trial; 0: not known yet
  double dense_seconds_ = 0;    // of a full-rank step with a dense exact part; 0: not timed yet
  double trial_seconds_ = 0;    // of all trials
  Index trials_ = 0, measurements_ = 0;
  std::size_t next_ = 0;  // of the user's fractions
  std::optional<Selection> last_;
};

}  // namespace g2t
