// Costs measured at each planned time, moments at the average of the latest iterates, then the rule.
#include <inference/choice/record_selection.h>
#include <inference/plain/plain_selection.h>

#include <g2t/inference/terms.hpp>
#include <g2t/inference/choice/measure_costs.hpp>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kCostShare = 0.005;      // of the time budget, for measuring costs at each selection
constexpr double kSelectingShare = 0.02;  // of the run, at most, for selecting; the first selection has
constexpr Index kMinSelectDraws = 32;     // so many draws in any case

// Root of the ratio of mean squared norms of steps of two recipes, by the moments of one selection.
double norm_ratio(const Recipe& before, const Selection& selection) {
  const Moments& moments = selection.moments;
  const SelectionEntry& choice = selection.choice();
  Vector weights = Vector::Zero(moments.control_variate_count());
  for (std::size_t i = 0; i < before.control_variates.size(); ++i) {
    const Index at = moments.index_of(before.control_variates[i]);
    if (at < 0) return 1;
    weights[at] = before.weights[i];
  }
  const bool has_unit = before.antithetic == (moments.unit == MomentUnit::Pair);
  const double noiseless = selection.gradient_squared_norm;
  const double units = static_cast<double>(before.draws) / (before.antithetic ? 2 : 1);
  const double squared_norm = noiseless + (moments.squared_norm(weights) - noiseless) / units;
  return has_unit && squared_norm > 0 && choice.squared_norm > 0 ? std::sqrt(squared_norm / choice.squared_norm) : 1;
}

}  // namespace

std::optional<double> PlainSelection::select(const RunPosition& position, const StepState& state, PlainStepper& stepper) {
  const double begin = clock_.seconds(), elapsed = limits_.run_seconds();
  const bool planned = is_planned(position.progress);
  if (planned) ++state_.next;
  if (watches_drift() && has_chosen_ && !is_affordable(planned, expected_seconds(position, stepper))) {
    state_.drift.rest();
    return std::nullopt;
  }
  if (planned) set_anchors(position, state, stepper);
  SelectorOptions selector = plan_.selector();
  if (watches_drift()) {
    const Index least = std::max(kMinSelectDraws, 4 * terms_.size());
    const Index most = affordable_draws(expected_seconds(position, stepper));
    selector.select_draws = std::min(selector.select_draws, std::max(most, least));
  }
  double ratio = 1;
  if (state_.costs && elapsed + state_.costs->seconds(terms_.names(), selector.select_draws) < plan_.time_limit()) {
    const std::unique_ptr<Family> at = state.q->clone();
    if (plan_.options.select_from == SelectFrom::Average && !state_.recent.is_empty())
      at->set_gaussian(state_.recent.average());
    const SelectorReport report = choose_recipe(model_, *at, terms_, *state_.costs, selector, state_.round++, clock_,
                                                [&] { return limits_.is_interrupted(); });
    has_chosen_ = true;
    if (record_selection(report, position.iteration, limits_.is_interrupted(), clock_, result_))
      ratio = accept(report, stepper);
  } else if (planned) {
    ++result_.diagnostics.failed_selections;
  }
  if (state_.drift.has_drifted()) state_.drift.rest();  // nothing could be chosen
  state_.last_seconds = clock_.seconds() - begin;
  result_.seconds.selection += state_.last_seconds;
  return ratio;
}

void PlainSelection::restart() {
  state_.recent = RecentAverage(PlainSelectionState::kRecentIterates);
  state_.drift.rest();
}

void PlainSelection::resume(const PlainSelectionState& state, bool is_alike) {
  seconds_before_ = result_.seconds.selection;
  if (is_alike) state_ = state;
  state_.round = state.round;  // each has draws of its own
  state_.measurements = state.measurements;
  if (plan_.costs) state_.costs = plan_.costs;
  const std::vector<double>& times = plan_.options.select_at;
  has_chosen_ = is_alike && state_.round > 0;
  state_.next = has_chosen_ && !times.empty() && times.front() == 0 ? 1 : 0;
  if (state_.anchored_at) terms_.anchor(*state_.anchored_at);
}

bool PlainSelection::is_planned(double progress) const {
  const std::vector<double>& times = plan_.options.select_at;
  return plan_.selects() && state_.next < times.size() && progress >= times[state_.next];
}

