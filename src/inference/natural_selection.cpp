// What a trial may save is bounded by the noise that the steps of a block still have.
#include <inference/natural_selection.h>

#include <algorithm>
#include <cmath>
#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/measure_costs.hpp>
#include <g2t/inference/selector.hpp>
#include <limits>

namespace g2t {
namespace {

constexpr Index kTrialDraws = 128;    // of a trial, unless the user gave a number
constexpr double kHopedSaving = 0.3;  // of the noisy part of a block, before any trial
constexpr double kMostQuieter = 3;    // times less noise is as much as a term outside is trusted with

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Recipe NaturalSelection::first_recipe() const {
  if (plan_.recipe) return *plan_.recipe;
  const bool may_stick = plan_.selector().rule == SelectorOptions::Rule::Subset && holds(terms_.names(), "entropy");
  return recipe_by_name(may_stick ? "stl" : "rep", plan_.draws, plan_.options.antithetic);
}

void NaturalSelection::begin_block(Index steps, const NaturalFamily& q, NaturalStepper& stepper, FitResult& result) {
  selection_before_ = result.seconds.selection;
  block_start_ = clock_.seconds();
  if (!plan_.selects() || terms_.size() < 2 || !plan_.options.select_at.empty()) return;
  const double begin = clock_.seconds();
  if (is_worth_a_trial(steps, q, stepper)) try_all(q, stepper, result);
  result.seconds.selection += clock_.seconds() - begin;
}

void NaturalSelection::end_block(Index steps, FitResult& result) {
  const double spent = clock_.seconds() - block_start_ - (result.seconds.selection - selection_before_);
  if (steps > 0) step_seconds_ = spent / static_cast<double>(steps);
  result.diagnostics.observed_step_seconds = step_seconds_;
}

void NaturalSelection::look(double progress, const NaturalFamily& q, NaturalStepper& stepper, FitResult& result) {
  if (!plan_.selects()) return;
  const double begin = clock_.seconds();
  const std::vector<double>& at = plan_.options.select_at;
  if (!at.empty()) {
    if (next_ < at.size() && progress >= at[next_]) {
      try_all(q, stepper, result);
      while (next_ < at.size() && progress >= at[next_]) ++next_;
    }
  } else if (stepper.moments().is_ready()) {
    refit(stepper.moments().moments(), stepper, result);
  }
  result.seconds.selection += clock_.seconds() - begin;
}

// By the plan's rule, as far as these moments go.
void NaturalSelection::refit(const Moments& moments, NaturalStepper& stepper, FitResult& result) {
  const SelectorOptions options = plan_.selector();
  for (const LedgerEntry& entry : options.pool)
    for (const std::string& name : entry.recipe.control_variates)
      if (!holds(moments.terms, name)) return;
  accept(select_by_rule(moments, running_costs(), options), stepper, result);
}

// The first trial hopes for a fixed share of what is noise; later ones for what the last one found.
bool NaturalSelection::is_worth_a_trial(Index steps, const NaturalFamily& q, const NaturalStepper& stepper) {
  Index outside = 0;
  for (Index i = 1; i < terms_.size(); ++i)
    if (!terms_[i].is_free() && !holds(stepper.recipe().control_variates, terms_[i].name())) ++outside;
  if (trials_ == 0 && plan_.selector().rule != SelectorOptions::Rule::Subset) return true;
  if (outside == 0) return false;
  if (step_seconds_ == 0) return false;  // the first block
  const double share = stepper.statistics().noise_share();
  const double removable = removable_share(q, stepper);
  if (trials_ == 0 && least_step_ratio(q, stepper) * (1 - removable * share) >= 1) return false;
  const double draws = static_cast<double>(plan_.draws);
  const double hope = trials_ == 0 ? std::min(kHopedSaving, removable) : 1 - best_ratio_;
  const double saving = hope * share * static_cast<double>(steps) * step_seconds_;
  const double terms = static_cast<double>(terms_.size());
  const double trial = measured_ || plan_.costs
                           ? (plan_.costs ? *plan_.costs : *measured_).seconds(terms_.names(), kTrialDraws)
                           : terms * static_cast<double>(kTrialDraws) / draws * step_seconds_;
  return saving > trial + prepare_seconds_;
}

// All terms but entropy are linear in xi or nearly so. In the full-rank family sticking the landing leaves (I - B) xi of
// that, the same I - B that is the gradient T: noise of (d + 2) / 4 |T|^2 a unit, where |T|^2 / 2 is in the signal.
double NaturalSelection::removable_share(const NaturalFamily& q, const NaturalStepper& stepper) const {
  constexpr double kMost = 1 - 1 / kMostQuieter;
  if (q.structure() == Structure::Diagonal || !holds(stepper.recipe().control_variates, "entropy")) return kMost;
  const double linear = 0.5 * static_cast<double>(q.mean().size() + 2) * std::max(0.0, stepper.statistics().signal());
  return std::min(kMost, linear / std::max(stepper.statistics().noise(), std::numeric_limits<double>::min()));
}

// The least that a step with a term from outside the recipe can cost, over a step as it is.
double NaturalSelection::least_step_ratio(const NaturalFamily& q, const NaturalStepper& stepper) {
  if (plan_.costs) {
    const double base = plan_.costs->seconds({terms_[0].name()}, plan_.draws);
    double least = std::numeric_limits<double>::infinity();
    for (Index i = 1; i < terms_.size(); ++i)
      if (!terms_[i].is_free() && !holds(stepper.recipe().control_variates, terms_[i].name()))
        least = std::min(least, plan_.costs->seconds({terms_[0].name(), terms_[i].name()}, plan_.draws) / base);
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

void NaturalSelection::try_all(const NaturalFamily& q, NaturalStepper& stepper, FitResult& result) {
  const double begin = clock_.seconds();
  result.gradient_draws += terms_.anchor(q);
  prepare_seconds_ = clock_.seconds() - begin;
  if (!plan_.costs) {
    const double step = step_seconds_ > 0 ? step_seconds_ : 1e-3;
    const CostMeasurement cost =
        measure_natural_costs(model_, q, terms_, plan_.draws, plan_.options.antithetic, step,
                              plan_.options.seed + static_cast<std::uint64_t>(trials_), 20 * step);
    result.gradient_draws += cost.density_evaluations;
    if (cost.costs.terms.empty()) return;
    measured_ = cost.costs;
    // What the recipe in use costs beyond the base is in the observed steps already.
    const double with_terms = measured_->of(stepper.recipe(), plan_.draws);
    measured_->terms.front().cost.per_draw *= std::max(0.1, 2 - with_terms / step);
  }
  SelectorOptions options = plan_.selector();
  if (plan_.options.select_at.empty()) options.select_draws = kTrialDraws;
  const SelectorReport report =
      choose_recipe(model_, q, terms_, running_costs(), options, static_cast<std::uint64_t>(trials_++), clock_);
  result.gradient_draws += report.density_evaluations;
  result.diagnostics.failed_draws += report.failed_draws;
  if (!report.has_choice) {
    ++result.diagnostics.failed_selections;
    return;
  }
  double free_product = report.selection.entries.front().product;
  for (const LedgerEntry& entry : report.selection.entries) {
    bool is_free = true;
    for (const std::string& name : entry.recipe.control_variates)
      is_free = is_free && terms_[terms_.index_of(name)].is_free();
    if (is_free) free_product = std::min(free_product, entry.product);
  }
  best_ratio_ = free_product > 0 ? std::min(1.0, report.selection.choice().product / free_product) : 1;
  result.selections.push_back({report.selection, result.iterations, clock_.seconds()});
  accept(report.selection, stepper, result);
}

Costs NaturalSelection::running_costs() const {
  if (plan_.costs) return *plan_.costs;
  if (measured_) return *measured_;
  Costs out;
  const double step = step_seconds_ > 0 ? step_seconds_ : 1e-3;  // its size does not matter: all else is free
  for (const std::string& name : terms_.names())
    out.terms.push_back({name, {0, name == terms_[0].name() ? step / static_cast<double>(plan_.draws) : 0}});
  return out;
}

void NaturalSelection::accept(const Selection& selection, NaturalStepper& stepper, FitResult& result) {
  const Recipe& chosen = selection.choice().recipe;
  last_ = selection;
  result.diagnostics.predicted_step_seconds = selection.choice().seconds;
  stepper.use(chosen);
}

}  // namespace g2t
