// Settings are compared with those of the run before.
#include <inference/resumed_run.h>

#include <g2t/core/contains.hpp>
#include <g2t/core/invalid_setting.hpp>
#include <inference/setting_list.h>

#include <fmt/format.h>

#include <algorithm>

namespace g2t {
namespace {

// What a run begins with, or is made of.
const std::vector<std::string>& fixed_settings() {
  static const std::vector<std::string> names{"scale_coordinate", "optimizer",        "momentum",
                                              "warmup_steps",     "warmup_step_size", "starts"};
  return names;
}

bool has_same_pool(const FitOptions& a, const FitOptions& b) {
  return std::equal(a.pool.begin(), a.pool.end(), b.pool.begin(), b.pool.end(),
                    [](const SelectionEntry& x, const SelectionEntry& y) { return x.recipe == y.recipe; });
}

}  // namespace

void check_resumed(const Model& model, const FitOptions& options) {
  const FitStart& start = options.start;
  if (!start.state) return;
  const RunState& before = *start.state;
  const bool is_natural = options.coordinates == Coordinates::Natural;
  if (before.parameter_names != model.parameter_names())
    throw InvalidSetting("start", fmt::format("a result of {} parameters", before.parameter_names.size()),
                         fmt::format("a run goes on with its own model; this one has {}, or others", model.dimension()));
  if (before.is_natural != is_natural)
    throw InvalidSetting("start", is_natural ? "a result in plain coordinates" : "a result in natural coordinates",
                         "a run goes on in its own {coordinates}; to start at its q in others, give that alone");
  if (!start.q || start.q->structure != before.structure || start.root || start.point || start.radius)
    throw InvalidSetting("start", "a result", "a run goes on from where it was, without another q, root, point or radius");
  for (const std::string& name : fixed_settings())
    if (const std::string text = setting_text(options, name); text != setting_text(before.options, name))
      throw InvalidSetting(name, text, "a run that goes on keeps its own; give the q of {start} alone for another");
  if (static_cast<bool>(options.own_family) != static_cast<bool>(before.options.own_family))
    throw InvalidSetting("own_family", options.own_family ? "a family" : "none", "a run that goes on keeps its own");
}

void keep_run(const Model& model, const FitPlan& plan, const TermSet& terms, const FitResult& result,
              const ModelUse& use, const Clock& clock, const TraceRecorder& trace, KeptRun& state) {
  state.is_natural = plan.options.coordinates == Coordinates::Natural;
  state.structure = plan.start.structure;
  state.parameter_names = model.parameter_names();
  state.terms = terms.names();
  state.options = plan.options;
  state.options.start = {};  // which would hold the run before
  state.elapsed_seconds = clock.seconds();
  state.result = result;
  state.result.diagnostics.count_use(use);
  state.trace = trace.state();
}

void restore_run(const KeptRun& state, FitResult& result, ModelUse& use, TraceRecorder& trace) {
  result = state.result;
  const FitDiagnostics& seen = result.diagnostics;
  use.add(seen.model_gradients, seen.model_densities, seen.failures);
  trace.resume(state.trace);
}

bool chooses_as_before(const RunState& before, const FitPlan& plan, const TermSet& terms) {
  const FitOptions &a = before.options, &b = plan.options;
  return before.terms == terms.names() && a.estimator == b.estimator && a.recipe == b.recipe && has_same_pool(a, b) &&
         a.largest_weight == b.largest_weight && a.decide_by == b.decide_by && a.draws == b.draws &&
         a.antithetic == b.antithetic && a.costs.has_value() == b.costs.has_value();
}

Recipe resumed_recipe(const Recipe& before, const FitPlan& plan, const TermSet& terms, const Recipe& first) {
  const std::vector<std::string> names = terms.names();
  const std::vector<std::string>& used = before.control_variates;
  const bool is_known = std::all_of(used.begin(), used.end(), [&](const std::string& name) { return contains(names, name); });
  if (plan.options.recipe || !is_known) return first;
  Recipe recipe = before;
  if (plan.draw_candidates.empty()) {
    recipe.draws = plan.draws;
    recipe.antithetic = plan.options.antithetic;
  }
  return recipe;
}

}  // namespace g2t
