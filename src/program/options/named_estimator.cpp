// A text that is no file but resembles a name is reported as misspelt.
#include <program/options/named_estimator.h>

#include <g2t/core/contains.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/io/json_files.hpp>
#include <program/options/option_text.h>

#include <algorithm>
#include <filesystem>

namespace g2t::program {
namespace {

bool is_recipe_name(const std::string& text) { return contains(recipe_names(), text); }

// A recipe file; a text that is no file but resembles a name is reported as misspelt.
Recipe recipe_of_file(const std::string& option, const std::string& text, const std::vector<std::string>& words) {
  std::error_code ignored;
  const bool looks_like_file = text.find_first_of("./") != std::string::npos;
  if (!looks_like_file && !std::filesystem::exists(text, ignored)) {
    refuse_option(
        option, text, "there is no such file; " + join(words) + ", or the name of a recipe file is needed");
  }
  return read_recipe(text);
}

// Moments of a pool are those of steps alike: a recipe of other draws has no place in it. If those are selected, the check
// of settings rejects it.
void check_alike(const std::string& name, const Recipe& recipe, const Options& options) {
  if (options.fit.draws != kChosenDraws && recipe.draws != options.fit.draws) {
    refuse_option(
        "pool", name,
        "its recipe has " + std::to_string(recipe.draws) + " draws, but --draws is " + std::to_string(options.fit.draws));
  }
  if (recipe.antithetic != options.fit.antithetic) {
    refuse_option(
        "pool", name,
        std::string("its recipe has ") + (recipe.antithetic ? "" : "no ") + "antithetic draws, unlike the fit");
  }
}

// With the draws of a step; if those are selected, likewise.
Recipe recipe_named(const std::string& name, const FitOptions& options) {
  return recipe_by_name(name, std::max<Index>(options.draws, options.antithetic ? 2 : 1), options.antithetic);
}

}  // namespace

void read_estimator(Options& options) {
  const std::string& name = options.inputs.estimator;
  std::vector<std::string> words = recipe_names();
  options.fit.pool.clear();
  for (const std::string& member : options.inputs.pool) {
    SelectionEntry entry;
    entry.name = member;
    entry.recipe = is_recipe_name(member) ? recipe_named(member, options.fit) : recipe_of_file("pool", member, words);
    check_alike(member, entry.recipe, options);
    options.fit.pool.push_back(std::move(entry));
  }
  words.insert(words.begin(), {"auto", "fixed"});
  options.fit.estimator = name == "fixed" ? EstimatorRule::Fixed : EstimatorRule::Auto;
  options.fit.recipe.reset();
  if (name == "auto" || name == "fixed") return;
  options.fit.recipe = is_recipe_name(name) ? recipe_named(name, options.fit) : recipe_of_file("estimator", name, words);
}

}  // namespace g2t::program
