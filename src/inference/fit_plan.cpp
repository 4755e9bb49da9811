// Checks in the order in which a user would want to hear of them.
#include <g2t/inference/terms.hpp>
#include <g2t/inference/fit_plan.hpp>

#include <g2t/control_variates/control_variates.hpp>
#include <g2t/core/contains.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/inference/settings.hpp>
#include <inference/resumed_run.h>
#include <starts/random_points.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kStartScale = 0.1;
constexpr Index kFirstStepDraws = 8;  // a step, until they are chosen
constexpr Index kMaxDraws = 64;
constexpr Index kMinNaturalDraws = 4;  // two pairs, since step sizes go by their spread

// Below the width of the kernels, steps in natural coordinates save nothing.
std::vector<Index> draw_candidates_of(const Model& model, const FitOptions& options) {
  const Index least = options.coordinates == Coordinates::Natural ? std::max(kMinNaturalDraws, model.lane_width()) : 1;
  return draw_candidates(least, std::max(least, kMaxDraws));
}

void check_dimension(const char* what, Index given, Index needed) {
  if (given != needed)
    throw InvalidSetting("start", fmt::format("{} of {} parameters", what, given), fmt::format("the model has {}", needed));
}

Gaussian start_of(const Model& model, const FitOptions& options) {
  const Index d = model.dimension();
  const FitStart& start = options.start;
  if (start.point) check_dimension("a point", start.point->size(), d);
  if (!start.q) {
    Vector mean = start.point.value_or(Vector::Zero(d));
    if (start.radius && options.coordinates == Coordinates::Plain)
      mean = uniform_point(d, *start.radius, streams::start_point(options.seed, 0));
    return isotropic_gaussian(chosen_structure(options, d), mean, kStartScale);
  }
  check_dimension("a q", start.q->dimension(), d);
  if (options.family != FamilyChoice::Auto && start.q->structure != chosen_structure(options, d))
    throw InvalidSetting("start", "a " + family_name(start.q->structure) + " q", "is not of the {family} that was asked for");
  return *start.q;
}

// True for names of control variates, false for all or none.
bool is_list(const std::vector<std::string>& names) {
  return names != std::vector<std::string>{"all"} && names != std::vector<std::string>{"none"};
}

// The control variates of a set of recipes, each once.
std::vector<std::string> terms_of(const std::vector<Recipe>& recipes) {
  std::vector<std::string> names;
  for (const Recipe& recipe : recipes)
    for (const std::string& name : recipe.control_variates)
      if (!contains(names, name)) names.push_back(name);
  return names;
}

void check_costs(const Costs& costs, const TermSet& terms, Index draws) {
  for (const std::string& name : terms.names()) static_cast<void>(costs.term(name));
  const double base = costs.term(terms[0].name()).seconds(draws);
  if (!(base > 0)) throw InvalidSetting("costs", std::to_string(base), "a step must cost some time");
}

// The names of a recipe's, a pool's, or the rule's control variates.
std::vector<std::string> requested_terms(const FitOptions& options) {
  if (options.recipe) return terms_of({*options.recipe});
  if (options.pool.empty()) return options.control_variates;
  std::vector<Recipe> recipes;
  for (const SelectionEntry& entry : options.pool) recipes.push_back(entry.recipe);
  return terms_of(recipes);
}

}  // namespace

SelectorOptions FitPlan::selector() const {
  SelectorOptions out;
  out.rule = !options.pool.empty()                         ? SelectorOptions::Rule::Pool
             : options.estimator == EstimatorRule::Fixed ? SelectorOptions::Rule::Weights
                                                         : SelectorOptions::Rule::Subset;
  out.pool = options.pool;
  out.rules = options.selection_rules();
  out.draws = draws;
  out.draw_candidates = draw_candidates;
  out.antithetic = options.antithetic;
  out.select_draws = options.select_draws;
  out.seed = options.seed;
  return out;
}

