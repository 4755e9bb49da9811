// Names and weights of the published estimators.
#include <g2t/estimators/recipes.hpp>

#include <g2t/core/errors.hpp>

namespace g2t {

const std::vector<std::string>& recipe_names() {
  static const std::vector<std::string> names = {"rep", "stl", "miller"};
  return names;
}

Recipe recipe_by_name(const std::string& name, Index draws, bool antithetic) {
  Recipe recipe;
  recipe.draws = draws;
  recipe.antithetic = antithetic;
  if (name == "rep") return recipe;
  if (name == "stl") {
    recipe.control_variates = {"entropy"};
    recipe.weights = {-1};
    return recipe;
  }
  if (name == "miller") {
    recipe.control_variates = {"taylor"};
    recipe.weights = {1};
    return recipe;
  }
  throw InvalidArgument("recipe_by_name", "name", name, "must be rep, stl or miller");
}

}  // namespace g2t
