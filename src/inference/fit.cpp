#include <g2t/inference/fit.hpp>

#include <g2t/inference/measure_costs.hpp>
#include <g2t/inference/selector.hpp>
#include <g2t/inference/threaded_model.hpp>
#include <g2t/optimizers/iterate_average.hpp>
#include <g2t/optimizers/step_sizes.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <inference/fit_verdict.h>
#include <inference/step_guard.h>
#include <inference/step_race.h>
#include <inference/stepper.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace g2t {
namespace {

constexpr Index kMostSkips = 100;         // steps in a row without a usable draw: the fit cannot go on
constexpr Index kMostCuts = 12;           // of a raced step size: as many as there are sizes
constexpr Index kTraceDraws = 100, kFinalDraws = 1000;  // for ELBOs that are not exact
constexpr Index kProgressEvery = 16;      // steps between two calls of the progress hook
constexpr double kCostShare = 0.01;       // of the time budget, for measuring costs
constexpr double kRaceShare = 0.25;       // of the budget, at most, for the step race
constexpr double kTraceGrowth = 1.1220184543019633;  // 10^(1/20): twenty rows a decade

// One run from start to result; the phases are called in order by fit().
class FitRun {
 public:
  FitRun(const Model& model, const FitPlan& plan, const FitHooks& hooks)
      : model_(model), plan_(plan), options_(plan.options), hooks_(hooks),
        clock_(plan.costs.has_value() ? make_cost_model_clock() : make_wall_clock()),
        terms_(make_terms(model, plan.start.structure, plan.control_variates)),
        state_{make_family(plan.start, options_), Optimizer(options_.optimizer)} {
    if (plan.costs) costs_ = *plan.costs;
    result_.parameter_names = model.parameter_names();
    trace("rep", options_.warmup_step_size);
  }

  void prepare_costs() {
    if (plan_.selects() && !plan_.costs) {
      const double share = kCostShare * plan_.time_limit();
      const CostMeasurement measured =
          measure_costs(model_, *state_.q, terms_, options_.optimizer, plan_.draws, options_.antithetic, options_.seed,
                        std::isfinite(share) ? share : 0.1);
      costs_ = measured.costs;
      result_.gradient_draws += measured.density_evaluations;
    }
    has_costs_ = !costs_.terms.empty();
    stepper_.emplace(model_, terms_, has_costs_ ? &costs_ : nullptr, *clock_, result_.diagnostics);
    result_.seconds.selection = clock_->seconds();
  }

  void warm_up() {
    const double begin = clock_->seconds();
    stepper_->use(base_recipe());
    for (Index k = 0; k < options_.warmup_steps && can_go_on(); ++k)
      stepper_->step(state_, options_.warmup_step_size,
                     {options_.seed, Purpose::Warmup, static_cast<std::uint64_t>(k)});
    if (plan_.recipe) stepper_->use(*plan_.recipe);
    trace(describe(stepper_->recipe()), options_.warmup_step_size);
    result_.seconds.start = clock_->seconds() - begin;
  }

  // Re-selects if the next of the planned times has come.
  void select_if_due(double progress) {
    if (!plan_.selects() || !has_costs_ || next_selection_ >= options_.select_at.size()) return;
    if (progress < options_.select_at[next_selection_]) return;
    const double begin = clock_->seconds();
    const SelectorReport report =
        choose_recipe(model_, *state_.q, terms_, costs_, plan_.selector(), next_selection_, *clock_);
    ++next_selection_;
    result_.gradient_draws += report.density_evaluations;
    result_.diagnostics.failed_draws += report.failed_draws;
    if (report.has_choice) {
      result_.selections.push_back({report.selection, iteration_, clock_->seconds()});
      stepper_->use(report.selection.choice().recipe);
      result_.diagnostics.predicted_step_seconds = report.selection.choice().seconds;
    } else {
      ++result_.diagnostics.failed_selections;
    }
    result_.seconds.selection += clock_->seconds() - begin;
    segment_start_ = clock_->seconds();
    segment_steps_ = 0;
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
    race.first_steps = first_race_steps(seconds);
    StepRaceResult raced = race_step_sizes(
        state_, *stepper_, race, *clock_,
        [&](const Gaussian& q) { return elbo(model_, q, {options_.seed, Purpose::Race, ~0ull}, kTraceDraws).value; },
        [&] { return is_interrupted(); });
    state_ = std::move(raced.winner);
    result_.step_size = raced.step_size;
    result_.race = std::move(raced.entries);
    result_.diagnostics = before;
    stepper_->forget_skips();
    result_.seconds.race = clock_->seconds() - begin;
    trace(describe(stepper_->recipe()), result_.step_size);
  }

  void run_steps() {
    steps_start_ = segment_start_ = clock_->seconds();
    const Index draws_before = stepper_->draws();
    const double selection_before = result_.seconds.selection;
    double next_trace = 1;
    while (can_go_on() && progress() < 1) {
      select_if_due(progress());
      stepper_->step(state_, result_.step_size, {options_.seed, Purpose::Step, static_cast<std::uint64_t>(iteration_)});
      ++iteration_;
      ++segment_steps_;
      if (!options_.step_size && result_.diagnostics.step_size_cuts < kMostCuts &&
          guard_.has_diverged(state_, *stepper_))
        cut_step_size();
      if (options_.averaging == Averaging::Tail && progress() >= 0.5) average_.add(state_.q->gaussian());
      if (static_cast<double>(iteration_) >= next_trace) {
        trace(describe(stepper_->recipe()), result_.step_size);
        next_trace = std::max(std::floor(next_trace) + 1, next_trace * kTraceGrowth);
      } else if (iteration_ % kProgressEvery == 0) {
        report_progress();
      }
    }
    result_.seconds.steps = clock_->seconds() - steps_start_ - (result_.seconds.selection - selection_before);
    result_.step_draws = stepper_->draws() - draws_before;
    if (segment_steps_ > 0)
      result_.diagnostics.observed_step_seconds =
          (clock_->seconds() - segment_start_) / static_cast<double>(segment_steps_);
  }

