// The phases of a run: warm-up, first selection, step race, steps with re-selections, verdict.
#include <inference/plain/plain_fit.h>
#include <inference/plain/plain_report.h>
#include <inference/plain/plain_run_state.h>

#include <g2t/core/streams.hpp>
#include <g2t/inference/terms.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/optimizers/iterate_average.hpp>
#include <g2t/optimizers/step_sizes.hpp>
#include <inference/plain/plain_verdict.h>
#include <inference/plain/plain_selection.h>
#include <inference/resumed_run.h>
#include <inference/run_limits.h>
#include <inference/plain/step_guard.h>
#include <inference/plain/race_plan.h>
#include <inference/plain/plain_stepper.h>
#include <inference/trace_recorder.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr Index kMaxCuts = 12;            // of the step size: as many as there are published sizes
constexpr Index kAverageEvery = 8;        // steps between two iterates that enter the average
constexpr Index kProgressEvery = 16;      // steps between two calls of the progress hook
constexpr double kRaceShare = 0.25;       // of the budget, at most, for the step race
constexpr double kChangeRaceShare = 0.1;  // for one after a change of the estimator,
constexpr int kRaceNeighbours = 3;        // among so many sizes on either side
const double kGridRatio = step_size_grid()[1] / step_size_grid()[0];

// One run from start to result; the phases are called in order by fit().
class PlainRun {
 public:
  PlainRun(const Model& model, const FitPlan& plan, const FitHooks& hooks)
      : model_(model),
        plan_(plan),
        options_(plan.options),
        before_(static_cast<const PlainRunState*>(plan.options.start.state.get())),
        clock_(make_clock(plan, before_ ? before_->elapsed_seconds : 0)),
        terms_(make_terms(model, plan.start.structure, plan.control_variates, plan.options.own_terms)),
        state_{make_family(plan.start, options_), Optimizer(options_.optimizer)},
        stepper_(model, terms_, plan.costs ? &*plan.costs : nullptr, *clock_, result_.diagnostics),
        limits_(plan, hooks, *clock_),
        trace_(model, options_.seed, hooks, limits_, *clock_),
        planner_(model, plan, limits_, *clock_),
        report_(model, plan, limits_),
        selection_(model, plan, terms_, *clock_, limits_, result_) {
    result_.parameter_names = model.parameter_names();
  }

  [[nodiscard]] bool is_resumed() const { return before_ != nullptr; }
  [[nodiscard]] bool lacks_step_size() const { return !result_.is_race_decided && !options_.step_size; }

  // Goes on from where another run was. What that one learned about terms counts if they are the same.
  void resume() {
    restore_run(*before_, result_, use_, trace_);
    iteration_ = first_iteration_ = before_->iteration;
    state_ = before_->steps.clone();
    guard_ = before_->guard;
    stepper_.resume(before_->draws, before_->consecutive_skips);
    selection_.resume(before_->selection, chooses_as_before(*before_, plan_, terms_));
    selection_.begin(*state_.q);
    stepper_.use(resumed_recipe(before_->recipe, plan_, terms_, options_.recipe.value_or(base_recipe())));
    if (options_.step_size && options_.step_size != before_->options.step_size) {
      result_.step_size = *options_.step_size;
      result_.is_race_decided = true;
    }
  }

  void warm_up() {
    trace("rep", options_.warmup_step_size);
    const double begin = clock_->seconds();
    stepper_.use(base_recipe());
    for (Index k = 0; k < options_.warmup_steps && can_go_on(); ++k) {
      stepper_.step(state_, options_.warmup_step_size, streams::warmup(options_.seed, k));
      if (k % kAverageEvery == 0) selection_.add(state_.q->gaussian());
    }
    if (plan_.options.recipe) stepper_.use(*plan_.options.recipe);
    selection_.begin(*state_.q);
    trace(describe(stepper_.recipe()), options_.warmup_step_size);
    result_.seconds.start = clock_->seconds() - begin;
  }

  void select_if_due(double progress) {
    if (!selection_.is_due(progress)) return;
    const std::optional<double> norm_ratio =
        selection_.select({progress, iteration_, iteration_ - first_iteration_}, state_, stepper_);
    if (!norm_ratio) return;
    if (*norm_ratio != 1) change_step_size(*norm_ratio);
    segment_start_ = clock_->seconds();
    segment_steps_ = 0;
  }

