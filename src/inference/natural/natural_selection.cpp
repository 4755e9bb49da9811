// The expected saving of a trial is bounded by the noise of the steps of a block.
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

constexpr Index kTrialDraws = 128;    // of a trial, unless the user gave a number
constexpr double kHopedSaving = 0.3;  // of the noisy part of a block, before any trial
constexpr double kMaxNoiseReduction = 3;  // maximum factor of noise reduction expected of a term outside the recipe
constexpr int kStepRounds = 2;        // of measuring steps by their draws
constexpr double kMeasureShare = 0.01;  // of a block's draws, at most, for that
constexpr double kDrift = 2;            // factor of E|g|^2 after which a trial's finding no longer counts
constexpr int kTrialRounds = 3;         // of measuring costs for a trial
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

void NaturalSelection::begin_block(Index draws, const NaturalFamily& q, NaturalStepper& stepper, FitResult& result) {
  selection_before_ = result.seconds.selection;
  block_start_ = clock_.seconds();
  if (!plan_.selects() || !plan_.options.select_at.empty()) return;
  const double begin = clock_.seconds();
  const double steps = static_cast<double>(draws) / static_cast<double>(stepper.recipe().draws);
  const std::vector<std::string> names = worth_trying(steps, q, stepper);
  if (!names.empty()) {
    try_terms(names, steps, q, stepper, result);
    trial_seconds_ += clock_.seconds() - begin;
  } else if (!plan_.draw_candidates.empty()) {
    measure_steps(static_cast<double>(draws), q, stepper, result);
    if ((plan_.costs || measured_ || step_) && stepper.moments().is_ready()) refit(stepper, result, true);
  }
  result.seconds.selection += clock_.seconds() - begin;
}

void NaturalSelection::end_block(Index steps, const NaturalStepper& stepper, FitResult& result) {
  const double spent = clock_.seconds() - block_start_ - (result.seconds.selection - selection_before_);
  if (steps > 0) step_seconds_ = spent / static_cast<double>(steps);
  signal_ = std::max(0.0, stepper.statistics().signal());  // before the test jumps to the average and forgets it
  noise_ = stepper.statistics().noise();
  noise_share_ = stepper.statistics().noise_share();
  if (trials_ > 0 && trial_norm_ == 0) trial_norm_ = signal_ + noise_;
  result.diagnostics.observed_step_seconds = step_seconds_;
}

void NaturalSelection::consider(double progress, const NaturalFamily& q, NaturalStepper& stepper, FitResult& result) {
  if (!plan_.selects()) return;
  const double begin = clock_.seconds();
  const std::vector<double>& at = plan_.options.select_at;
  if (!at.empty()) {
    if (next_ < at.size() && progress >= at[next_]) {
      const std::vector<std::string> names = control_variates_of(terms_);
      const double next = next_ + 1 < at.size() ? at[next_ + 1] : 1;
      const double steps = progress > 0 ? (next - progress) / progress * static_cast<double>(result.iterations) : 0;
      try_terms(names, steps, q, stepper, result);
      while (next_ < at.size() && progress >= at[next_]) ++next_;
    }
  } else if (stepper.moments().is_ready()) {
    refit(stepper, result, false);
  }
  result.seconds.selection += clock_.seconds() - begin;
}

void NaturalSelection::refit(NaturalStepper& stepper, FitResult& result, bool are_draws_open) {
  const Moments moments = stepper.moments().moments();
  SelectorOptions options = plan_.selector();
  options.draws = stepper.recipe().draws;
  if (!are_draws_open) options.draw_candidates.clear();
  for (const SelectionEntry& entry : options.pool)
    for (const std::string& name : entry.recipe.control_variates)
      if (!contains(moments.terms, name)) return;
  accept(select_by_rule({moments}, running_costs(stepper.recipe()), options), stepper, result);
}

// Of the steps as they are, at each number of draws: if that takes no more than its share of the block to come.
void NaturalSelection::measure_steps(double draws, const NaturalFamily& q, const NaturalStepper& stepper,
                                     FitResult& result) {
  if (plan_.costs || measured_ || step_ || step_seconds_ == 0) return;
  CostProbe probe = plan_.cost_probe(measurements_++, 0);
  probe.min_rounds = kStepRounds;
  probe.antithetic = stepper.recipe().antithetic;
  double needed = 0;  // the warm-up round among them
  for (const Index n : probe.draws) needed += static_cast<double>(n) * (kStepRounds + 1);
  if (needed > kMeasureShare * draws) return;
  const TermSet base = make_terms(model_, q.structure(), {"none"});
  const CostMeasurement measured = measure_natural_costs(model_, q, base, probe, 0);
  result.gradient_draws += measured.density_evaluations;
  if (!measured.costs.terms.empty()) step_ = measured.costs.terms.front().cost;
}

