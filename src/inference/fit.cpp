// The phases of a run: warm-up, first selection, step race, steps with re-selections, verdict.
#include <g2t/inference/fit.hpp>

#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/measure_costs.hpp>
#include <g2t/inference/selector.hpp>
#include <g2t/inference/threaded_model.hpp>
#include <g2t/optimizers/iterate_average.hpp>
#include <g2t/optimizers/recent_average.hpp>
#include <g2t/optimizers/step_sizes.hpp>
#include <inference/drift_watch.h>
#include <inference/fit_verdict.h>
#include <inference/natural_fit.h>
#include <inference/run_limits.h>
#include <inference/step_guard.h>
#include <inference/step_race.h>
#include <inference/stepper.h>
#include <inference/trace_recorder.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr Index kMostCuts = 12;           // of the step size: as many as there are published sizes
constexpr Index kFinalDraws = 1000;       // for an ELBO that is not exact
constexpr Index kAverageEvery = 8;        // steps between two iterates that enter the average
constexpr Index kRecentIterates = 25;     // of those, in the average that a selection looks at
constexpr Index kProgressEvery = 16;      // steps between two calls of the progress hook
constexpr double kCostShare = 0.005;      // of the time budget, for measuring costs at each selection
constexpr double kSelectingShare = 0.02;  // of the run, at most, for selecting; the first selection has
constexpr Index kLeastSelectDraws = 32;   // so many draws in any case
constexpr double kLookShare = 0.3;        // of the race's time for exact ELBOs; else its own draws must do
constexpr double kLeastRaceSteps = 5;     // of a first round when iterations are the only limit: fewer say nothing
constexpr double kRaceShare = 0.25;       // of the budget, at most, for the step race

// One run from start to result; the phases are called in order by fit().
class FitRun {
 public:
  FitRun(const Model& model, const FitPlan& plan, const FitHooks& hooks)
      : model_(model), plan_(plan), options_(plan.options),
        clock_(plan.costs.has_value() ? make_cost_model_clock() : make_wall_clock()),
        terms_(make_terms(model, plan.start.structure, plan.control_variates)),
        state_{make_family(plan.start, options_), Optimizer(options_.optimizer)},
        costs_(plan.costs.value_or(Costs{})),
        has_costs_(plan.costs.has_value()),
        stepper_(model, terms_, has_costs_ ? &costs_ : nullptr, *clock_, result_.diagnostics),
        trace_(model, options_.seed, hooks, *clock_),
        limits_(plan, hooks, *clock_) {
    result_.parameter_names = model.parameter_names();
    trace("rep", options_.warmup_step_size);
  }

  void warm_up() {
    const double begin = clock_->seconds();
    stepper_.use(recipe_by_name("rep", plan_.draws, options_.antithetic));
    for (Index k = 0; k < options_.warmup_steps && can_go_on(); ++k) {
      stepper_.step(state_, options_.warmup_step_size,
                     {options_.seed, Purpose::Warmup, static_cast<std::uint64_t>(k)});
      if (k % kAverageEvery == 0) recent_.add(state_.q->gaussian());
    }
    if (plan_.recipe) stepper_.use(*plan_.recipe);
    trace(describe(stepper_.recipe()), options_.warmup_step_size);
    result_.seconds.start = clock_->seconds() - begin;
  }

  // Re-selects if the next of the planned times has come, or the noise is no longer what the last choice went by.
  void select_if_due(double progress) {
    if (!plan_.selects()) return;
    const bool is_planned =
        next_selection_ < options_.select_at.size() && progress >= options_.select_at[next_selection_];
    if (!is_planned && !(options_.reselect == Reselect::Drift && drift_.has_drifted())) return;
    const double begin = clock_->seconds();
    const bool is_capped = options_.reselect == Reselect::Drift && selection_round_ > 0;
    if (is_capped && !is_affordable(is_planned)) {
      if (is_planned) ++next_selection_;
      drift_.rest();
      return;
    }
    if (is_planned) {
      result_.gradient_draws += terms_.anchor(*state_.q);
      const double anchor_seconds = clock_->seconds() - begin;
      ++next_selection_;
      measure_costs_here(anchor_seconds, progress);
    }
    SelectorOptions selector = plan_.selector();
    if (options_.reselect == Reselect::Drift) {
      const Index least = std::max(kLeastSelectDraws, 4 * terms_.size());
      selector.select_draws = std::min(selector.select_draws, std::max(affordable_draws(), least));
    }
    if (has_costs_ && begin + costs_.seconds(terms_.names(), selector.select_draws) < plan_.time_limit()) {
      const std::unique_ptr<Family> at = state_.q->clone();
      if (options_.select_from == SelectFrom::Average && !recent_.is_empty()) at->set_gaussian(recent_.average());
      const SelectorReport report = choose_recipe(model_, *at, terms_, costs_, selector, selection_round_++, *clock_,
                                                  [&] { return limits_.is_interrupted(); });
      result_.gradient_draws += report.density_evaluations;
      result_.diagnostics.failed_draws += report.failed_draws;
      accept(report);
    } else if (is_planned) {
      ++result_.diagnostics.failed_selections;
    }
    if (drift_.has_drifted()) drift_.rest();  // nothing could be chosen
    selection_seconds_ = clock_->seconds() - begin;
    result_.seconds.selection += clock_->seconds() - begin;
    segment_start_ = clock_->seconds();
    segment_steps_ = 0;
  }

