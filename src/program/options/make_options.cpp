// Applies what a user gave over a model's defaults, and checks that it holds together.
#include <program/options/option_text.h>

#include <algorithm>
#include <filesystem>
#include <g2t/core/errors.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/program/options/default_options.hpp>
#include <g2t/program/options/option_list.hpp>
#include <string>

namespace g2t {
namespace {

void check_together(const Options& options) {
  const FitOptions& fit = options.fit;
  if (fit.antithetic && fit.draws % 2 != 0) {
    program::refuse_option("draws", std::to_string(fit.draws),
                             "with --antithetic draws come in pairs: an even number");
  }
  if (fit.draws == kChosenDraws && fit.select_draws % 2 != 0) {
    program::refuse_option("select-draws", std::to_string(fit.select_draws),
                             "with --draws auto draws come in pairs, of which some count as single ones: an even number");
  }
  if (fit.antithetic && fit.select_draws % 2 != 0) {
    program::refuse_option("select-draws", std::to_string(fit.select_draws),
                             "with --antithetic draws come in pairs: an even number");
  }
  if (!fit.pool.empty() && fit.estimator != "auto") {
    program::refuse_option("estimator", fit.estimator,
                             "contradicts --pool, which chooses the estimator itself; give one of the two");
  }
  if (fit.family == FamilyChoice::FullRank && fit.scale_coordinate == ScaleCoordinate::Scale) {
    program::refuse_option("scale-coordinate", "scale", "is for the mean-field family, not for --family full-rank");
  }
}

bool is_given(const std::vector<std::pair<std::string, std::string>>& given, const std::string& name) {
  return std::any_of(given.begin(), given.end(), [&](const auto& pair) { return pair.first == name; });
}

// Options that mean nothing in the other coordinates.
void check_coordinates(const Options& options, const std::vector<std::pair<std::string, std::string>>& given) {
  static const std::vector<std::string> plain = {"scale-coordinate", "select-from",  "optimizer",
                                                 "momentum",         "step-size",    "keep-step-size",
                                                 "warmup-steps",     "warmup-step-size", "averaging", "reselect", "when-changed"};
  static const std::vector<std::string> natural = {"tolerance", "starts", "weight-draws"};
  const bool is_natural = options.fit.coordinates == Coordinates::Natural;
  for (const auto& [name, text] : given) {
    const std::vector<std::string>& foreign = is_natural ? plain : natural;
    if (std::find(foreign.begin(), foreign.end(), name) == foreign.end()) continue;
    program::refuse_option(name, text,
                             is_natural ? "is for plain coordinates: add --coordinates plain, or leave it out"
                                        : "is for natural coordinates: add --coordinates natural, or leave it out");
  }
  if (is_natural && is_given(given, "select-at") && !is_given(given, "time-budget") && !is_given(given, "iterations"))
    program::refuse_option("select-at", "given", "are fractions of a budget: give --time-budget or --iterations too");
  if (!is_natural && options.fit.select_at.empty())
    program::refuse_option("select-at", "none", "plain coordinates need the times of choices");
}

// What the user asked for and what the rest leaves no room for; defaults are no such wish.
void check_wishes(const Options& options, const std::vector<std::pair<std::string, std::string>>& given) {
  const FitOptions& fit = options.fit;
  const std::vector<std::string>& names = recipe_names();
  const bool is_name = std::find(names.begin(), names.end(), fit.estimator) != names.end();
  std::error_code ignored;  // a name that is neither a recipe's nor a file's is refused when it is read
  const bool is_file = !is_name && fit.estimator != "auto" && fit.estimator != "fixed" &&
                       std::filesystem::exists(fit.estimator, ignored);
  if (is_given(given, "control-variates")) {
    const std::string text = program::join(fit.control_variates);
    if (is_name || is_file) {
      program::refuse_option("control-variates", text,
                               "has no effect with --estimator " + fit.estimator + ", which has its own");
    }
    if (!fit.pool.empty()) {
      program::refuse_option("control-variates", text, "has no effect with --pool, whose recipes have their own");
    }
  }
  if (fit.draws == kChosenDraws && (fit.estimator != "auto" || !fit.pool.empty())) {
    program::refuse_option("draws", "auto", "needs --estimator auto, which chooses them");
  }
  if (fit.draws == kChosenDraws && is_given(given, "antithetic")) {
    program::refuse_option("antithetic", fit.antithetic ? "true" : "false", "is chosen with --draws auto");
  }
  for (const std::string option : {"split", "largest-weight", "reselect", "when-changed"})
    if (is_given(given, option) &&
        (is_name || is_file || (!fit.pool.empty() && (option == "split" || option == "largest-weight")))) {
      program::refuse_option(option, "given",
                               "has no effect on recipes that are given: it is for --estimator auto or fixed");
    }
  if (is_file && is_given(given, "draws")) {
    program::refuse_option("draws", std::to_string(fit.draws),
                             "has no effect with the recipe file " + fit.estimator + ", which has its own");
  }
  if (is_file && fit.antithetic && is_given(given, "antithetic")) {
    program::refuse_option("antithetic", "true",
                             "has no effect with the recipe file " + fit.estimator + ", which says it itself");
  }
}

}  // namespace

Options make_options(const std::string& model, const std::vector<std::pair<std::string, std::string>>& given) {
  std::optional<Coordinates> coordinates;
  for (const auto& [name, text] : given) {
    if (name != "coordinates") continue;
    Options wanted;
    option_named(name).set(wanted, text);
    coordinates = wanted.fit.coordinates;
  }
  Options options = default_options(model, coordinates);
  for (const auto& [name, text] : given) {
    const OptionSpec& row = option_named(name);
    if (!row.fits(model)) {
      program::refuse_option(name, text, "does not fit " + model + "; it is for " + program::join(row.models));
    }
    row.set(options, text);
  }
  check_together(options);
  check_coordinates(options, given);
  check_wishes(options, given);
  if (!options.fit.time_budget && !options.fit.iterations) options.fit.time_budget = kDefaultTimeBudget;
  return options;
}

}  // namespace g2t
