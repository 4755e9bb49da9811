// Reads the files that a fit's options name: a start, a cost table, recipes.
#include <program/files/init_values.h>
#include <program/options/option_text.h>

#include <algorithm>
#include <filesystem>
#include <g2t/core/errors.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/program/files/fit_inputs.hpp>
#include <g2t/io/json_files.hpp>

namespace g2t {
namespace {

bool is_recipe_name(const std::string& text) {
  const std::vector<std::string>& names = recipe_names();
  return std::find(names.begin(), names.end(), text) != names.end();
}

// A recipe file; a text that looks like a mistyped name and is no file is refused as such.
Recipe recipe_of_file(const std::string& option, const std::string& text, const std::vector<std::string>& words) {
  std::error_code ignored;
  const bool looks_like_file = text.find_first_of("./") != std::string::npos;
  if (!looks_like_file && !std::filesystem::exists(text, ignored)) {
    program::refuse_option(
        option, text, "there is no such file; " + program::join(words) + ", or the name of a recipe file is needed");
  }
  return read_recipe(text);
}

// Moments of a pool are those of steps alike: a recipe of other draws has no place in it.
void check_alike(const std::string& name, const Recipe& recipe, const FitOptions& options) {
  if (recipe.draws != options.draws) {
    program::refuse_option(
        "pool", name,
        "its recipe has " + std::to_string(recipe.draws) + " draws, but --draws is " + std::to_string(options.draws));
  }
  if (recipe.antithetic != options.antithetic) {
    program::refuse_option(
        "pool", name,
        std::string("its recipe has ") + (recipe.antithetic ? "" : "no ") + "antithetic draws, unlike the fit");
  }
}

}  // namespace

FitInputs read_fit_inputs(const FitOptions& options) {
  FitInputs inputs;
  if (!options.init.empty()) {
    inputs.init_radius = program::init_radius(options.init);
    if (!inputs.init_radius) inputs.init = read_gaussian(options.init).q;
  }
  if (options.costs != "measured") inputs.costs = read_costs(options.costs);

  std::vector<std::string> words = recipe_names();
  for (const std::string& name : options.pool) {
    LedgerEntry entry;
    entry.name = name;
    entry.recipe = is_recipe_name(name) ? recipe_by_name(name, options.draws, options.antithetic)
                                        : recipe_of_file("pool", name, words);
    check_alike(name, entry.recipe, options);
    inputs.pool.push_back(std::move(entry));
  }

  words.insert(words.begin(), {"auto", "fixed"});
  const bool is_word = std::find(words.begin(), words.end(), options.estimator) != words.end();
  if (!is_word) inputs.recipe = recipe_of_file("estimator", options.estimator, words);
  return inputs;
}

FitInputs read_fit_inputs(const FitOptions& options, const Model& model) {
  FitOptions others = options;
  others.init.clear();
  FitInputs inputs = read_fit_inputs(others);
  if (options.init.empty()) return inputs;
  inputs.init_radius = program::init_radius(options.init);
  if (inputs.init_radius) return inputs;
  inputs.init_point = program::init_values(options.init, model);
  if (!inputs.init_point) inputs.init = read_q(options.init, model);
  return inputs;
}

Gaussian read_q(const std::string& file, const Model& model) {
  NamedGaussian saved = read_gaussian(file, model.dimension());
  const std::vector<std::string> names = model.parameter_names();
  for (std::size_t i = 0; i < saved.names.size(); ++i) {
    if (saved.names[i] == names[i]) continue;
    throw InputError({file, 0, 0}, "is a q of another model: its parameter " + std::to_string(i + 1) + " is '" +
                                       saved.names[i] + "', the model's is '" + names[i] + "'");
  }
  return std::move(saved.q);
}

}  // namespace g2t
