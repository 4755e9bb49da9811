// Estimators of a fit by their names.
#pragma once

#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/options.hpp>

#include <string>

namespace g2t::testing {

/// The same options with "auto", "fixed", or a recipe of these draws.
inline FitOptions with_estimator(FitOptions options, const std::string& name) {
  options.estimator = name == "fixed" ? EstimatorRule::Fixed : EstimatorRule::Auto;
  options.recipe.reset();
  if (name == "auto" || name == "fixed") return options;
  options.recipe = recipe_by_name(name, options.draws, options.antithetic);
  options.reselect = FitOptions{}.reselect;  // of no use then, and refused
  return options;
}

}  // namespace g2t::testing