  void race() {
    if (options_.step_size)
      result_.step_size = *options_.step_size * step_scale_;
    else
      race_among(step_size_grid(), kRaceShare);
  }

  void run_steps() {
    steps_start_ = segment_start_ = clock_->seconds();
    report_.reserve(state_.q->gaussian(), clock_->seconds() / static_cast<double>(std::max<Index>(1, draws())));
    budget_start_ = limits_.seconds();
    const Index draws_before = stepper_.draws();
    const double selection_before = result_.seconds.selection, race_before = result_.seconds.race;
    if (!is_resumed() && std::isfinite(trace_.points().back().elbo.value))
      guard_.begin(state_, trace_.points().back().elbo);
    while (can_go_on() && progress() < 1) {
      select_if_due(progress());
      const StreamKey key = streams::step(options_.seed, iteration_);
      if (stepper_.step(state_, result_.step_size, key)) selection_.observe(stepper_.squared_norm());
      ++iteration_;
      ++segment_steps_;
      if (!options_.keep_step_size && result_.diagnostics.step_size_cuts < kMaxCuts &&
          guard_.has_diverged(state_, stepper_))
        cut_step_size();
      if (iteration_ % kAverageEvery == 0) {
        selection_.add(state_.q->gaussian());
        if (options_.averaging != Averaging::None && progress() >= 0.5) average_.add(state_.q->gaussian());
      }
      if (trace_.is_due(iteration_)) {
        trace(describe(stepper_.recipe()), result_.step_size);
        trace_.end_block(state_.q->gaussian(), iteration_, draws());
      } else if (iteration_ % kProgressEvery == 0) {
        trace_.report(iteration_);
      }
    }
    result_.seconds.steps += clock_->seconds() - steps_start_ - (result_.seconds.selection - selection_before) -
                             (result_.seconds.race - race_before);
    result_.step_draws += stepper_.draws() - draws_before - late_race_draws_;
    if (segment_steps_ > 0)
      result_.diagnostics.observed_step_seconds =
          (clock_->seconds() - segment_start_) / static_cast<double>(segment_steps_);
    keep_state();
  }

  FitResult finish() {
    if (average_.count() > 0 && (options_.averaging == Averaging::Tail ||
                                 report_.is_average_better(average_.average(), state_.q->gaussian()))) {
      state_.q->set_gaussian(average_.average());
      result_.is_average = true;
    }
    trace(describe(stepper_.recipe()), result_.step_size);
    result_.seconds.total = clock_->seconds();
    result_.iterations = iteration_;
    result_.gradient_draws += stepper_.draws();
    result_.recipe = stepper_.recipe();
    result_.q = state_.q->gaussian();
    const std::unique_ptr<Clock> wall = make_wall_clock();
    result_.trace = trace_.points();
    result_.elbo = report_.elbo_of(result_.q);
    const Elbo best = report_.elbo_of_best(trace_.best_q(), trace_.best_elbo(), result_.elbo);
    const bool is_stuck = RunLimits::is_stuck(stepper_.consecutive_skips());
    result_.diagnostics.count_use(use_);  // a verdict tells why draws failed
    set_plain_verdict(result_, {limits_.is_interrupted(), is_stuck, iteration_ == first_iteration_,
                                trace_.best_q(), best});
    report_.fill_in_answer(result_);
    if (!plan_.costs) result_.seconds.answer = wall->seconds();
    result_.diagnostics.count_use(use_);
    if (limits_.is_interrupted()) result_.status = FitStatus::Interrupted;  // the answer too
    judge_plain_answer(options_, result_);
    result_.state = std::move(kept_);
    return std::move(result_);
  }

 private:
  [[nodiscard]] Recipe base_recipe() const { return recipe_by_name("rep", plan_.draws, options_.antithetic); }
  [[nodiscard]] Index draws() const { return result_.gradient_draws + stepper_.draws(); }

  // For another run to go on from here.
  void keep_state() {
    const auto state = std::make_shared<PlainRunState>(state_.clone());
    keep_run(model_, plan_, terms_, result_, use_, *clock_, trace_, *state);
    state->iteration = iteration_;
    state->recipe = stepper_.recipe();
    state->draws = stepper_.draws();
    state->consecutive_skips = stepper_.consecutive_skips();
    state->guard = guard_;
    state->selection = selection_.state();
    kept_ = state;
  }

