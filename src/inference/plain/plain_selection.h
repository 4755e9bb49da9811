// When a run in plain coordinates chooses its estimator, and what these choices may take.
#pragma once

#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/result.hpp>
#include <g2t/inference/choice/selector.hpp>
#include <g2t/optimizers/recent_average.hpp>
#include <inference/choice/drift_watch.h>
#include <inference/run_limits.h>
#include <inference/plain/plain_stepper.h>

#include <memory>
#include <optional>

namespace g2t {

/// Where a run is.
struct RunPosition {
  double progress = 0;  ///< fraction of the budget
  Index iteration = 0;
  Index steps_made = 0;  ///< of the budget's
};

/// What choices go by, as a value: with the terms, another selection goes on.
struct PlainSelectionState {
  static constexpr Index kRecentIterates = 25;  ///< in the average at which moments are taken

  std::optional<Costs> costs;                 ///< given, or the latest measured
  std::shared_ptr<const Family> anchored_at;  ///< where the run's terms have their anchors; null: nowhere
  DriftWatch drift;
  RecentAverage recent{kRecentIterates};
  std::size_t next = 0;  ///< of the planned times
  Index round = 0, measurements = 0;
  double last_seconds = 0;  ///< of the last selection, with everything that belongs to it
};

class PlainSelection {
 public:
  /// All must outlive it. Choices and what they take are added to the result.
  PlainSelection(const Model& model, const FitPlan& plan, const TermSet& terms, Clock& clock, const RunLimits& limits,
                 FitResult& result)
      : model_(model), plan_(plan), terms_(terms), clock_(clock), limits_(limits), result_(result) {
    state_.costs = plan.costs;
  }

  /// True if the next of the planned times has come, or the noise has drifted since the last choice.
  [[nodiscard]] bool is_due(double progress) const { return is_planned(progress) || has_drifted(); }
  /// Chooses, if there is something to go by and the share of time for choices allows it.
  /// @returns the root of the mean squared norm of the estimator before over that of the choice, at the same q (1 if it
  ///          is the same one); nothing if there was no time to choose
  std::optional<double> select(const RunPosition& position, const StepState& state, PlainStepper& stepper);

  /// Of a step that was made.
  void observe(double squared_norm) { state_.drift.observe(squared_norm); }
  /// An iterate, for the average at which moments are taken.
  void add(const Gaussian& q) { state_.recent.add(q); }
  /// The run goes on from another q.
  void restart();

  /// Takes note of the first q, at which the terms of a given recipe are anchored by the first step.
  void begin(const Family& q) {
    if (plan_.options.recipe && !state_.anchored_at) state_.anchored_at = q.clone();
  }
  /// Goes on from where another selection was. Terms are anchored again; planned times are of the new budget, but for a
  /// first choice.
  /// @param is_alike  false: it chose among others, or by another rule: what it found does not count
  void resume(const PlainSelectionState& state, bool is_alike);
  [[nodiscard]] const PlainSelectionState& state() const { return state_; }

 private:
  [[nodiscard]] bool is_planned(double progress) const;
  [[nodiscard]] bool has_drifted() const { return plan_.selects() && watches_drift() && state_.drift.has_drifted(); }
  [[nodiscard]] bool watches_drift() const { return plan_.options.reselect == Reselect::Drift; }
  void set_anchors(const RunPosition& position, const StepState& state, const PlainStepper& stepper);
  void measure(const StepState& state, const PlainStepper& stepper);
  double accept(const SelectorReport& report, PlainStepper& stepper);
  [[nodiscard]] double expected_steps() const;
  [[nodiscard]] double expected_seconds(const RunPosition& position, const PlainStepper& stepper) const;
  [[nodiscard]] double seconds_spent() const { return result_.seconds.selection - seconds_before_; }
  [[nodiscard]] double planned_later() const;
  [[nodiscard]] bool is_affordable(bool is_planned, double run_seconds) const;
  [[nodiscard]] Index affordable_draws(double run_seconds) const;

  const Model& model_;
  const FitPlan& plan_;
  const TermSet& terms_;
  Clock& clock_;
  const RunLimits& limits_;
  FitResult& result_;
  PlainSelectionState state_;
  bool has_chosen_ = false;    // from what there is to choose from now
  double seconds_before_ = 0;  // of selections, in the run that this one goes on from
};

}  // namespace g2t
