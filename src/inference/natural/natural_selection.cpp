// The expected saving of a trial is bounded by the noise of the steps of a block.
#include <inference/choice/record_selection.h>
#include <inference/natural/natural_selection.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/contains.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/terms.hpp>
#include <g2t/inference/choice/measure_costs.hpp>
#include <g2t/inference/choice/selector.hpp>
#include <limits>

namespace g2t {
namespace {

constexpr double kHopedSaving = 0.3;  // of the noisy part of a block, before any trial
constexpr double kMaxNoiseReduction = 3;  // maximum factor of noise reduction expected of a term outside the recipe
constexpr double kDrift = 2;            // factor of E|g|^2 after which a trial's finding no longer counts
constexpr double kTrialShare = 0.01;  // of time so far and next block, at most, for trials; moment updates take as much

std::vector<std::string> control_variates_of(const TermSet& terms) {
  std::vector<std::string> names = terms.names();
  names.erase(names.begin());
  return names;
}

// "entropy" or a piece of it.
bool is_of_entropy(const std::string& name) { return name.substr(0, name.find('.')) == "entropy"; }

bool is_sticking(const Recipe& recipe) {
  return std::any_of(recipe.control_variates.begin(), recipe.control_variates.end(), is_of_entropy);
}

}  // namespace

double noise_of_linear_part(Index dimension, double signal, double trace) {
  return 0.5 * static_cast<double>(dimension + 2) * signal + 0.25 * trace * trace;
}

Recipe NaturalSelection::first_recipe() const {
  if (plan_.options.recipe) return *plan_.options.recipe;
  Recipe recipe = recipe_by_name("rep", plan_.draws, plan_.options.antithetic);
  if (plan_.selector().rule != SelectorOptions::Rule::Subset) return recipe;
  for (Index i = 1; i < terms_.size(); ++i)
    if (is_of_entropy(terms_[i].name())) {
      recipe.control_variates.push_back(terms_[i].name());
      recipe.weights.push_back(-1);
    }
  return recipe;
}

void NaturalSelection::resume(const NaturalSelectionState& state, bool is_alike, const FitResult& result) {
  first_iteration_ = result.iterations;
  costs_.resume(state.costs, is_alike);
  if (is_alike) state_ = state;
  state_.round = state.round;  // each has draws of its own
  state_.next = 0;
  if (state_.anchored_at) terms_.anchor(*state_.anchored_at);
}

NaturalSelectionState NaturalSelection::state() const {
  NaturalSelectionState out = state_;
  out.costs = costs_.state();
  return out;
}

void NaturalSelection::begin_block(Index draws, const NaturalFamily& q, NaturalStepper& stepper, FitResult& result) {
  state_.selection_before = result.seconds.selection;
  state_.block_start = clock_.seconds();
  if (!plan_.selects() || !plan_.options.select_at.empty()) return;
  const double begin = clock_.seconds();
  const double steps = static_cast<double>(draws) / static_cast<double>(stepper.recipe().draws);
  const std::vector<std::string> names = worth_trying(steps, q, stepper);
  if (!names.empty()) {
    try_terms(names, steps, q, stepper, result);
    state_.trial_seconds += clock_.seconds() - begin;
  } else if (!plan_.draw_candidates.empty()) {
    result.gradient_draws += costs_.measure_steps(static_cast<double>(draws), q, stepper.recipe());
    if (costs_.are_known() && stepper.moments().is_ready()) refit(stepper, result, true);
  }
  result.seconds.selection += clock_.seconds() - begin;
}

void NaturalSelection::end_block(Index steps, const NaturalStepper& stepper, FitResult& result) {
  const double spent = clock_.seconds() - state_.block_start - (result.seconds.selection - state_.selection_before);
  if (steps > 0) costs_.observe_step(spent / static_cast<double>(steps));
  state_.signal = std::max(0.0, stepper.statistics().signal());  // before the test jumps to the average and forgets it
  state_.noise = stepper.statistics().noise();
  state_.noise_share = stepper.statistics().noise_share();
  state_.trace = stepper.state().trace;
  if (state_.trials > 0 && state_.trial_norm == 0) state_.trial_norm = state_.signal + state_.noise;
  result.diagnostics.observed_step_seconds = costs_.step_seconds();
}

void NaturalSelection::consider(double progress, const NaturalFamily& q, NaturalStepper& stepper, FitResult& result) {
  if (!plan_.selects()) return;
  const double begin = clock_.seconds();
  const std::vector<double>& at = plan_.options.select_at;
  if (!at.empty()) {
    if (state_.next < at.size() && progress >= at[state_.next]) {
      const std::vector<std::string> names = control_variates_of(terms_);
      const double next = state_.next + 1 < at.size() ? at[state_.next + 1] : 1;
      const double steps = progress > 0 ? (next - progress) / progress * static_cast<double>(result.iterations - first_iteration_) : 0;
      try_terms(names, steps, q, stepper, result);
      while (state_.next < at.size() && progress >= at[state_.next]) ++state_.next;
    }
  } else if (stepper.moments().is_ready()) {
    refit(stepper, result, false);
  }
  result.seconds.selection += clock_.seconds() - begin;
}

void NaturalSelection::refit(NaturalStepper& stepper, FitResult& result, bool are_draws_open) {
  const Moments moments = stepper.moments().moments(terms_);
  SelectorOptions options = plan_.selector();
  options.draws = stepper.recipe().draws;
  if (!are_draws_open) options.draw_candidates.clear();
  for (const SelectionEntry& entry : options.pool)
    for (const std::string& name : entry.recipe.control_variates)
      if (!contains(moments.terms, name)) return;
  accept(select_by_rule({moments}, costs_.of_run(stepper.recipe()), options), stepper, result);
}

// The terms of a trial before a block of so many steps: as many as the share of the time for trials allows, if their
// expected saving in the block exceeds the cost of the trial. The first trial expects to save a fixed share of the
// noise, and so does one after the noise has changed; others expect the saving of the last one.
std::vector<std::string> NaturalSelection::worth_trying(double steps, const NaturalFamily& q,
                                                        const NaturalStepper& stepper) {
  std::vector<std::string> names = control_variates_of(terms_);
  const std::vector<Index> at_hand = terms_at_hand(terms_, stepper.recipe());
  if (state_.trials == 0 && plan_.selector().rule != SelectorOptions::Rule::Subset) return names;
  if (static_cast<Index>(at_hand.size()) == terms_.size()) return {};
  if (costs_.step_seconds() == 0) return {};  // the first block
  const double drift =
      state_.trials > 0 && state_.trial_norm > 0 ? (state_.signal + state_.noise) / state_.trial_norm : 1;
  const bool is_first = state_.trials == 0 || !(drift > 1 / kDrift && drift < kDrift);
  const double share = state_.noise_share, removable = removable_share(q, stepper);
  if (is_first && min_step_ratio(q, stepper) * (1 - removable * share) >= 1) return {};
  const double hope = is_first ? std::min(kHopedSaving, removable) : 1 - state_.best_ratio;
  const double draws = static_cast<double>(stepper.recipe().draws);
  const double allowed = kTrialShare * (clock_.seconds() + steps * costs_.step_seconds()) - state_.trial_seconds;
  const double most = std::min(allowed, hope * share * steps * costs_.step_seconds()) * draws / costs_.step_seconds();
  names = affordable_trial(names, costs_.trial_size(stepper.recipe()), most);
  for (const std::string& name : stepper.recipe().control_variates)
    if (!contains(names, name)) return {};  // what is in use must be among those compared
  std::vector<std::string> known;
  for (const Index i : at_hand) known.push_back(terms_[i].name());
  const bool is_new = std::any_of(names.begin(), names.end(), [&](const std::string& name) { return !contains(known, name); });
  return is_new ? names : std::vector<std::string>{};
}

// All terms but entropy are linear in xi or nearly so. In the full-rank family sticking the landing leaves (I - B) xi of
// that, the same I - B that is the gradient Omega.
double NaturalSelection::removable_share(const NaturalFamily& q, const NaturalStepper& stepper) const {
  constexpr double kMax = 1 - 1 / kMaxNoiseReduction;
  if (q.structure() != Structure::Dense || !is_sticking(stepper.recipe())) return kMax;
  const double linear = noise_of_linear_part(q.mean().size(), state_.signal, state_.trace);
  return std::min(kMax, linear / std::max(state_.noise, std::numeric_limits<double>::min()));
}

// The minimum cost of a step with a term from outside the recipe, over that of the present step.
double NaturalSelection::min_step_ratio(const NaturalFamily& q, const NaturalStepper& stepper) {
  if (plan_.costs) {
    const Index draws = stepper.recipe().draws;
    const double base = plan_.costs->seconds({terms_[0].name()}, draws);
    double least = std::numeric_limits<double>::infinity();
    const std::vector<Index> at_hand = terms_at_hand(terms_, stepper.recipe());
    for (Index i = 1; i < terms_.size(); ++i)
      if (!contains(at_hand, i))
        least = std::min(least, plan_.costs->seconds({terms_[0].name(), terms_[i].name()}, draws) / base);
    return least;
  }
  if (q.structure() != Structure::Dense) return 1;
  if (state_.dense_seconds == 0) {  // all of them have dense exact parts there, and with them a step is O(d^3)
    const Index d = q.mean().size();
    const std::unique_ptr<NaturalFamily> moving = q.clone_natural();
    ExpectedScore dense;
    dense.dense = Matrix::Identity(d, d);
    const Matrix zeros = Matrix::Zero(2, d);
    NaturalGradient gradient;
    const double begin = clock_.seconds();
    moving->gradient(FrameVectors::same(zeros), zeros, dense, gradient);
    moving->step(gradient, NaturalStep{});
    state_.dense_seconds = clock_.seconds() - begin;
  }
  return 1 + state_.dense_seconds / costs_.step_seconds();
}

void NaturalSelection::try_terms(const std::vector<std::string>& names, double steps, const NaturalFamily& q,
                                 NaturalStepper& stepper, FitResult& result) {
  const bool are_all = static_cast<Index>(names.size()) + 1 == terms_.size();
  std::optional<TermSet> some;
  if (!are_all)
    some.emplace(make_terms(model_, q.structure(), names.empty() ? std::vector<std::string>{"none"} : names,
                            plan_.options.own_terms));
  const TermSet& terms = are_all ? terms_ : *some;
  const double anchor_seconds = anchor_terms(terms, q, plan_.costs ? &*plan_.costs : nullptr, clock_, result);
  if (are_all) state_.anchored_at = q.clone_natural();
  if (!costs_.measure_terms(terms, q, stepper.recipe(), result.gradient_draws)) return;
  SelectorOptions options = plan_.selector();
  if (plan_.options.select_at.empty()) options.select_draws = NaturalCosts::kTrialDraws;
  Costs costs = costs_.of_run(stepper.recipe());
  spread_anchor(costs, terms, anchor_seconds, steps);
  ++state_.trials;
  const SelectorReport report = choose_recipe(model_, q, terms, costs, options, state_.round++, clock_,
                                              [this] { return limits_.is_interrupted(); });
  if (!record_selection(report, result.iterations, limits_.is_interrupted(), clock_, result)) return;
  std::vector<std::string> free;  // terms that come with every step
  for (const Index i : terms_at_hand(terms_, Recipe{terms_[0].name(), {}, {}, 1, false})) free.push_back(terms_[i].name());
  double free_product = report.selection.entries.front().product;
  for (const SelectionEntry& entry : report.selection.entries) {
    const std::vector<std::string>& used = entry.recipe.control_variates;
    if (std::all_of(used.begin(), used.end(), [&](const std::string& name) { return contains(free, name); }))
      free_product = std::min(free_product, entry.product);
  }
  state_.best_ratio = free_product > 0 ? std::min(1.0, report.selection.choice().product / free_product) : 1;
  if (!are_all)
    state_.best_ratio = std::min(state_.best_ratio, 1 - kHopedSaving);  // the others may still bring something
  state_.trial_norm = 0;                                                // known after the next block
  accept(report.selection, stepper, result);
}

void NaturalSelection::accept(const Selection& selection, NaturalStepper& stepper, FitResult& result) {
  const Recipe& chosen = selection.choice().recipe;
  state_.last = selection;
  result.diagnostics.predicted_step_seconds = selection.choice().seconds;
  stepper.use(chosen);
}

}  // namespace g2t
