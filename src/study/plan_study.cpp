// Cost tables at the numbers of draws that runs may take, at the point where runs start.
#include <g2t/inference/terms.hpp>
#include <g2t/program/files/fit_inputs.hpp>
#include <g2t/study/plan.hpp>

#include <g2t/control_variates/control_variates.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/program/options/option_list.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace g2t {
namespace {

constexpr double kMeasuringSeconds = 5;  // a table
constexpr Index kMaxTableDraws = 64;     // a step
constexpr Index kPublishedDraws = 5;     // a step, by which budgets are counted

// Of every control variate that the model offers, at `draws` and at the numbers that may be chosen.
Costs measured_table(const Model& model, FitOptions options) {
  const Structure structure = chosen_structure(options, model.dimension());
  options.estimator = EstimatorRule::Auto;
  options.recipe.reset();
  options.pool.clear();
  options.split = Split::None;
  options.control_variates = available_control_variates(model, structure);
  if (options.antithetic) std::erase_if(options.control_variates, vanishes_in_pairs);
  const FitPlan plan = plan_fit(model, options);
  const TermSet terms = make_terms(model, plan.start.structure, plan.control_variates);
  CostProbe probe = plan.cost_probe(0, kMeasuringSeconds);
  probe.draws = draw_candidates(options.antithetic ? 2 : 1, kMaxTableDraws);
  probe.draws.push_back(plan.draws);
  if (!options.antithetic) probe.draws.push_back(kPublishedDraws);
  std::sort(probe.draws.begin(), probe.draws.end());
  probe.draws.erase(std::unique(probe.draws.begin(), probe.draws.end()), probe.draws.end());
  const std::unique_ptr<Family> family = make_family(plan.start, options);
  const auto* natural = dynamic_cast<const NaturalFamily*>(family.get());
  return natural != nullptr ? measure_natural_costs(model, *natural, terms, probe, 0).costs
                            : measure_costs(model, *family, terms, options.optimizer, probe).costs;
}

void measure_plain(const Model& model, ModelPlan& plan) {
  const FitOptions options = make_options(plan.model.model, plan.model.options(false)).fit;
  plan.plain = measured_table(model, options);
  plan.step_seconds = plan.plain.seconds({"rep"}, kPublishedDraws);
}

// Rejects an estimator that a model cannot have, before anything runs.
void check_runs(const StudyPlan& plan, const StudyData& data) {
  for (const ModelPlan& model : plan.models)
    for (const RunKey& key : plan.runs()) {
      if (key.model != model.model.name || key.repetition > 1) continue;
      try {
        const Options options = plan.options(key);
        FitOptions settings = fit_options(options);
        if (plan.settings.clock == StudyClock::CostModel)
          settings.costs = options.fit.coordinates == Coordinates::Natural ? *model.natural : model.plain;
        static_cast<void>(plan_fit(data.model(key.model), settings));
      } catch (const InvalidArgument& error) {
        throw InvalidArgument("study", "estimators", "'" + key.estimator + "'",
                              "cannot run on " + key.model + ": " + error.what());
      }
    }
}

}  // namespace

StudyData::StudyData(const std::vector<StudyModel>& models, const std::string& data_dir) {
  for (const StudyModel& model : models) {
    ModelOptions options = make_options(model.model, model.given).model;
    if (!data_dir.empty()) options.data_dir = data_dir;
    if (!loaded_.emplace(model.name, load_model(options)).second)
      throw InvalidArgument("study", "models", "'" + model.name + "'", "is there twice");
  }
}

std::string StudyData::exclusive_group(const std::string& name) const {
  const Model& loaded = model(name);
  if (loaded.is_thread_safe()) return "";
  const std::string shared = loaded.shared_state();
  return shared.empty() ? "model " + name : "shared " + shared;
}

StudyPlan plan_study(const StudySettings& settings, const StudyData& data, const std::vector<ModelPlan>& known,
                     const std::function<void(const std::string&)>& tell) {
  StudyPlan out;
  out.settings = settings;
  out.environment = this_environment();
  const bool has_natural = std::any_of(settings.estimators.begin(), settings.estimators.end(),
                                       [](const StudyEstimator& estimator) { return estimator.is_natural(); });
  for (const StudyModel& model : settings.models) {
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const ModelPlan& other) { return other.model.name == model.name; });
    if (found != known.end() && !(found->model == model))
      throw InvalidArgument("study", "costs", "'" + model.name + "'", "was measured with other options or data");
    ModelPlan plan = found != known.end() ? *found : ModelPlan{model, 0, 0, {}, std::nullopt};
    const Model& loaded = data.model(model.name);
    const bool lacks_natural = has_natural && !plan.natural;
    if (tell && (found == known.end() || lacks_natural)) tell("measuring what gradients of " + model.name + " cost");
    if (found == known.end()) measure_plain(loaded, plan);
    if (lacks_natural) plan.natural = measured_table(loaded, make_options(model.model, model.options(true)).fit);
    plan.budget_seconds =
        settings.budget_seconds.value_or(static_cast<double>(settings.budget_steps) * plan.step_seconds);
    out.models.push_back(std::move(plan));
  }
  check_runs(out, data);
  return out;
}

}  // namespace g2t
