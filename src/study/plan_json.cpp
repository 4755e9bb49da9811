// study.json: what a study needs to go on, here or elsewhere.
#include <study/named_options.h>

#include <g2t/core/errors.hpp>
#include <g2t/io/json_files.hpp>
#include <g2t/study/plan.hpp>

#include <algorithm>

namespace g2t {
namespace {

using io::JsonNode;

constexpr double kMostRuns = 1e6;

Json plan_of_model_json(const ModelPlan& plan) {
  Json out = study::model_json(plan.model);
  out["step_seconds"] = plan.step_seconds;
  out["budget_seconds"] = plan.budget_seconds;
  out["costs"] = {{"plain", costs_json(plan.plain)},
                  {"natural", plan.natural ? costs_json(*plan.natural) : Json(nullptr)}};
  return out;
}

ModelPlan read_model_plan(const Json& document, const JsonNode& node, const std::string& file) {
  ModelPlan out;
  out.model = study::read_model(node);
  out.step_seconds = node.at("step_seconds").number_above_0();
  out.budget_seconds = node.at("budget_seconds").number_above_0();
  const Json& costs = document.at("costs");
  out.plain = costs_of(costs.at("plain"), file);
  if (!node.at("costs").at("natural").is_null()) out.natural = costs_of(costs.at("natural"), file);
  return out;
}

StudyClock read_clock(const JsonNode& node) {
  for (const StudyClock clock : {StudyClock::Wall, StudyClock::CostModel})
    if (node.text() == clock_name(clock)) return clock;
  node.fail("a clock is needed: wall or cost-model");
}

}  // namespace

std::string to_json(const StudyPlan& plan) {
  const StudySettings& settings = plan.settings;
  Json out;
  out["version"] = plan.environment.version;
  out["compiler"] = plan.environment.compiler;
  out["processor"] = plan.environment.processor;
  out["clock"] = clock_name(settings.clock);
  out["seed"] = settings.seed;
  out["repetitions"] = settings.repetitions;
  out["budget_steps"] = settings.budget_steps;
  out["budget_seconds"] = settings.budget_seconds ? Json(*settings.budget_seconds) : Json(nullptr);
  out["step_sizes"] = settings.step_sizes;
  out["models"] = Json::array();
  for (const ModelPlan& model : plan.models) out["models"].push_back(plan_of_model_json(model));
  out["estimators"] = Json::array();
  for (const StudyEstimator& estimator : settings.estimators)
    out["estimators"].push_back(study::estimator_json(estimator));
  return out.dump(2) + "\n";
}

namespace {

StudyPlan read_plan(const Json& document, const std::string& file) {
  const JsonNode node(document, file);
  StudyPlan out;
  out.environment = {node.at("version").text(), node.at("compiler").text(), node.at("processor").text()};
  out.settings.clock = read_clock(node.at("clock"));
  out.settings.seed = static_cast<std::uint64_t>(node.at("seed").count(0));
  out.settings.repetitions = node.at("repetitions").count(1);
  out.settings.budget_steps = node.at("budget_steps").count(1);
  if (!node.at("budget_seconds").is_null()) out.settings.budget_seconds = node.at("budget_seconds").number_above_0();
  const Vector sizes = node.at("step_sizes").numbers();
  out.settings.step_sizes.assign(sizes.begin(), sizes.end());
  const std::vector<JsonNode> models = node.at("models").elements();
  for (std::size_t i = 0; i < models.size(); ++i)
    out.models.push_back(read_model_plan(document.at("models").at(i), models[i], file));
  for (const ModelPlan& model : out.models) out.settings.models.push_back(model.model);
  for (const JsonNode& estimator : node.at("estimators").elements())
    out.settings.estimators.push_back(study::read_estimator(estimator));
  const double runs = static_cast<double>(out.settings.repetitions) * static_cast<double>(std::max<std::size_t>(1, out.settings.step_sizes.size())) *
                      static_cast<double>(out.models.size()) * static_cast<double>(out.settings.estimators.size());
  if (runs > kMostRuns) node.at("repetitions").fail("so many runs are no study: more than a million");
  return out;
}

}  // namespace

StudyPlan parse_study(const std::string& text, const std::string& file) {
  try {
    return read_plan(io::parse_json(text, file), file);
  } catch (const JsonError& error) {
    throw InputError({file}, std::string("this is no study: ") + error.what());
  }
}

}  // namespace g2t