  FitResult finish() {
    if (average_.count() > 0) state_.q->set_gaussian(average_.average());
    trace(describe(stepper_->recipe()), result_.step_size);
    result_.seconds.total = clock_->seconds();
    result_.iterations = iteration_;
    result_.gradient_draws += stepper_->draws();
    result_.recipe = stepper_->recipe();
    result_.q = state_.q->gaussian();
    result_.elbo = elbo(model_, result_.q, {options_.seed, Purpose::Elbo, 0}, kFinalDraws);
    judge_fit(result_, {is_interrupted(), stepper_->consecutive_skips() >= kMostSkips, best_q_, best_elbo_});
    return std::move(result_);
  }

 private:
  Recipe base_recipe() const {
    Recipe recipe;
    recipe.draws = plan_.draws;
    recipe.antithetic = options_.antithetic;
    return recipe;
  }

  // Back to the best block with the next smaller of the published sizes.
  void cut_step_size() {
    static const double kRatio = step_size_grid()[1] / step_size_grid()[0];
    state_ = guard_.best()->clone();
    state_.optimizer = Optimizer(options_.optimizer);
    stepper_->forget_skips();
    guard_.forget_block();
    result_.step_size /= kRatio;
    ++result_.diagnostics.step_size_cuts;
  }

  bool is_interrupted() const { return hooks_.should_stop && hooks_.should_stop(); }
  bool can_go_on() const {
    return clock_->seconds() < plan_.time_limit() && !is_interrupted() && stepper_->consecutive_skips() < kMostSkips;
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

  // Steps of the race's first round, so that all rounds and their ELBOs fit into the given time.
  Index first_race_steps(double seconds) {
    const Index size_count = static_cast<Index>(step_size_grid().size());
    const double per_first_step = static_cast<double>(race_steps_per_first_step(size_count));
    double steps = 1e9;
    if (std::isfinite(seconds)) {
      const double step = std::max(1e-9, result_.diagnostics.predicted_step_seconds > 0
                                             ? result_.diagnostics.predicted_step_seconds
                                             : result_.seconds.start / std::max<double>(1, options_.warmup_steps));
      const double begin = clock_->seconds();
      elbo(model_, state_.q->gaussian(), {options_.seed, Purpose::Race, ~0ull}, kTraceDraws);
      const double looks = 2 * static_cast<double>(size_count) * (clock_->seconds() - begin);
      steps = (0.9 * seconds - looks) / (step * per_first_step);
    }
    if (options_.iterations)
      steps = std::min(steps, kRaceShare * static_cast<double>(*options_.iterations) / per_first_step);
    return static_cast<Index>(std::clamp(steps, 5.0, 5000.0));
  }

  void trace(const std::string& recipe, double step_size) {
    const ClockPause pause(*clock_);
    const Gaussian& q = state_.q->gaussian();
    const Elbo value = elbo(model_, q, {options_.seed, Purpose::Trace, 0}, kTraceDraws);
    if (std::isfinite(value.value) && (best_q_.dimension() == 0 || value.value > best_elbo_)) {
      best_q_ = q;
      best_elbo_ = value.value;
    }
    const Index draws = result_.gradient_draws + (stepper_ ? stepper_->draws() : 0);
    result_.trace.push_back({clock_->seconds(), iteration_, draws, value, step_size, recipe});
    report_progress();
  }

  void report_progress() const {
    if (!hooks_.progress || result_.trace.empty()) return;
    const TracePoint& last = result_.trace.back();
    hooks_.progress({clock_->seconds(), iteration_, last.elbo.value, last.recipe, last.step_size});
  }

  const Model& model_;
  const FitPlan& plan_;
  const FitOptions& options_;
  const FitHooks& hooks_;
  std::unique_ptr<Clock> clock_;
  TermSet terms_;
  StepState state_;
  Costs costs_;
  bool has_costs_ = false;
  FitResult result_;
  std::optional<Stepper> stepper_;
  StepGuard guard_;
  IterateAverage average_;
  Gaussian best_q_;
  double best_elbo_ = -std::numeric_limits<double>::infinity();
  Index iteration_ = 0, segment_steps_ = 0;
  std::size_t next_selection_ = 0;
  double steps_start_ = 0, segment_start_ = 0;
};

}  // namespace

FitResult fit(const Model& model, const FitOptions& options, const FitInputs& inputs, const FitHooks& hooks) {
  const FitPlan plan = plan_fit(model, options, inputs);
  const std::unique_ptr<Model> threaded = make_threaded_model(model, options.threads);
  FitRun run(*threaded, plan, hooks);
  run.prepare_costs();
  run.warm_up();
  run.select_if_due(0);
  run.race();
  run.run_steps();
  return run.finish();
}

}  // namespace g2t