  // As the options say, after a choice that changed the estimator.
  void change_step_size(double norm_ratio) {
    if (options_.when_changed == WhenChanged::Scale) {
      step_scale_ *= norm_ratio;
      result_.step_size *= norm_ratio;
    } else if (options_.when_changed == WhenChanged::Race && result_.step_size > 0) {
      std::vector<double> sizes;
      for (int k = -kRaceNeighbours; k <= kRaceNeighbours; ++k) sizes.push_back(result_.step_size * std::pow(kGridRatio, k));
      const std::vector<RaceEntry> first = result_.race;
      const bool is_first_decided = result_.is_race_decided;
      const Index draws_before = stepper_.draws();
      race_among(sizes, kChangeRaceShare);
      late_race_draws_ += stepper_.draws() - draws_before;
      if (!first.empty()) result_.race = first;
      result_.is_race_decided = is_first_decided;
      guard_.forget_block();
    }
  }

  // share: of the budget, at most.
  void race_among(const std::vector<double>& sizes, double share) {
    const double begin = clock_->seconds();
    const FitDiagnostics before = result_.diagnostics;  // what diverging sizes meet is no trouble of the run
    const RacePlan race = planner_.plan(sizes, share, state_, stepper_, before.predicted_step_seconds);
    StepRaceResult raced = race_step_sizes(state_, stepper_, race.options, *clock_, race.exact_elbo,
                                           [&] { return limits_.is_interrupted(); });
    state_ = std::move(raced.winner);
    selection_.restart();
    result_.step_size = raced.step_size;
    result_.is_race_decided = raced.is_decided;
    result_.race = std::move(raced.entries);
    result_.diagnostics = before;
    result_.seconds.race += clock_->seconds() - begin;
    trace(describe(stepper_.recipe()), result_.step_size);
  }

  // Back to the best block with the next smaller of the published sizes.
  void cut_step_size() {
    state_ = guard_.best()->clone();
    state_.optimizer = Optimizer(options_.optimizer);
    stepper_.forget_skips();
    guard_.forget_block();
    result_.step_size /= kGridRatio;
    ++result_.diagnostics.step_size_cuts;
    average_ = {};
    selection_.restart();
  }

  bool can_go_on() const { return limits_.allow_a_step(stepper_.consecutive_skips()); }

  // Fraction of what remained after the race that is used up, by time or by steps, whichever is further.
  double progress() const {
    double fraction = 0;
    const double available = limits_.step_limit() - budget_start_;
    if (std::isfinite(available)) fraction = available > 0 ? (limits_.seconds() - budget_start_) / available : 1.0;
    if (options_.iterations) {
      const double total = static_cast<double>(*options_.iterations);
      fraction = std::max(fraction, total > 0 ? static_cast<double>(iteration_ - first_iteration_) / total : 1.0);
    }
    return fraction;
  }

  void trace(const std::string& recipe, double step_size) {
    trace_.record(state_.q->gaussian(), iteration_, draws(), step_size, recipe);
  }

  ModelUse use_;
  ModelUseScope scope_{&use_};  // of the run's whole duration
  const Model& model_;
  const FitPlan& plan_;
  const FitOptions& options_;
  const PlainRunState* before_;  // null: there was no run before
  std::unique_ptr<Clock> clock_;
  TermSet terms_;
  StepState state_;
  FitResult result_;
  PlainStepper stepper_;
  StepGuard guard_;
  IterateAverage average_;
  RunLimits limits_;
  TraceRecorder trace_;
  RacePlanner planner_;
  PlainReport report_;
  PlainSelection selection_;
  Index iteration_ = 0, first_iteration_ = 0, segment_steps_ = 0;
  Index late_race_draws_ = 0;  // of races after a change of the estimator
  double steps_start_ = 0, segment_start_ = 0;
  double budget_start_ = 0;  // of the steps, by the budget's clock
  std::shared_ptr<const RunState> kept_;
  double step_scale_ = 1;  // of a given step size, by the changes of the estimator before the first step
};

}  // namespace

FitResult fit_plain(const Model& model, const FitPlan& plan, const FitHooks& hooks) {
  PlainRun run(model, plan, hooks);
  if (run.is_resumed()) {
    run.resume();
    if (run.lacks_step_size()) run.race();
  } else {
    run.warm_up();
    run.select_if_due(0);
    run.race();
  }
  run.run_steps();
  return run.finish();
}

}  // namespace g2t
