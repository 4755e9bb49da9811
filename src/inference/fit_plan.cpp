// Checks in the order in which a user would want to hear of them.
#include <g2t/inference/terms.hpp>
#include <g2t/inference/fit_plan.hpp>

#include <g2t/control_variates/control_variates.hpp>
#include <g2t/core/contains.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/estimators/recipes.hpp>
#include <starts/random_points.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kStartScale = 0.1;
constexpr Index kFirstDraws = 8;  // a step, until they are chosen
constexpr Index kMostDraws = 64;
constexpr Index kLeastNaturalDraws = 4;  // two pairs, since step sizes go by their spread

// Below the width of the kernels, steps in natural coordinates save nothing.
std::vector<Index> draw_candidates_of(const Model& model, const FitOptions& options) {
  const Index least = options.coordinates == Coordinates::Natural ? std::max(kLeastNaturalDraws, model.lane_width()) : 1;
  return draw_candidates(least, std::max(least, kMostDraws));
}

Gaussian start_of(const Model& model, const FitOptions& options, const FitInputs& inputs) {
  const Index d = model.dimension();
  if (inputs.init_point && inputs.init_point->size() != d)
    throw InvalidArgument("fit", "init_point", std::to_string(inputs.init_point->size()) + " parameters",
                          "the model has " + std::to_string(d));
  if (!inputs.init) {
    Vector mean = inputs.init_point.value_or(Vector::Zero(d));
    if (inputs.init_radius && options.coordinates == Coordinates::Plain)
      mean = uniform_point(d, *inputs.init_radius, streams::start_point(options.seed, 0));
    return isotropic_gaussian(chosen_structure(options.family, d), mean, kStartScale);
  }
  const Gaussian& init = *inputs.init;
  if (init.dimension() != d)
    throw InvalidArgument("fit", "init", std::to_string(init.dimension()) + " parameters",
                          "the model has " + std::to_string(d));
  if (options.family != FamilyChoice::Auto && init.structure != chosen_structure(options.family, d))
    throw InvalidArgument("fit", "init", family_name(init.structure), "is not of the family that was asked for");
  return init;
}

// Names of control variates, and not a word for all or none of them.
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
  if (!(base > 0)) throw InvalidArgument("fit", "costs", std::to_string(base), "a step must cost some time");
}

// What the command line refuses by option, for programs that set fields.
void check_numbers(const FitOptions& options) {
  const auto require = [](bool is_met, const char* field, double value, const char* reason) {
    if (!is_met) throw InvalidArgument("fit", field, fmt::format("{}", value), reason);
  };
  const auto count = [&](const char* field, Index value, Index least) {
    require(value >= least, field, static_cast<double>(value), least == 0 ? "must not be negative" : "is too small");
  };
  count("draws", options.draws, kChosenDraws);
  count("select_draws", options.select_draws, options.antithetic ? 4 : 2);
  count("warmup_steps", options.warmup_steps, 0);
  count("threads", options.threads, 1);
  if (options.iterations) count("iterations", *options.iterations, 0);
  if (options.antithetic || options.draws == kChosenDraws)
    for (const Index value : {options.draws, options.select_draws})
      require(value % 2 == 0, "draws or select_draws", static_cast<double>(value), "antithetic draws come in pairs");
  const auto positive = [&](const char* field, double value) {
    require(value > 0 && std::isfinite(value), field, value, "must be positive and finite");
  };
  positive("warmup_step_size", options.warmup_step_size);
  if (options.step_size) positive("step_size", *options.step_size);
  positive("tolerance", options.tolerance);
  if (options.largest_weight) positive("largest_weight", *options.largest_weight);
  count("starts", options.starts, 1);
  count("weight_draws", options.weight_draws, kReportDraws);
  if (options.time_budget) positive("time_budget", *options.time_budget);
  double last = -1;
  for (const double fraction : options.select_at) {
    require(fraction >= 0 && fraction < 1 && fraction > last, "select_at", fraction, "fractions in [0, 1), ascending");
    last = fraction;
  }
}

}  // namespace

SelectorOptions FitPlan::selector() const {
  SelectorOptions out;
  out.rule = !pool.empty()                  ? SelectorOptions::Rule::Pool
             : options.estimator == "fixed" ? SelectorOptions::Rule::Weights
                                            : SelectorOptions::Rule::Subset;
  out.pool = pool;
  out.rules = options.selection_rules();
  out.draws = draws;
  out.draw_candidates = draw_candidates;
  out.antithetic = options.antithetic;
  out.select_draws = options.select_draws;
  out.seed = options.seed;
  return out;
}

