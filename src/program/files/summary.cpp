// One JSON object per plain struct.
#include <g2t/core/version.hpp>
#include <g2t/program/files/summary.hpp>

#include <g2t/inference/status_words.hpp>
#include <g2t/io/json_files.hpp>
#include <g2t/program/options/option_list.hpp>

#include <cmath>

namespace g2t {
namespace {

Json entry_json(const SelectionEntry& entry) {
  Json out;
  if (!entry.name.empty()) out["name"] = entry.name;
  out["control_variates"] = entry.recipe.control_variates;
  out["weights"] = entry.recipe.weights;
  out["g2"] = entry.squared_norm;
  out["seconds"] = entry.seconds;
  out["product"] = entry.product;
  out["g2_se"] = entry.standard_error;
  out["plug_in_g2"] = entry.plug_in_squared_norm;
  out["plug_in_g2_se"] = entry.plug_in_standard_error;
  out["tied"] = entry.is_tied;
  return out;
}

Json to_json(const Selection& selection) {
  const Moments& moments = selection.moments;
  Json out;
  out["terms"] = moments.terms;
  out["moments"] = {{"unit", moments.unit == MomentUnit::Pair ? "pair" : "draw"},
                    {"u", moments.u()},
                    {"r", Json::numbers(moments.r())},
                    {"Q", Json::numbers(moments.q())},
                    {"gradient_squared_norm", selection.gradient_squared_norm},
                    {"count", moments.count}};
  out["costs"] = costs_json(selection.costs);
  Json seconds = Json::array();
  for (std::size_t i = 1; i < moments.terms.size(); ++i)
    seconds.push_back(selection.costs.term(moments.terms[i]).seconds(selection.draws));
  out["t0"] = selection.costs.term(moments.terms.front()).seconds(selection.draws);
  out["t"] = seconds;
  out["draws"] = selection.draws;
  out["decided_by"] = selection.decided_by == DecideBy::CrossFit ? "cross-fit" : "plug-in";
  out["select_draws"] = moments.count * (moments.unit == MomentUnit::Pair ? 2 : 1);
  out["subsets"] = Json::array();
  for (const SelectionEntry& entry : selection.entries) out["subsets"].push_back(entry_json(entry));
  out["choice"] = entry_json(selection.choice());
  return out;
}

Json parameters_json(const FitResult& result) {
  const Vector sds = standard_deviations(result.q);
  const auto entry = [](const Vector& values, Index i) { return values.size() > 0 ? values[i] : Json(nullptr); };
  Json out = Json::array();
  for (Index i = 0; i < result.q.dimension(); ++i) {
    out.push_back({{"name", result.parameter_names[static_cast<std::size_t>(i)]},
                   {"mean", result.q.mean[i]},
                   {"sd", sds[i]},
                   {"mcse_mean", entry(result.mcse_mean, i)},
                   {"mcse_sd", entry(result.mcse_sd, i)},
                   {"weighted_mean", entry(result.importance.mean, i)},
                   {"weighted_sd", entry(result.importance.sd, i)}});
    if (result.marginal_sd_ratio.size() > 0) out.back()["marginal_sd_ratio"] = entry(result.marginal_sd_ratio, i);
  }
  return out;
}

// Null if the model has no other scale.
Json constrained_json(const QuantitySummary& summary) {
  if (summary.names.empty()) return nullptr;
  Json out = Json::array();
  for (std::size_t k = 0; k < summary.names.size(); ++k) {
    const Index i = static_cast<Index>(k);
    const char* const kind = i < summary.parameter_count  ? "parameter"
                             : i < summary.computed_count ? "transformed"
                                                          : "generated";
    const auto entry = [&](const Vector& values) { return values.size() > 0 ? values[i] : Json(nullptr); };
    out.push_back({{"name", summary.names[k]},
                   {"kind", kind},
                   {"mean", entry(summary.mean)},
                   {"sd", entry(summary.sd)},
                   {"q5", entry(summary.q5)},
                   {"q50", entry(summary.median)},
                   {"q95", entry(summary.q95)},
                   {"weighted_mean", entry(summary.weighted_mean)},
                   {"weighted_sd", entry(summary.weighted_sd)}});
  }
  return out;
}

// Null if a start was given, or in plain coordinates.
Json starts_json(const FitResult& result) {
  if (result.starts.empty()) return nullptr;
  Json out = Json::array();
  for (const StartRecord& start : result.starts)
    out.push_back({{"name", start.name},
                   {"elbo", start.elbo.value},
                   {"elbo_se", start.elbo.standard_error},
                   {"log_density", start.log_density},
                   {"mode", start.mode >= 0 ? Json(start.mode + 1) : Json(nullptr)},
                   {"draws", start.draws},
                   {"chosen", start.is_chosen}});
  return out;
}

Json warnings_json(const std::vector<FitWarning>& warnings) {
  Json out = Json::array();
  for (const FitWarning& warning : warnings) {
    Json numbers = Json::object();
    for (const auto& [name, value] : warning.numbers) numbers[name] = value;
    out.push_back({{"kind", warning_name(warning.kind)},
                   {"message", describe(warning, Wording::CommandLine)},
                   {"numbers", numbers}});
  }
  return out;
}

Json diagnostics_json(const FitResult& result) {
  const FitDiagnostics& seen = result.diagnostics;
  Json race = Json::array();
  for (const RaceEntry& entry : result.race)
    race.push_back({{"step_size", entry.step_size}, {"steps", entry.steps}, {"elbo", entry.elbo}});
  const auto draws = [](Index count) { return count > 0 ? Json(count) : Json(nullptr); };
  return {{"failed_draws", seen.failed_draws},
          {"failures", failures_json(seen.failures)},
          {"model_gradients", seen.model_gradients > 0 ? Json(seen.model_gradients) : Json(nullptr)},
          {"model_densities", seen.model_gradients > 0 ? Json(seen.model_densities) : Json(nullptr)},
          {"skipped_steps", seen.skipped_steps},
          {"sign_flips", seen.sign_flips},
          {"failed_selections", seen.failed_selections},
          {"step_size_cuts", seen.step_size_cuts},
          {"shrunk_steps", seen.shrunk_steps},
          {"clipped_eigenvalues", seen.clipped_eigenvalues},
          {"cut_steps", seen.cut_steps},
          {"report_draws", seen.report_draws},
          {"constrained_draws", draws(result.constrained.draws)},
          {"constrained_weighted_draws", draws(result.constrained.weighted_draws)},
          {"blocks", seen.blocks},
          {"tolerated_gap", result.gap.tolerated},
          {"largest_offset", result.gap.largest_offset},
          {"predicted_step_seconds", seen.predicted_step_seconds},
          {"observed_step_seconds", seen.observed_step_seconds},
          {"step_size", result.step_size},
          {"is_average", result.is_average},
          {"step_race", race}};
}

}  // namespace

std::string selection_json(const Selection& selection, const std::vector<SelectionEntry>& by_draws) {
  Json out = to_json(selection);
  out["by_draws"] = Json::array();
  for (const SelectionEntry& choice : by_draws) {
    Json entry = entry_json(choice);
    entry["draws"] = choice.recipe.draws;
    entry["antithetic"] = choice.recipe.antithetic;
    out["by_draws"].push_back(entry);
  }
  return out.dump(2) + "\n";
}

std::string selections_json(const std::vector<SelectionRecord>& selections) {
  Json list = Json::array();
  for (const SelectionRecord& record : selections) {
    Json entry = {{"iteration", record.iteration}, {"elapsed_seconds", record.elapsed_seconds}};
    entry.update(to_json(record.selection));
    list.push_back(entry);
  }
  return Json{{"selections", list}}.dump(2) + "\n";
}

std::string summary_json(const FitResult& result, const Options& options) {
  Json out;
  out["status"] = status_name(result.status);
  out["verdict"] = status_sentence(result);
  out["elbo"] = result.elbo.value;
  out["elbo_method"] = result.elbo.is_exact ? "exact" : "monte-carlo";
  out["elbo_se"] = result.elbo.standard_error;
  out["gap"] = result.gap.value;
  out["gap_se"] = result.gap.standard_error;
  out["khat"] = result.importance.khat;
  out["khat_of_q"] = std::isfinite(result.importance.q_khat) ? result.importance.q_khat : result.importance.khat;
  out["effective_sample_size"] = result.importance.draws > 0 ? result.importance.effective_sample_size : Json();
  out["seconds"] = {{"total", result.seconds.total},
                    {"start", result.seconds.start},
                    {"race", result.seconds.race},
                    {"selection", result.seconds.selection},
                    {"steps", result.seconds.steps},
                    {"reading", result.seconds.reading},
                    {"trust", result.seconds.trust},
                    {"trace", result.seconds.trace},
                    {"wall", result.seconds.wall},
                    {"waited", result.seconds.waited}};
  out["iterations"] = result.iterations;
  out["gradient_draws"] = result.gradient_draws;
  out["step_draws"] = result.step_draws;
  out["dimension"] = result.q.dimension();
  out["family"] = family_name(result.q.structure);
  out["seed"] = options.fit.seed;
  out["version"] = version();
  out["recipe"] = recipe_json(result.recipe);
  out["starts"] = starts_json(result);
  out["parameters"] = parameters_json(result);
  out["constrained"] = constrained_json(result.constrained);
  out["diagnostics"] = diagnostics_json(result);
  out["warnings"] = warnings_json(result.warnings);
  out["settings"] = settings_json(options);
  return out.dump(2) + "\n";
}

}  // namespace g2t