CostProbe FitPlan::cost_probe(Index round, double max_seconds) const {
  CostProbe probe;
  probe.draws = draw_candidates.size() > 1 ? draw_candidates : std::vector<Index>{draws, 4 * draws};
  probe.antithetic = options.antithetic && draw_candidates.empty();
  probe.seed = options.seed;
  probe.round = round;
  probe.max_seconds = max_seconds;
  if (draw_candidates.size() > 1) probe.min_rounds = 2;  // of many sizes each
  return probe;
}

FitPlan plan_fit(const Model& model, const FitOptions& options) {
  check_settings(options, changed_settings(options));
  FitPlan plan;
  plan.options = options;
  const bool is_plain = options.coordinates == Coordinates::Plain;
  if (is_plain && options.select_at.empty()) plan.options.select_at = plain_fit_options().select_at;
  if (!options.time_budget && !options.iterations) plan.options.time_budget = kDefaultTimeBudget;
  plan.draws = options.draws == kChosenDraws ? kFirstStepDraws : options.draws;
  plan.start = start_of(model, options);
  check_resumed(model, options);
  plan.has_init = options.start.q.has_value();
  plan.requested_start = {options.start.point, options.start.radius};
  if (options.start.root) {
    if (!plan.has_init || plan.start.structure != Structure::Dense || is_plain)
      throw InvalidSetting("start", "a root", "belongs to a full-rank q and natural coordinates");
    plan.start_root = *options.start.root;
  }
  if (options.recipe) {
    check(*options.recipe);
    plan.draws = options.recipe->draws;
    plan.options.antithetic = options.recipe->antithetic;
  }

  plan.control_variates = requested_terms(options);
  const bool has_fixed_draws = options.draws != kChosenDraws;
  const auto drop_zeros = [&] {
    if (plan.options.antithetic && has_fixed_draws) std::erase_if(plan.control_variates, vanishes_in_pairs);
  };
  if (plan.options.antithetic && has_fixed_draws && is_list(plan.control_variates)) {
    const auto is_own = [&](const std::string& name) {
      return std::any_of(options.own_terms.begin(), options.own_terms.end(),
                         [&](const OwnTerm& term) { return term.name == name; });
    };
    const auto zero = std::find_if(plan.control_variates.begin(), plan.control_variates.end(),
                                   [&](const std::string& name) { return !is_own(name) && vanishes_in_pairs(name); });
    if (zero != plan.control_variates.end())
      throw InvalidSetting("control_variates", *zero, "is identically zero in pairs of {antithetic} draws");
  }
  if (plan.control_variates == std::vector<std::string>{"all"}) {
    plan.control_variates = all_control_variates(model, plan.start.structure, options.own_terms);
    if (is_plain) std::erase(plan.control_variates, "anchored-taylor");  // not published
  }
  if (!options.recipe && options.pool.empty() && is_list(plan.control_variates)) {
    std::vector<std::string> own;
    for (const OwnTerm& term : options.own_terms)
      if (std::erase(plan.control_variates, term.name) > 0) own.push_back(term.name);
    plan.control_variates = split_control_variates(plan.control_variates, model, plan.start.structure, options.split);
    drop_zeros();
    plan.control_variates.insert(plan.control_variates.end(), own.begin(), own.end());
    if (plan.control_variates.empty()) plan.control_variates = {"none"};
  }
  if (!has_fixed_draws) {
    if (plan.control_variates == std::vector<std::string>{"none"})
      throw InvalidSetting("draws", "auto", "needs a control variate");
    plan.draw_candidates = draw_candidates_of(model, options);
  }
  const TermSet terms = make_terms(model, plan.start.structure, plan.control_variates, options.own_terms);
  if (options.recipe && options.recipe->base != terms[0].name())
    throw InvalidSetting("recipe", options.recipe->base, "the base of a recipe must be " + terms[0].name());
  if (options.costs) {
    std::vector<std::string> names = terms.names();
    names.emplace_back("entropy");  // a mean-field start sticks the landing, whatever the run may use
    plan.costs = options.costs->with_pieces(names);
    if (!plan.costs->has("entropy")) plan.costs->terms.push_back({"entropy", {}});  // it takes next to nothing
    check_costs(*plan.costs, terms, plan.draws);
  }
  return plan;
}

}  // namespace g2t
