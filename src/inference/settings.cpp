// One group of rules after the other: ranges, what belongs together, what would have no effect.
#include <g2t/inference/settings.hpp>

#include <g2t/control_variates/control_variates.hpp>
#include <inference/setting_list.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

[[noreturn]] void refuse(const std::string& setting, const std::string& value, const std::string& reason) {
  throw InvalidSetting(setting, value, reason);
}

// A setting that was given, with the text of its value; null: it was not.
const std::string* find_given(const GivenSettings& given, const std::string& name) {
  const auto found = std::find_if(given.rbegin(), given.rend(), [&](const auto& pair) { return pair.first == name; });
  return found == given.rend() ? nullptr : &found->second;
}

void check_count(const std::string& name, Index value, Index min) {
  if (value < min) refuse(name, std::to_string(value), fmt::format("must be {} or more", min));
}

void check_positive(const std::string& name, double value) {
  if (!(value > 0 && std::isfinite(value))) refuse(name, fmt::format("{}", value), "must be positive and finite");
}

void check_ranges(const FitOptions& options) {
  check_count("draws", options.draws, kChosenDraws);
  check_count("select_draws", options.select_draws, options.antithetic ? 4 : 2);
  check_count("warmup_steps", options.warmup_steps, 0);
  check_count("threads", options.threads, 1);
  check_count("starts", options.starts, 1);
  check_count("answer_draws", options.answer_draws, 2);
  check_count("weight_draws", options.weight_draws, kReportDraws);
  check_count("chain_gradients", options.chain_gradients, 0);
  if (options.rank) check_count("rank", *options.rank, 0);
  if (options.sample_rows) check_count("sample_rows", *options.sample_rows, 0);
  if (options.iterations) check_count("iterations", *options.iterations, 0);
  check_positive("warmup_step_size", options.warmup_step_size);
  check_positive("tolerance", options.tolerance);
  if (options.step_size) check_positive("step_size", *options.step_size);
  if (options.largest_weight) check_positive("largest_weight", *options.largest_weight);
  if (options.time_budget) check_positive("time_budget", *options.time_budget);
  const double momentum = options.optimizer.momentum;
  if (!(momentum >= 0 && momentum < 1)) refuse("momentum", fmt::format("{}", momentum), "must be from 0 to below 1");
  if (options.start.radius && !(*options.start.radius >= 0 && std::isfinite(*options.start.radius)))
    refuse("start", fmt::format("{}", *options.start.radius), "a radius must not be negative");
  double last = -1;
  for (const double fraction : options.select_at) {
    if (!(fraction >= 0 && fraction < 1 && fraction > last))
      refuse("select_at", fmt::format("{}", fraction), "fractions from 0 to below 1 are needed, each larger than the one before");
    last = fraction;
  }
}

void check_pairs(const FitOptions& options) {
  const auto check_even = [](const std::string& name, Index value, const std::string& why) {
    if (value % 2 != 0) refuse(name, std::to_string(value), why + " draws come in pairs: an even number is needed");
  };
  if (options.antithetic) check_even("draws", options.draws, "with {antithetic}");
  if (options.antithetic) check_even("select_draws", options.select_draws, "with {antithetic}");
  if (options.draws == kChosenDraws) check_even("select_draws", options.select_draws, "with {draws=auto}");
}

// What is for the other coordinates.
void check_coordinates(const FitOptions& options, const GivenSettings& given) {
  const bool is_natural = options.coordinates == Coordinates::Natural;
  for (const SettingSpec& setting : setting_list()) {
    if (setting.scope != (is_natural ? SettingScope::Plain : SettingScope::Natural)) continue;
    if (const std::string* const text = find_given(given, setting.name))
      refuse(setting.name, *text,
             is_natural ? "is for plain coordinates: add {coordinates=plain}, or leave it out"
                        : "is for natural coordinates: add {coordinates=natural}, or leave it out");
  }
  if (is_natural && !options.select_at.empty() && !options.time_budget && !options.iterations)
    refuse("select_at", setting_text(options, "select_at"),
           "these are fractions of a budget: give {time_budget} or {iterations} too");
  if (options.family == FamilyChoice::FullRank && options.scale_coordinate == ScaleCoordinate::Scale)
    refuse("scale_coordinate", "scale", "is for the mean-field family, not for {family=full-rank}");
  if (!is_natural && options.family == FamilyChoice::LowRank)
    refuse("family", "low-rank", "is for natural coordinates: add {coordinates=natural}");
  if (options.rank && (options.family == FamilyChoice::MeanField || options.family == FamilyChoice::FullRank))
    refuse("rank", std::to_string(*options.rank), "is for {family=low-rank}");
  if (options.optimizer.kind == OptimizerKind::Sgd)
    if (const std::string* const text = find_given(given, "momentum"))
      refuse("momentum", *text, "has no effect with {optimizer=sgd}");
}