// The terms of a trial before a block of so many steps: as many as the share of the time for trials allows, if their
// expected saving in the block exceeds the cost of the trial. The first trial expects to save a fixed share of the
// noise, and so does one after the noise has changed; others expect the saving of the last one.
std::vector<std::string> NaturalSelection::worth_trying(double steps, const NaturalFamily& q,
                                                        const NaturalStepper& stepper) {
  std::vector<std::string> names = control_variates_of(terms_);
  const std::vector<Index> at_hand = terms_at_hand(terms_, stepper.recipe());
  if (trials_ == 0 && plan_.selector().rule != SelectorOptions::Rule::Subset) return names;
  if (static_cast<Index>(at_hand.size()) == terms_.size()) return {};
  if (step_seconds_ == 0) return {};  // the first block
  const double drift = trials_ > 0 && trial_norm_ > 0 ? (signal_ + noise_) / trial_norm_ : 1;
  const bool is_first = trials_ == 0 || !(drift > 1 / kDrift && drift < kDrift);
  const double share = noise_share_, removable = removable_share(q, stepper);
  if (is_first && min_step_ratio(q, stepper) * (1 - removable * share) >= 1) return {};
  const double hope = is_first ? std::min(kHopedSaving, removable) : 1 - best_ratio_;
  const double draws = static_cast<double>(stepper.recipe().draws);
  const double allowed = kTrialShare * (clock_.seconds() + steps * step_seconds_) - trial_seconds_;
  const double most = std::min(allowed, hope * share * steps * step_seconds_) * draws / step_seconds_;
  names = affordable_trial(names, trial_size(stepper.recipe()), most);
  for (const std::string& name : stepper.recipe().control_variates)
    if (!contains(names, name)) return {};  // what is in use must be among those compared
  std::vector<std::string> known;
  for (const Index i : at_hand) known.push_back(terms_[i].name());
  const bool is_new = std::any_of(names.begin(), names.end(), [&](const std::string& name) { return !contains(known, name); });
  return is_new ? names : std::vector<std::string>{};
}

TrialSize NaturalSelection::trial_size(const Recipe& recipe) const {
  TrialSize size{model_.dimension(), kTrialDraws, 0};
  if (plan_.costs || measured_) return size;
  Index draws = 0;
  for (const Index n : trial_probe(recipe, 0).draws) draws += n * (kTrialRounds + 1);
  size.cost_draws = 2 * draws;                                     // a term, and the computations that it needs
  if (!plan_.draw_candidates.empty()) size.moment_draws += draws;  // whole steps too
  return size;
}

// All terms but entropy are linear in xi or nearly so. In the full-rank family sticking the landing leaves (I - B) xi of
// that, the same I - B that is the gradient T: noise of (d + 2) / 4 |T|^2 a unit, where |T|^2 / 2 is in the signal.
double NaturalSelection::removable_share(const NaturalFamily& q, const NaturalStepper& stepper) const {
  constexpr double kMax = 1 - 1 / kMaxNoiseReduction;
  if (q.structure() == Structure::Diagonal || !is_sticking(stepper.recipe())) return kMax;
  const double linear = 0.5 * static_cast<double>(q.mean().size() + 2) * signal_;
  return std::min(kMax, linear / std::max(noise_, std::numeric_limits<double>::min()));
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
  if (q.structure() == Structure::Diagonal) return 1;
  if (dense_seconds_ == 0) {  // all of them have dense exact parts there, and with them a step is O(d^3)
    const Index d = q.mean().size();
    const std::unique_ptr<NaturalFamily> moving = q.clone_natural();
    ExpectedScore dense;
    dense.dense = Matrix::Identity(d, d);
    const Matrix zeros = Matrix::Zero(2, d);
    NaturalGradient gradient;
    const double begin = clock_.seconds();
    moving->gradient(FrameVectors::same(zeros), zeros, dense, gradient);
    moving->step(gradient, NaturalStep{});
    dense_seconds_ = clock_.seconds() - begin;
  }
  return 1 + dense_seconds_ / step_seconds_;
}

