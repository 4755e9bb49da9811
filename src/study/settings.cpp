// Presets, and the names that settings go by.
#include <g2t/study/settings.hpp>

#include <g2t/optimizers/step_sizes.hpp>
#include <g2t/program/models/input_files.hpp>

namespace g2t {
namespace {

std::string option_text(const GivenOptions& given, const std::string& name) {
  for (const auto& [key, text] : given)
    if (key == name) return text;
  return "";
}

}  // namespace

GivenOptions StudyModel::options(bool is_natural) const {
  GivenOptions out = {{"coordinates", is_natural ? "natural" : "plain"}};
  out.insert(out.end(), given.begin(), given.end());
  const GivenOptions& more = is_natural ? natural : plain;
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

bool StudyEstimator::is_natural() const { return option_text(given, "coordinates") == "natural"; }

bool StudyEstimator::takes_step_size() const { return !is_natural() && option_text(given, "step-size").empty(); }

std::vector<std::string> input_files(const StudySettings& settings) {
  std::vector<std::string> texts;
  const auto add = [&texts](const GivenOptions& given) {
    for (const auto& [name, text] : given) texts.push_back(text);
  };
  for (const StudyModel& model : settings.models) {
    texts.push_back(model.model);
    for (const GivenOptions* given : {&model.given, &model.plain, &model.natural}) add(*given);
  }
  for (const StudyEstimator& estimator : settings.estimators) add(estimator.given);
  return files_among(texts);
}

StudySettings paper_study() {
  StudySettings out;
  out.models = study_models({"all"});
  out.estimators = study_estimators({"all"});
  out.step_sizes = step_size_grid();
  return out;
}

StudySettings quick_study() {
  StudySettings out = paper_study();
  out.step_sizes = {step_size_grid()[4], step_size_grid()[6]};  // of the best ones, one for each half of the models
  out.repetitions = 2;
  out.budget_steps = 3000;
  return out;
}

std::string role_name(EstimatorRole role) {
  switch (role) {
    case EstimatorRole::Fixed:
      return "fixed";
    case EstimatorRole::Chosen:
      return "chosen";
    case EstimatorRole::Ours:
      break;
  }
  return "ours";
}

std::string clock_name(StudyClock clock) { return clock == StudyClock::Wall ? "wall" : "cost-model"; }

}  // namespace g2t
