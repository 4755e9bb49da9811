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

Json entry_or_null(const Vector& values, Index i) { return values.size() > 0 ? Json(values[i]) : Json(nullptr); }

// What the answer's draws say of every value. Null if there are none.
Json values_json(const QuantitySummary& summary, bool has_kinds) {
  if (summary.names.empty()) return nullptr;
  Json out = Json::array();
  for (std::size_t k = 0; k < summary.names.size(); ++k) {
    const Index i = static_cast<Index>(k);
    Json entry = {{"name", summary.names[k]}};
    if (has_kinds)
      entry["kind"] = i < summary.parameter_count  ? "parameter"
                      : i < summary.computed_count ? "transformed"
                                                   : "generated";
    const bool is_incomplete = summary.missing[k] > 0;
    entry["mean"] = summary.mean[i];
    entry["sd"] = summary.sd[i];
    entry["q5"] = summary.q5[i];
    entry["q50"] = summary.median[i];
    entry["q95"] = summary.q95[i];
    entry["mcse_mean"] = summary.mcse_mean[i];
    entry["mcse_sd"] = summary.mcse_sd[i];
    entry["ess"] = summary.ess[i];
    entry["tail_shape"] = summary.tail_shape[i];
    if (is_incomplete) entry["missing_draws"] = summary.missing[k];
    out.push_back(std::move(entry));
  }
  return out;
}

Json rows_json(const RowReport& rows) {
  if (!rows.is_sampled()) return nullptr;
  return {{"all", rows.all},
          {"sample", rows.sample},
          {"passes", rows.passes},
          {"checked_draws", rows.checked_draws},
          {"log_density_sd", rows.log_density_sd}};
}

Json chains_json(const ChainChecks& seen) {
  return {{"chains", seen.chains},
          {"moves", seen.moves},
          {"temperatures", seen.temperatures},
          {"log_evidence", seen.log_evidence},
          {"ancestors", seen.ancestors},
          {"warmup_gradients", seen.warmup_gradients},
          {"gradients", seen.gradients},
          {"settled", seen.is_warm},
          {"precise", seen.is_precise},
          {"step_size", seen.step_size},
          {"alternates", seen.alternates},
          {"tunings", seen.tunings},
          {"acceptance", seen.acceptance},
          {"lowest_acceptance", seen.lowest_acceptance},
          {"drift", seen.drift},
          {"drift_z", seen.drift_z},
          {"group_z", seen.group_z},
          {"critical_z", seen.critical_z},
          {"r_hat", seen.r_hat},
          {"chain_r_hat", seen.chain_r_hat},
          {"apart", seen.apart}};
}

Json ways_json(const Posterior& answer) {
  Json out = Json::array();
  for (const WayRecord& way : answer.ways)
    out.push_back({{"way", answer_name(way.way)},
                   {"squared_error", way.squared_error},
                   {"seconds", way.seconds},
                   {"product", way.product()},
                   {"tried", way.is_tried},
                   {"chosen", way.is_chosen}});
  return out;
}

// Null if there is one.
Json modes_json(const Posterior& answer) {
  if (answer.modes.empty()) return nullptr;
  Json out = Json::array();
  for (const ModeShare& mode : answer.modes)
    out.push_back({{"share", mode.share}, {"share_se", mode.error}, {"way", answer_name(mode.way)}});
  return out;
}

Json answer_json(const Posterior& answer) {
  const AnswerErrors errors = errors_of(answer.summary());
  return {{"way", answer_name(answer.way)},
          {"draws", answer.draw_count()},
          {"error_of_means", errors.mean_rms},
          {"largest_error_of_means", errors.mean_largest},
          {"error_of_sds", errors.sd_rms},
          {"largest_error_of_sds", errors.sd_largest},
          {"effective_sample_size", answer.effective_sample_size},
          {"khat", answer.khat},
          {"densities", answer.densities},
          {"gradients", answer.gradients},
          {"seconds", answer.seconds},
          {"chains", answer.chains ? chains_json(*answer.chains) : Json(nullptr)},
          {"ways", ways_json(answer)},
          {"modes", modes_json(answer)}};
}

// q, and how near it is to the best of its family.
Json approximation_json(const FitResult& result) {
  const Vector sds = standard_deviations(result.q);
  Json parameters = Json::array();
  for (Index i = 0; i < result.q.dimension(); ++i) {
    parameters.push_back({{"name", result.parameter_names[static_cast<std::size_t>(i)]},
                          {"mean", result.q.mean[i]},
                          {"sd", sds[i]},
                          {"mcse_mean", entry_or_null(result.mcse_mean, i)},
                          {"mcse_sd", entry_or_null(result.mcse_sd, i)}});
    if (result.marginal_sd_ratio.size() > 0) parameters.back()["marginal_sd_ratio"] = result.marginal_sd_ratio[i];
  }
  return {{"family", family_name(result.q.structure)},
          {"effective_sample_size", result.importance.draws > 0 ? Json(result.importance.effective_sample_size) : Json(nullptr)},
          {"draws", result.importance.draws},
          {"parameters", parameters}};
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
                   {"numbers", numbers},
                   {"names", warning.names}});
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
          {"constrained_draws", draws(result.posterior.quantities.draws)},
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

std::string selections_json(const FitResult& result) {
  Json list = Json::array();
  for (const SelectionRecord& record : result.selections) {
    Json entry = {{"iteration", record.iteration}, {"elapsed_seconds", record.elapsed_seconds}};
    entry.update(to_json(record.selection));
    list.push_back(entry);
  }
  return Json{{"selections", list}, {"answer", ways_json(result.posterior)}}.dump(2) + "\n";
}

std::string summary_json(const FitResult& result, const Options& options,
                         const std::optional<DataEncoding>& encoding, const Json& files) {
  Json out;
  out["status"] = status_name(result.status);
  out["verdict"] = status_sentence(result);
  out["elbo"] = result.elbo.value;
  out["elbo_method"] = result.elbo.is_exact ? "exact" : "monte-carlo";
  out["elbo_se"] = result.elbo.standard_error;
  out["gap"] = result.gap.value;
  out["gap_se"] = result.gap.standard_error;
  out["khat"] = result.importance.khat;
  out["answer"] = answer_json(result.posterior);
  out["seconds"] = {{"total", result.seconds.total},
                    {"start", result.seconds.start},
                    {"race", result.seconds.race},
                    {"selection", result.seconds.selection},
                    {"steps", result.seconds.steps},
                    {"reading", result.seconds.reading},
                    {"answer", result.seconds.answer},
                    {"trace", result.seconds.trace},
                    {"wall", result.seconds.wall},
                    {"waited", result.seconds.waited}};
  out["rows"] = rows_json(result.rows);
  out["iterations"] = result.iterations;
  out["gradient_draws"] = result.gradient_draws;
  out["step_draws"] = result.step_draws;
  out["dimension"] = result.q.dimension();
  out["family"] = family_name(result.q.structure);
  out["seed"] = options.fit.seed;
  out["version"] = version();
  out["recipe"] = recipe_json(result.recipe);
  out["starts"] = starts_json(result);
  out["parameters"] = values_json(result.posterior.parameters, false);
  out["constrained"] = values_json(result.posterior.quantities, true);
  out["approximation"] = approximation_json(result);
  out["diagnostics"] = diagnostics_json(result);
  out["warnings"] = warnings_json(result.warnings);
  out["data"] = encoding ? data_encoding_json(*encoding) : Json();
  out["files"] = files;
  out["settings"] = settings_json(options);
  return out.dump(2) + "\n";
}

}  // namespace g2t
