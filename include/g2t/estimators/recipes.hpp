// The published estimators as recipes.
#pragma once

#include <g2t/core/recipe.hpp>

#include <string>
#include <vector>

namespace g2t {

/// "rep", "stl", "miller".
const std::vector<std::string>& recipe_names();

/// rep: the reparameterisation gradient. stl: sticking the landing, rep - entropy (Roeder et al. 2017).
/// miller: rep + taylor (Miller et al. 2017).
/// @throws InvalidArgument if the name is not one of recipe_names()
Recipe recipe_by_name(const std::string& name, Index draws, bool antithetic);

}  // namespace g2t