  // Anew at each selection, since a shared machine changes its pace; a given table stands.
  void measure_costs_here(double anchor_seconds, double progress) {
    if (plan_.costs) return;
    double share = kCostShare * plan_.time_limit();
    if (options_.iterations && stepper_.draws() > 0)  // steps so far tell how long the run will be
      share = std::min(share, kCostShare * clock_->seconds() * static_cast<double>(*options_.iterations * plan_.draws) /
                                  static_cast<double>(stepper_.draws()));
    const CostMeasurement measured =
        measure_costs(model_, *state_.q, terms_, options_.optimizer,
                      plan_.cost_probe(selection_round_, std::isfinite(share) ? share : 0.1));
    result_.gradient_draws += measured.density_evaluations;
    has_costs_ = !measured.costs.terms.empty();
    if (!has_costs_) return;
    costs_ = measured.costs;
    const double next = next_selection_ < options_.select_at.size() ? options_.select_at[next_selection_] : 1;
    spread_anchor(costs_, terms_, anchor_seconds, (next - progress) * expected_steps());
  }

  // Of the whole run, by the base's time; infinite if nothing limits it.
  double expected_steps() const {
    const double by_time = plan_.time_limit() / costs_.seconds({terms_[0].name()}, plan_.draws);
    return options_.iterations ? std::min(by_time, static_cast<double>(*options_.iterations)) : by_time;
  }

  void accept(const SelectorReport& report) {
    if (!report.has_choice) {
      ++result_.diagnostics.failed_selections;
      return;
    }
    result_.selections.push_back({report.selection, iteration_, clock_->seconds()});
    const LedgerEntry& choice = report.selection.choice();
    // If the same was chosen again, the run's steps are noisier than the point that selections look at, and that is no
    // drift.
    const Recipe& before = stepper_.recipe();
    const bool is_same = choice.recipe.control_variates == before.control_variates &&
                         choice.recipe.draws == before.draws && choice.recipe.antithetic == before.antithetic;
    drift_.expect(is_same && drift_.has_drifted() ? drift_.mean() : choice.squared_norm);
    stepper_.use(choice.recipe);
    result_.diagnostics.predicted_step_seconds = report.selection.choice().seconds;
  }

  void race() {
    if (options_.step_size) {
      result_.step_size = *options_.step_size;
      return;
    }
    const double begin = clock_->seconds();
    const FitDiagnostics before = result_.diagnostics;  // what diverging sizes meet is no trouble of the run
    StepRaceOptions race;
    race.step_sizes = step_size_grid();
    race.seed = options_.seed;
    const double seconds = std::min(kRaceShare * plan_.time_limit(), 0.5 * (plan_.time_limit() - begin));
    race.deadline = begin + seconds;
    const double looks = seconds_of_race_looks();
    const bool has_looks = has_exact_elbo(model_, plan_.start.structure) && looks < kLookShare * seconds;
    race.first_steps = first_race_steps(has_looks ? seconds - looks : seconds);
    std::function<double(const Gaussian&)> exact;
    if (has_looks) exact = [&](const Gaussian& q) { return elbo(model_, q, {}, 0).value; };
    StepRaceResult raced =
        race_step_sizes(state_, stepper_, race, *clock_, exact, [&] { return limits_.is_interrupted(); });
    state_ = std::move(raced.winner);
    recent_ = RecentAverage(kRecentIterates);
    result_.step_size = raced.step_size;
    result_.is_race_decided = raced.is_decided;
    result_.race = std::move(raced.entries);
    result_.diagnostics = before;
    result_.seconds.race = clock_->seconds() - begin;
    trace(describe(stepper_.recipe()), result_.step_size);
  }

