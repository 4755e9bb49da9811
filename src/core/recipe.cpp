// The checks of a recipe, and its one-line text.
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/recipe.hpp>

#include <fmt/format.h>

#include <cmath>
#include <span>

namespace g2t {

void check(const Recipe& recipe) {
  if (recipe.weights.size() != recipe.control_variates.size())
    throw InvalidArgument("check", "weights", fmt::format("{} numbers", recipe.weights.size()),
                          fmt::format("a recipe needs one for each of its {} control variates",
                                      recipe.control_variates.size()));
  for (std::size_t i = 0; i < recipe.weights.size(); ++i) {
    const std::string& name = recipe.control_variates[i];
    if (!std::isfinite(recipe.weights[i]))
      throw InvalidArgument("check", "weights", fmt::format("{}", recipe.weights[i]), "a weight must be finite");
    if (contains(std::span(recipe.control_variates).first(i), name))
      throw InvalidArgument("check", "control_variates", name, "named twice");
  }
  if (recipe.draws < 1)
    throw InvalidArgument("check", "draws", fmt::format("{}", recipe.draws), "a step needs at least one draw");
  if (recipe.antithetic && recipe.draws % 2 != 0)
    throw InvalidArgument("check", "draws", fmt::format("{}", recipe.draws), "antithetic draws come in pairs");
}

std::string describe(const Recipe& recipe) {
  std::string out = recipe.base;
  for (std::size_t i = 0; i < recipe.weights.size(); ++i) {
    const double weight = recipe.weights[i];
    out += fmt::format(" {} {:.3g} {}", weight < 0 ? '-' : '+', std::abs(weight), recipe.control_variates[i]);
  }
  return out;
}

}  // namespace g2t
