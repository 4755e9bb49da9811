#include <g2t/inference/fit_plan.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/estimators/recipes.hpp>

#include <algorithm>

namespace g2t {
namespace {

constexpr double kStartScale = 0.1;

Gaussian start_of(const Model& model, const FitOptions& options, const FitInputs& inputs) {
  const Index d = model.dimension();
  if (!inputs.init)
    return isotropic_gaussian(chosen_structure(options.family, d), Vector::Zero(d), kStartScale);
  const Gaussian& init = *inputs.init;
  if (init.dimension() != d)
    throw InvalidArgument("fit", "init", std::to_string(init.dimension()) + " parameters",
                          "the model has " + std::to_string(d));
  if (options.family != FamilyChoice::Auto && init.structure != chosen_structure(options.family, d))
    throw InvalidArgument("fit", "init", family_name(init.structure), "is not of the family that was asked for");
  return init;
}

// The control variates of a set of recipes, each once.
std::vector<std::string> terms_of(const std::vector<Recipe>& recipes) {
  std::vector<std::string> names;
  for (const Recipe& recipe : recipes)
    for (const std::string& name : recipe.control_variates)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

void check_costs(const Costs& costs, const TermSet& terms) {
  for (const std::string& name : terms.names()) static_cast<void>(costs.term(name));
}

}  // namespace

SelectorOptions FitPlan::selector() const {
  SelectorOptions out;
  out.rule = !pool.empty()                  ? SelectorOptions::Rule::Pool
             : options.estimator == "fixed" ? SelectorOptions::Rule::Weights
                                            : SelectorOptions::Rule::Subset;
  out.pool = pool;
  out.draws = draws;
  out.antithetic = options.antithetic;
  out.select_draws = options.select_draws;
  out.seed = options.seed;
  return out;
}

FitPlan plan_fit(const Model& model, const FitOptions& options, const FitInputs& inputs) {
  if (options.coordinates == Coordinates::Natural)
    throw InvalidArgument("fit", "coordinates", "natural", "natural coordinates come in a later version");
  FitPlan plan;
  plan.options = options;
  plan.draws = options.draws;
  if (!options.time_budget && !options.iterations) plan.options.time_budget = kDefaultTimeBudget;
  plan.start = start_of(model, options, inputs);
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
    plan.recipe = recipe_by_name(options.estimator, options.draws, options.antithetic);
  } else if (options.estimator != "auto" && options.estimator != "fixed") {
    throw InvalidArgument("fit", "estimator", options.estimator, "must be auto, fixed, rep, stl, miller or a recipe");
  }
  if (plan.recipe) {
    check(*plan.recipe);
    plan.control_variates = terms_of({*plan.recipe});
    plan.draws = plan.recipe->draws;
    plan.options.antithetic = plan.recipe->antithetic;
  }
  const TermSet terms = make_terms(model, plan.start.structure, plan.control_variates);
  if (plan.costs) check_costs(*plan.costs, terms);
  if (plan.options.antithetic && plan.draws % 2 != 0)
    throw InvalidArgument("fit", "draws", std::to_string(plan.draws), "antithetic draws come in pairs");
  return plan;
}

}  // namespace g2t