// Then costs, with the anchors' amortised over the steps until the next selection.
void PlainSelection::set_anchors(const RunPosition& position, const StepState& state, const PlainStepper& stepper) {
  const Costs* const known = state_.costs ? &*state_.costs : nullptr;
  const double anchor_seconds = anchor_terms(terms_, *state.q, known, clock_, result_);
  state_.anchored_at = state.q->clone();
  if (plan_.costs)
    state_.costs = plan_.costs;  // a given table is kept
  else
    measure(state, stepper);
  if (!state_.costs) return;
  const std::vector<double>& times = plan_.options.select_at;
  const double next = state_.next < times.size() ? times[state_.next] : 1;
  spread_anchor(*state_.costs, terms_, anchor_seconds, (next - position.progress) * expected_steps());
}

// Again at each selection, since the speed of a shared machine changes.
void PlainSelection::measure(const StepState& state, const PlainStepper& stepper) {
  double share = kCostShare * plan_.time_limit();
  if (plan_.options.iterations && stepper.draws() > 0)  // the length of the run is estimated from the steps so far
    share =
        std::min(share, kCostShare * clock_.seconds() * static_cast<double>(*plan_.options.iterations * plan_.draws) /
                            static_cast<double>(stepper.draws()));
  const CostMeasurement measured =
      measure_costs(model_, *state.q, terms_, plan_.options.optimizer,
                    plan_.cost_probe(state_.measurements++, std::isfinite(share) ? share : 0.1));
  result_.gradient_draws += measured.density_evaluations;
  state_.costs.reset();
  if (!measured.costs.terms.empty()) state_.costs = measured.costs;
}

double PlainSelection::accept(const SelectorReport& report, PlainStepper& stepper) {
  const SelectionEntry& choice = report.selection.choice();
  const Recipe before = stepper.recipe();
  // If the same was chosen again, the run's steps are noisier than the point at which moments are taken, which is no
  // drift.
  const bool is_same = choice.recipe.control_variates == before.control_variates &&
                       choice.recipe.draws == before.draws && choice.recipe.antithetic == before.antithetic;
  state_.drift.expect(is_same && state_.drift.has_drifted() ? state_.drift.mean() : choice.squared_norm);
  stepper.use(choice.recipe);
  result_.diagnostics.predicted_step_seconds = choice.seconds;
  return is_same ? 1 : norm_ratio(before, report.selection);
}

// Of the whole run, by the base's time; infinite if nothing limits it.
double PlainSelection::expected_steps() const {
  const double by_time = plan_.time_limit() / state_.costs->seconds({terms_[0].name()}, plan_.draws);
  const std::optional<Index>& most = plan_.options.iterations;
  return most ? std::min(by_time, static_cast<double>(*most)) : by_time;
}

// Of the whole run, as far as limits are known.
double PlainSelection::expected_seconds(const RunPosition& position, const PlainStepper& stepper) const {
  double total = plan_.time_limit();
  if (plan_.options.iterations && state_.costs) {
    const double left = static_cast<double>(*plan_.options.iterations - position.steps_made);
    total = std::min(total, limits_.run_seconds() + left * state_.costs->of(stepper.recipe()));
  }
  return total;
}

double PlainSelection::planned_later() const {
  return static_cast<double>(plan_.options.select_at.size() - state_.next);
}

// Another selection like the last one, within the share of the run that selections may take: a planned one, or one more
// besides those planned for later.
bool PlainSelection::is_affordable(bool is_planned, double run_seconds) const {
  const double count = 1 + planned_later() * (is_planned ? 0 : 1);
  return state_.costs && seconds_spent() + count * state_.last_seconds <= kSelectingShare * run_seconds;
}

// Draws of a selection, so that those planned for later can have as many.
Index PlainSelection::affordable_draws(double run_seconds) const {
  if (!state_.costs) return 0;
  const double seconds = (kSelectingShare * run_seconds - seconds_spent()) / (planned_later() + 1);
  Index draws = plan_.options.select_draws;
  while (draws >= kMinSelectDraws && state_.costs->seconds(terms_.names(), draws) > seconds) draws = draws * 7 / 16 * 2;
  return draws;
}

}  // namespace g2t
