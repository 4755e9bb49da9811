// Steps are timed as they are made; what is not in them is measured once, before the first trial.
#include <inference/natural/natural_costs.h>

#include <g2t/core/contains.hpp>
#include <g2t/inference/choice/measure_costs.hpp>
#include <g2t/inference/terms.hpp>

#include <algorithm>

namespace g2t {
namespace {

constexpr int kStepRounds = 2;          // of measuring steps by their draws
constexpr double kMeasureShare = 0.01;  // of a block's draws, at most, for that
constexpr int kTrialRounds = 3;         // of measuring costs for a trial

}  // namespace

// Of the steps as they are, at each number of draws: if that takes no more than its share of the block to come.
Index NaturalCosts::measure_steps(double draws, const NaturalFamily& q, const Recipe& recipe) {
  if (are_known() || state_.step_seconds == 0) return 0;
  CostProbe probe = plan_.cost_probe(state_.measurements++, 0);
  probe.min_rounds = kStepRounds;
  probe.antithetic = recipe.antithetic;
  double needed = 0;  // the warm-up round among them
  for (const Index n : probe.draws) needed += static_cast<double>(n) * (kStepRounds + 1);
  if (needed > kMeasureShare * draws) return 0;
  const TermSet base = make_terms(model_, q.structure(), {"none"});
  const CostMeasurement measured = measure_natural_costs(model_, q, base, probe, 0);
  if (!measured.costs.terms.empty()) state_.step = measured.costs.terms.front().cost;
  return measured.density_evaluations;
}

TrialSize NaturalCosts::trial_size(const Recipe& recipe) const {
  TrialSize size{model_.dimension(), kTrialDraws, 0};
  if (plan_.costs || state_.measured) return size;
  Index draws = 0;
  for (const Index n : trial_probe(recipe, 0).draws) draws += n * (kTrialRounds + 1);
  size.cost_draws = 2 * draws;                                     // a term, and the computations that it needs
  if (!plan_.draw_candidates.empty()) size.moment_draws += draws;  // whole steps too
  return size;
}

CostProbe NaturalCosts::trial_probe(const Recipe& recipe, Index round) const {
  CostProbe probe = plan_.cost_probe(round, 0);
  if (plan_.draw_candidates.empty()) probe.draws = {recipe.draws};
  probe.antithetic = recipe.antithetic;
  probe.min_rounds = kTrialRounds;
  return probe;
}

bool NaturalCosts::measure_terms(const TermSet& terms, const NaturalFamily& q, const Recipe& recipe,
                                 Index& evaluations) {
  if (plan_.costs) return true;
  if (state_.measured) {
    std::vector<std::string> known;
    for (const TermCost& term : state_.measured->terms) known.push_back(term.name);
    const std::vector<std::string> names = terms.names();
    if (std::all_of(names.begin(), names.end(), [&](const std::string& name) { return contains(known, name); })) return true;
  }
  const double step = state_.step_seconds > 0 ? state_.step_seconds : 1e-3;
  const bool are_draws_chosen = !plan_.draw_candidates.empty();
  const CostProbe probe = trial_probe(recipe, state_.measurements++);
  const CostMeasurement cost = measure_natural_costs(model_, q, terms, probe, are_draws_chosen ? 0 : step);
  evaluations += cost.density_evaluations;
  if (cost.costs.terms.empty()) return false;
  state_.measured = cost.costs;
  if (are_draws_chosen) return true;
  // What the recipe in use costs beyond the base is in the observed steps already.
  const double with_terms = state_.measured->of(recipe);
  state_.measured->terms.front().cost.per_draw *= std::max(0.1, 2 - with_terms / step);
  return true;
}

Costs NaturalCosts::of_run(const Recipe& recipe) const {
  if (plan_.costs) return *plan_.costs;
  if (state_.measured) return *state_.measured;
  Costs out;
  const double step = state_.step_seconds > 0 ? state_.step_seconds : 1e-3;  // its size does not matter: all else is free
  for (const std::string& name : terms_.names()) {
    const bool is_base = name == terms_[0].name();
    const ComputationCost even{0, is_base ? step / static_cast<double>(recipe.draws) : 0, {}};
    out.terms.push_back({name, is_base && state_.step ? *state_.step : even});
  }
  return out;
}

}  // namespace g2t
