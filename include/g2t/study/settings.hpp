// What a study compares: models, estimators, step sizes and repetitions, on equal time.
#pragma once

#include <g2t/core/errors.hpp>
#include <g2t/core/types.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace g2t {

/// Pairs of name and text, as make_options() takes them.
using GivenOptions = std::vector<std::pair<std::string, std::string>>;

struct StudyModel {
  std::string name;             ///< "paper:a1a", or what its file calls it
  std::string model;            ///< as make_options() takes it
  GivenOptions given;           ///< of all runs: data above all
  GivenOptions plain, natural;  ///< of runs in these coordinates

  /// Of a run in natural coordinates, or in plain ones, with the choice of coordinates.
  [[nodiscard]] GivenOptions options(bool is_natural) const;

  friend bool operator==(const StudyModel&, const StudyModel&) = default;
};

/// Fixed: one estimator for the whole run. Chosen: by the rule, as published. Ours: not in the paper.
enum class EstimatorRole { Fixed, Chosen, Ours };

struct StudyEstimator {
  std::string name;
  EstimatorRole role = EstimatorRole::Ours;
  GivenOptions given;

  /// False if it finds a step size by itself, or needs none.
  [[nodiscard]] bool takes_step_size() const;
  [[nodiscard]] bool is_natural() const;

  friend bool operator==(const StudyEstimator&, const StudyEstimator&) = default;
};

/// Wall: wall-clock seconds. CostModel: those of a cost table, so that the machine's load does not matter and every run
/// is repeatable.
enum class StudyClock { Wall, CostModel };

struct StudySettings {
  std::vector<StudyModel> models;
  std::vector<StudyEstimator> estimators;
  std::vector<double> step_sizes;  ///< each estimator runs with each, if it takes one
  Index repetitions = 20;
  Index budget_steps = 20000;            ///< a run gets the time that this many steps of the base estimator take
  std::optional<double> budget_seconds;  ///< or this time, whatever the model
  StudyClock clock = StudyClock::Wall;
  std::uint64_t seed = 1;  ///< of the first repetition; the next ones count up
};

/// Five models, the fixed estimators, the rule and what is ours, twelve step sizes, twenty repetitions: as published.
StudySettings paper_study();
/// The same models in about five minutes on two cores.
StudySettings quick_study();

/// Names of the estimators that are built in.
std::vector<std::string> study_estimator_names();
/// Estimators by name: one that is built in, "fixed:A+B" for the weights of A and B fitted again at each selection,
/// "paper", "ours" or "all" for several, or a file {"name", "options": {NAME: TEXT}}.
/// @throws InvalidArgument if there is no such estimator, InputError if a file cannot be used
std::vector<StudyEstimator> study_estimators(const std::vector<std::string>& names);
/// Models by name: "paper:NAME", "all" for those of the paper, or a file {"name", "model", "options": {NAME: TEXT}}, in
/// which "plain" and "natural" may give options for runs in these coordinates alone.
/// @throws as study_estimators()
std::vector<StudyModel> study_models(const std::vector<std::string>& names);

/// The files that models and options of a study name.
std::vector<std::string> input_files(const StudySettings& settings);

/// Adds those that are not there yet, by their names.
/// @throws InvalidArgument if one of the same name is there that is something else
template <class Member>
void add_members(const std::vector<Member>& more, const std::string& what, std::vector<Member>& members) {
  for (const Member& member : more) {
    const auto same =
        std::find_if(members.begin(), members.end(), [&](const Member& other) { return other.name == member.name; });
    if (same == members.end())
      members.push_back(member);
    else if (!(*same == member))
      throw InvalidArgument("study", what, "'" + member.name + "'", "there are two of this name, and they differ");
  }
}

/// "fixed", "chosen", "ours".
std::string role_name(EstimatorRole role);
/// "wall", "cost-model".
std::string clock_name(StudyClock clock);

}  // namespace g2t