CostProbe FitPlan::cost_probe(Index round, double most_seconds) const {
  CostProbe probe;
  probe.draws = draw_candidates.size() > 1 ? draw_candidates : std::vector<Index>{draws, 4 * draws};
  probe.antithetic = options.antithetic && draw_candidates.empty();
  probe.seed = options.seed;
  probe.round = round;
  probe.most_seconds = most_seconds;
  if (draw_candidates.size() > 1) probe.least_rounds = 2;  // of many sizes each
  return probe;
}

FitPlan plan_fit(const Model& model, const FitOptions& options, const FitInputs& inputs) {
  check_numbers(options);
  FitPlan plan;
  plan.options = options;
  plan.draws = options.draws == kChosenDraws ? kFirstDraws : options.draws;
  if (!options.time_budget && !options.iterations) plan.options.time_budget = kDefaultTimeBudget;
  plan.start = start_of(model, options, inputs);
  plan.has_init = inputs.init.has_value();
  plan.requested_start = {inputs.init_point, inputs.init_radius};
  if (inputs.init_root) {
    if (!plan.has_init || plan.start.structure != Structure::Dense || options.coordinates != Coordinates::Natural)
      throw InvalidArgument("fit", "init_root", std::to_string(inputs.init_root->rows()) + " rows",
                            "belongs to a full-rank init and natural coordinates");
    plan.start_root = *inputs.init_root;
  }
  plan.control_variates = options.control_variates;
  plan.pool = inputs.pool;
  plan.costs = inputs.costs;

  const std::vector<std::string>& named = recipe_names();
  if (!plan.pool.empty()) {
    std::vector<Recipe> recipes;
    for (const LedgerEntry& entry : plan.pool) recipes.push_back(entry.recipe);
    plan.control_variates = terms_of(recipes);
  } else if (inputs.recipe) {
    plan.recipe = inputs.recipe;
  } else if (std::find(named.begin(), named.end(), options.estimator) != named.end()) {
    plan.recipe = recipe_by_name(options.estimator, plan.draws, options.antithetic);
  } else if (options.estimator != "auto" && options.estimator != "fixed") {
    throw InvalidArgument("fit", "estimator", options.estimator, "must be auto, fixed, rep, stl, miller or a recipe");
  }
  if (plan.recipe) {
    check(*plan.recipe);
    plan.control_variates = terms_of({*plan.recipe});
    plan.draws = plan.recipe->draws;
    plan.options.antithetic = plan.recipe->antithetic;
  }
  if (plan.options.antithetic && options.draws != kChosenDraws && is_list(plan.control_variates)) {
    const auto zero = std::find_if(plan.control_variates.begin(), plan.control_variates.end(), vanishes_in_pairs);
    if (zero != plan.control_variates.end())
      throw InvalidArgument("fit", "control_variates", *zero, "is identically zero in antithetic pairs");
  }
  if (plan.control_variates == std::vector<std::string>{"all"}) {
    plan.control_variates = available_control_variates(model, plan.start.structure);
    if (options.coordinates == Coordinates::Plain) std::erase(plan.control_variates, "anchored-taylor");  // not published
  }
  if (!plan.recipe && plan.pool.empty() && is_list(plan.control_variates)) {
    plan.control_variates = split_control_variates(plan.control_variates, model, plan.start.structure, options.split);
    if (plan.options.antithetic && options.draws != kChosenDraws)
      std::erase_if(plan.control_variates, vanishes_in_pairs);
    if (plan.control_variates.empty()) plan.control_variates = {"none"};
  }
  if (options.draws == kChosenDraws) {
    if (plan.selector().rule != SelectorOptions::Rule::Subset || plan.recipe)
      throw InvalidArgument("fit", "draws", "auto", "only --estimator auto chooses them");
    if (options.coordinates == Coordinates::Natural && !options.select_at.empty())
      throw InvalidArgument("fit", "draws", "auto", "natural coordinates choose them between blocks, not at select_at");
    if (plan.control_variates == std::vector<std::string>{"none"})
      throw InvalidArgument("fit", "draws", "auto", "needs a control variate");
    plan.draw_candidates = draw_candidates_of(model, options);
  }
  const TermSet terms = make_terms(model, plan.start.structure, plan.control_variates);
  if (plan.recipe && plan.recipe->base != terms[0].name())
    throw InvalidArgument("fit", "base", plan.recipe->base, "the base of a recipe must be " + terms[0].name());
  if (plan.costs) plan.costs = plan.costs->with_pieces(terms.names());
  if (plan.costs) check_costs(*plan.costs, terms, plan.draws);
  return plan;
}

}  // namespace g2t