void NaturalSelection::try_terms(const std::vector<std::string>& names, double steps, const NaturalFamily& q,
                                 NaturalStepper& stepper, FitResult& result) {
  const bool are_all = static_cast<Index>(names.size()) + 1 == terms_.size();
  std::optional<TermSet> some;
  if (!are_all) some.emplace(make_terms(model_, q.structure(), names.empty() ? std::vector<std::string>{"none"} : names, plan_.options.own_terms));
  const TermSet& terms = are_all ? terms_ : *some;
  const double begin = clock_.seconds();
  const Index evaluations = terms.anchor(q);
  result.gradient_draws += evaluations;
  if (plan_.costs) clock_.charge(anchoring_seconds(*plan_.costs, terms, evaluations, model_.dimension()));
  const double anchor_seconds = clock_.seconds() - begin;
  if (!plan_.costs && !measure_terms(terms, q, stepper, result)) return;
  SelectorOptions options = plan_.selector();
  if (plan_.options.select_at.empty()) options.select_draws = kTrialDraws;
  Costs costs = running_costs(stepper.recipe());
  spread_anchor(costs, terms, anchor_seconds, steps);
  const SelectorReport report = choose_recipe(model_, q, terms, costs, options, trials_++, clock_,
                                              [this] { return limits_.is_interrupted(); });
  result.gradient_draws += report.density_evaluations;
  result.diagnostics.failed_draws += report.failed_draws;
  if (!report.has_choice) {
    if (limits_.is_interrupted()) return;
    ++result.diagnostics.failed_selections;
    return;
  }
  std::vector<std::string> free;  // terms that come with every step
  for (const Index i : terms_at_hand(terms_, Recipe{terms_[0].name(), {}, {}, 1, false})) free.push_back(terms_[i].name());
  double free_product = report.selection.entries.front().product;
  for (const SelectionEntry& entry : report.selection.entries) {
    const std::vector<std::string>& used = entry.recipe.control_variates;
    if (std::all_of(used.begin(), used.end(), [&](const std::string& name) { return contains(free, name); }))
      free_product = std::min(free_product, entry.product);
  }
  best_ratio_ = free_product > 0 ? std::min(1.0, report.selection.choice().product / free_product) : 1;
  if (!are_all) best_ratio_ = std::min(best_ratio_, 1 - kHopedSaving);  // the others may still bring something
  trial_norm_ = 0;                                                      // known after the next block
  result.selections.push_back({report.selection, result.iterations, clock_.seconds()});
  accept(report.selection, stepper, result);
}

CostProbe NaturalSelection::trial_probe(const Recipe& recipe, Index round) const {
  CostProbe probe = plan_.cost_probe(round, 0);
  if (plan_.draw_candidates.empty()) probe.draws = {recipe.draws};
  probe.antithetic = recipe.antithetic;
  probe.min_rounds = kTrialRounds;
  return probe;
}

// Once for each set of terms. False if no costs could be had at q.
bool NaturalSelection::measure_terms(const TermSet& terms, const NaturalFamily& q, const NaturalStepper& stepper,
                                     FitResult& result) {
  if (measured_) {
    std::vector<std::string> known;
    for (const TermCost& term : measured_->terms) known.push_back(term.name);
    const std::vector<std::string> names = terms.names();
    if (std::all_of(names.begin(), names.end(), [&](const std::string& name) { return contains(known, name); })) return true;
  }
  const double step = step_seconds_ > 0 ? step_seconds_ : 1e-3;
  const bool are_draws_chosen = !plan_.draw_candidates.empty();
  const CostProbe probe = trial_probe(stepper.recipe(), measurements_++);
  const CostMeasurement cost = measure_natural_costs(model_, q, terms, probe, are_draws_chosen ? 0 : step);
  result.gradient_draws += cost.density_evaluations;
  if (cost.costs.terms.empty()) return false;
  measured_ = cost.costs;
  if (are_draws_chosen) return true;
  // What the recipe in use costs beyond the base is in the observed steps already.
  const double with_terms = measured_->of(stepper.recipe());
  measured_->terms.front().cost.per_draw *= std::max(0.1, 2 - with_terms / step);
  return true;
}

Costs NaturalSelection::running_costs(const Recipe& recipe) const {
  if (plan_.costs) return *plan_.costs;
  if (measured_) return *measured_;
  Costs out;
  const double step = step_seconds_ > 0 ? step_seconds_ : 1e-3;  // its size does not matter: all else is free
  for (const std::string& name : terms_.names()) {
    const bool is_base = name == terms_[0].name();
    const ComputationCost even{0, is_base ? step / static_cast<double>(recipe.draws) : 0, {}};
    out.terms.push_back({name, is_base && step_ ? *step_ : even});
  }
  return out;
}

void NaturalSelection::accept(const Selection& selection, NaturalStepper& stepper, FitResult& result) {
  const Recipe& chosen = selection.choice().recipe;
  last_ = selection;
  result.diagnostics.predicted_step_seconds = selection.choice().seconds;
  stepper.use(chosen);
}

}  // namespace g2t