  void run_steps() {
    steps_start_ = segment_start_ = clock_->seconds();
    const Index draws_before = stepper_.draws();
    const double selection_before = result_.seconds.selection;
    if (std::isfinite(trace_.points().back().elbo.value)) guard_.begin(state_, trace_.points().back().elbo);
    while (can_go_on() && progress() < 1) {
      select_if_due(progress());
      const StreamKey key{options_.seed, Purpose::Step, static_cast<std::uint64_t>(iteration_)};
      if (stepper_.step(state_, result_.step_size, key)) drift_.observe(stepper_.squared_norm());
      ++iteration_;
      ++segment_steps_;
      if (!options_.keep_step_size && result_.diagnostics.step_size_cuts < kMostCuts &&
          guard_.has_diverged(state_, stepper_))
        cut_step_size();
      if (iteration_ % kAverageEvery == 0) {
        recent_.add(state_.q->gaussian());
        if (options_.averaging != Averaging::None && progress() >= 0.5) average_.add(state_.q->gaussian());
      }
      if (trace_.is_due(iteration_)) {
        trace(describe(stepper_.recipe()), result_.step_size);
      } else if (iteration_ % kProgressEvery == 0) {
        trace_.report(iteration_);
      }
    }
    result_.seconds.steps = clock_->seconds() - steps_start_ - (result_.seconds.selection - selection_before);
    result_.step_draws = stepper_.draws() - draws_before;
    if (segment_steps_ > 0)
      result_.diagnostics.observed_step_seconds =
          (clock_->seconds() - segment_start_) / static_cast<double>(segment_steps_);
  }

  FitResult finish() {
    if (average_.count() > 0 && (options_.averaging == Averaging::Tail || is_average_better())) {
      state_.q->set_gaussian(average_.average());
      result_.is_average = true;
    }
    trace(describe(stepper_.recipe()), result_.step_size);
    result_.seconds.total = clock_->seconds();
    result_.iterations = iteration_;
    result_.gradient_draws += stepper_.draws();
    result_.recipe = stepper_.recipe();
    result_.q = state_.q->gaussian();
    result_.elbo = elbo(model_, result_.q, {options_.seed, Purpose::Elbo, 0}, kFinalDraws);
    result_.trace = trace_.points();
    const bool is_stuck = RunLimits::is_stuck(stepper_.consecutive_skips());
    judge_fit(result_, {limits_.is_interrupted(), is_stuck, trace_.best_q(), trace_.best_elbo()});
    return std::move(result_);
  }

 private:
  // Back to the best block with the next smaller of the published sizes.
  void cut_step_size() {
    static const double kRatio = step_size_grid()[1] / step_size_grid()[0];
    state_ = guard_.best()->clone();
    state_.optimizer = Optimizer(options_.optimizer);
    stepper_.forget_skips();
    guard_.forget_block();
    result_.step_size /= kRatio;
    ++result_.diagnostics.step_size_cuts;
    average_ = {};
    recent_ = RecentAverage(kRecentIterates);
    drift_.rest();
  }

  bool can_go_on() const { return limits_.allow_a_step(stepper_.consecutive_skips()); }

  // Seconds of the whole run, as far as limits tell.
  double expected_seconds() const {
    double total = plan_.time_limit();
    if (options_.iterations && has_costs_) {
      const double left = static_cast<double>(*options_.iterations - iteration_);
      total = std::min(total, clock_->seconds() + left * costs_.of(stepper_.recipe()));
    }
    return total;
  }

  // Another selection like the last one, within the share of the run that selections may take: a planned one, or one more
  // besides those planned for later.
  bool is_affordable(bool is_planned) const {
    const double planned = static_cast<double>(options_.select_at.size() - next_selection_);
    return has_costs_ && result_.seconds.selection + (is_planned ? 1 : 1 + planned) * selection_seconds_ <=
                             kSelectingShare * expected_seconds();
  }