// Which estimator: given, one of a pool, or chosen.
void check_estimator(const FitOptions& options, const GivenSettings& given) {
  const bool has_pool = !options.pool.empty(), has_recipe = options.recipe.has_value();
  if (has_pool && (has_recipe || options.estimator != EstimatorRule::Auto))
    refuse("estimator", has_recipe ? "a recipe" : "fixed",
           "contradicts {pool}, which chooses the estimator itself; give one of the two");
  const std::string recipe = "has no effect with a recipe as {estimator}, which is used as it is";
  const std::string pool = "has no effect with {pool}, whose recipes are used as they are";
  const auto check_unused = [&](const std::vector<std::string>& names, const std::string& reason) {
    for (const std::string& name : names)
      if (const std::string* const text = find_given(given, name)) refuse(name, *text, reason);
  };
  if (has_recipe)
    check_unused({"control_variates", "split", "largest_weight", "reselect", "when_changed", "select_at", "select_draws",
                  "select_from", "decide_by"},
                 recipe);
  if (has_pool) check_unused({"control_variates", "split", "largest_weight"}, pool);
  const bool chooses_draws = options.draws == kChosenDraws;
  if (chooses_draws && (has_recipe || has_pool || options.estimator != EstimatorRule::Auto))
    refuse("draws", "auto", "needs {estimator=auto}, which chooses them");
  if (has_recipe && find_given(given, "draws") && options.draws != options.recipe->draws)
    refuse("draws", std::to_string(options.draws),
           fmt::format("contradicts the recipe given as {{estimator}}, which has {}", options.recipe->draws));
  if (has_recipe && find_given(given, "antithetic") && options.antithetic != options.recipe->antithetic)
    refuse("antithetic", options.antithetic ? "true" : "false", "contradicts the recipe given as {estimator}");
  if (!chooses_draws) return;
  if (const std::string* const text = find_given(given, "antithetic"))
    refuse("antithetic", *text, "is chosen with {draws=auto}");
  if (options.coordinates == Coordinates::Natural && !options.select_at.empty())
    refuse("draws", "auto", "natural coordinates choose them between blocks, not at {select_at}");
}

// What is for another way to the answer.
void check_answer(const FitOptions& options, const GivenSettings& given) {
  const auto check = [&](const std::string& name, AnswerWay way) {
    if (options.answer == AnswerWay::Auto || options.answer == way) return;
    if (const std::string* const text = find_given(given, name))
      refuse(name, *text, fmt::format("has no effect with {{answer={}}}", answer_name(options.answer)));
  };
  check("weight_draws", AnswerWay::Weighted);
  check("chain_gradients", AnswerWay::Moved);
}

}  // namespace

GivenSettings changed_settings(const FitOptions& options) {
  const FitOptions general, of_coordinates = options.coordinates == Coordinates::Plain ? plain_fit_options() : general;
  GivenSettings changed;
  for (const SettingSpec& setting : setting_list())
    if (setting.differs(options, general) && setting.differs(options, of_coordinates))
      changed.emplace_back(setting.name, setting.text(options));
  return changed;
}

void check_settings(const FitOptions& options, const GivenSettings& given) {
  check_ranges(options);
  check_pairs(options);
  check_estimator(options, given);
  check_coordinates(options, given);
  check_answer(options, given);
}

}  // namespace g2t
