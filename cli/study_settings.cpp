// Options over a preset, or over the settings of a resumed study.
#include "study_settings.hpp"

#include "errors.hpp"

#include <g2t/core/contains.hpp>
#include <g2t/io/number.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace g2t::cli {
namespace {

std::vector<double> read_step_sizes(const Arguments& arguments) {
  std::vector<double> out;
  for (const std::string& text : arguments.list("step-sizes")) {
    const std::optional<double> size = parse_number(text);
    if (!size || !(*size > 0)) throw UsageError(fmt::format("--step-sizes: '{}' is no number above 0", text));
    out.push_back(*size);
  }
  return out;
}

StudyClock read_clock(const std::string& text) {
  for (const StudyClock clock : {StudyClock::Wall, StudyClock::CostModel})
    if (text == clock_name(clock)) return clock;
  throw UsageError(fmt::format("--clock = '{}': wall or cost-model is needed", text));
}

}  // namespace

StudySettings study_settings(const Arguments& arguments, const std::optional<StudyPlan>& before) {
  StudySettings out = before ? before->settings : arguments.is_set("quick") ? quick_study() : paper_study();
  const auto fixed = [&](const char* name) {
    if (before && arguments.has(name))
      throw UsageError(fmt::format("--{} is fixed in the resumed study: it cannot change between its runs", name));
    return arguments.has(name);
  };
  if (arguments.has("models")) {
    if (!before) out.models.clear();
    as_usage([&] { add_members(study_models(arguments.list("models")), "models", out.models); });
  }
  if (arguments.has("estimators")) {
    if (!before) out.estimators.clear();
    as_usage([&] { add_members(study_estimators(arguments.list("estimators")), "estimators", out.estimators); });
  }
  if (arguments.has("step-sizes")) {
    const std::vector<double> sizes = read_step_sizes(arguments);
    if (!before) out.step_sizes.clear();
    for (const double size : sizes)
      if (!contains(out.step_sizes, size)) out.step_sizes.push_back(size);
  }
  const Index repetitions = arguments.count("repetitions", out.repetitions, 1);
  out.repetitions = before ? std::max(before->settings.repetitions, repetitions) : repetitions;
  if (fixed("budget-steps")) out.budget_steps = arguments.count("budget-steps", 0, 1);
  if (fixed("budget")) out.budget_seconds = arguments.seconds("budget");
  if (fixed("clock")) out.clock = read_clock(arguments.text("clock"));
  if (fixed("seed")) out.seed = arguments.seed();
  for (const char* name : {"costs", "quick", "paper"}) fixed(name);
  if (out.budget_seconds && arguments.has("budget-steps"))
    throw UsageError("--budget and --budget-steps: give one of them");
  constexpr double kMaxSeed = 9007199254740992.0;  // whole numbers in JSON
  if (static_cast<double>(out.seed) + static_cast<double>(out.repetitions) > kMaxSeed)
    throw UsageError(fmt::format("--seed = '{}': seeds of a study must stay below 2^53", out.seed));
  return out;
}

}  // namespace g2t::cli