  // Draws of a planned selection, so that those planned for later can have as many.
  Index affordable_draws() const {
    if (!has_costs_) return 0;
    const double planned = static_cast<double>(options_.select_at.size() - next_selection_) + 1;
    const double seconds = (kSelectingShare * expected_seconds() - result_.seconds.selection) / planned;
    Index draws = options_.select_draws;
    while (draws >= kLeastSelectDraws && costs_.seconds(terms_.names(), draws) > seconds) draws = draws * 7 / 16 * 2;
    return draws;
  }

  // By ELBO, on common draws where it is not exact.
  bool is_average_better() const {
    const StreamKey key{options_.seed, Purpose::Elbo, 1};
    return elbo(model_, average_.average(), key, kFinalDraws).value >
           elbo(model_, state_.q->gaussian(), key, kFinalDraws).value;
  }

  // Fraction of what remained after the race that is used up, by time or by steps, whichever is further.
  double progress() const {
    double fraction = 0;
    const double available = plan_.time_limit() - steps_start_;
    if (std::isfinite(available))
      fraction = available > 0 ? (clock_->seconds() - steps_start_) / available : 1.0;
    if (options_.iterations) {
      const double total = static_cast<double>(*options_.iterations);
      fraction = std::max(fraction, total > 0 ? static_cast<double>(iteration_) / total : 1.0);
    }
    return fraction;
  }

  // Of all exact ELBOs at the ends of the race's rounds, from one of them; they count in the budget.
  double seconds_of_race_looks() {
    if (!has_exact_elbo(model_, plan_.start.structure)) return 0;
    const double begin = clock_->seconds();
    elbo(model_, state_.q->gaussian(), {}, 0);
    return 2 * static_cast<double>(step_size_grid().size()) * (clock_->seconds() - begin);
  }

  double expected_step_seconds() {
    if (result_.diagnostics.predicted_step_seconds > 0) return result_.diagnostics.predicted_step_seconds;
    constexpr int kTrials = 3;
    StepState trial = state_.clone();
    const double begin = clock_->seconds();
    for (int k = 0; k < kTrials; ++k)
      stepper_.step(trial, 0, {options_.seed, Purpose::Costs, static_cast<std::uint64_t>(k)});
    return (clock_->seconds() - begin) / kTrials;
  }

  // Of the race's first round, so that all rounds fit into the given time and, if that is enough to tell sizes apart,
  // into a quarter of the iterations.
  Index first_race_steps(double seconds) {
    const double per_first_step =
        static_cast<double>(race_steps_per_first_step(static_cast<Index>(step_size_grid().size())));
    double steps = std::isfinite(seconds) ? 0.9 * seconds / (expected_step_seconds() * per_first_step) : 1e9;
    if (options_.iterations)
      steps = std::min(steps, kRaceShare * static_cast<double>(*options_.iterations) / per_first_step);
    return static_cast<Index>(std::clamp(steps, options_.time_budget ? 1.0 : kLeastRaceSteps, 5000.0));
  }

  void trace(const std::string& recipe, double step_size) {
    trace_.record(state_.q->gaussian(), iteration_, result_.gradient_draws + stepper_.draws(), step_size, recipe);
  }

  const Model& model_;
  const FitPlan& plan_;
  const FitOptions& options_;
  std::unique_ptr<Clock> clock_;
  TermSet terms_;
  StepState state_;
  Costs costs_;     // given, or the latest measured
  bool has_costs_;
  FitResult result_;
  Stepper stepper_;
  StepGuard guard_;
  DriftWatch drift_;
  IterateAverage average_;
  RecentAverage recent_{kRecentIterates};
  TraceRecorder trace_;
  RunLimits limits_;
  Index iteration_ = 0, segment_steps_ = 0;
  std::size_t next_selection_ = 0;
  std::uint64_t selection_round_ = 0;
  double selection_seconds_ = 0;  // of the last one, with everything that belongs to it
  double steps_start_ = 0, segment_start_ = 0;
};

}  // namespace

FitResult fit(const Model& model, const FitOptions& options, const FitInputs& inputs, const FitHooks& hooks) {
  const FitPlan plan = plan_fit(model, options, inputs);
  const std::unique_ptr<Model> threaded = make_threaded_model(model, options.threads);
  if (plan.options.coordinates == Coordinates::Natural) return fit_natural(*threaded, plan, hooks);
  FitRun run(*threaded, plan, hooks);
  run.warm_up();
  run.select_if_due(0);
  run.race();
  run.run_steps();
  return run.finish();
}

}  // namespace g2t
