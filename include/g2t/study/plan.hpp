// A study made ready: cost tables and budgets measured, and the list of its runs.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/program/models/load_model.hpp>
#include <g2t/program/options/options.hpp>
#include <g2t/study/run.hpp>
#include <g2t/study/settings.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace g2t {

/// What was measured of a model before its runs.
struct ModelPlan {
  StudyModel model;
  double step_seconds = 0;    ///< of the base estimator, a step
  double budget_seconds = 0;  ///< of every run
  Costs plain;
  std::optional<Costs> natural;  ///< if an estimator in natural coordinates takes part
};

struct StudyPlan {
  StudySettings settings;
  std::vector<ModelPlan> models;  ///< in the order of settings.models
  Environment environment;

  [[nodiscard]] const ModelPlan& model(const std::string& name) const;
  [[nodiscard]] const StudyEstimator& estimator(const std::string& name) const;
  /// All runs in their order: repetitions, then step sizes, then models, then estimators, so that whatever happens to
  /// the machine happens to all estimators alike. Those without a step size come with the first one. A block holds the
  /// estimators of one repetition, step size and model.
  [[nodiscard]] std::vector<std::vector<RunKey>> blocks() const;
  [[nodiscard]] std::vector<RunKey> runs() const;
  /// The options of a run.
  [[nodiscard]] Options options(const RunKey& key) const;
};

/// Models of a study, loaded once each.
class StudyData {
 public:
  /// @throws InputError if data are missing, InvalidArgument if options do not fit
  /// @param data_dir  where presets find their files; empty: the environment's G2T_DATA_DIR
  StudyData(const std::vector<StudyModel>& models, const std::string& data_dir);
  /// Models of one's own, by the names that a plan has for them.
  explicit StudyData(std::map<std::string, LoadedModel> loaded) : loaded_(std::move(loaded)) {}

  [[nodiscard]] const Model& model(const std::string& name) const { return *loaded_.at(name).model; }
  /// Runs of models of one group must not overlap: the models are not thread-safe, and are one or share state. Empty: a
  /// thread-safe model.
  [[nodiscard]] std::string exclusive_group(const std::string& name) const;

 private:
  std::map<std::string, LoadedModel> loaded_;
};

/// Measures what is not in `known`: cost tables at the runs' start. Budgets are by the time of a base step there.
/// @param known  plans of models whose tables are taken as they are
/// @param tell   receives a message for each measurement
/// @throws InvalidArgument if an estimator does not fit a model, or a known model of the same name is another one
StudyPlan plan_study(const StudySettings& settings, const StudyData& data, const std::vector<ModelPlan>& known,
                     const std::function<void(const std::string&)>& tell = {});

/// study.json.
std::string to_json(const StudyPlan& plan);
StudyPlan parse_study(const std::string& text, const std::string& file);

}  // namespace g2t
