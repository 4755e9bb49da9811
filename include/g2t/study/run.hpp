// One run of a study, and all that is kept of it.
#pragma once

#include <g2t/core/costs.hpp>
#include <g2t/core/types.hpp>
#include <g2t/core/json.hpp>
#include <g2t/study/settings.hpp>

#include <optional>
#include <string>
#include <vector>

namespace g2t {

/// Which run: a model, an estimator, a step size if it takes one, and a repetition.
struct RunKey {
  std::string model;
  std::string estimator;
  std::optional<double> step_size;
  Index repetition = 0;  ///< from 1

  friend bool operator==(const RunKey&, const RunKey&) = default;
  friend auto operator<=>(const RunKey& a, const RunKey& b) = default;
};

/// A choice that a run made.
struct RunChoice {
  double elapsed_seconds = 0;
  Index iteration = 0;
  std::vector<std::string> control_variates;
  std::vector<double> weights;
  std::string name;  ///< of the recipe, if the choice was among named ones
  Index draws = 0;
  double squared_norm = 0, seconds = 0;            ///< G^2 and T of the choice
  double base_squared_norm = 0, base_seconds = 0;  ///< of the base alone; NaN and 0: it was not compared
};

/// Where a run was at logarithmic times; NaN where an ELBO was not finite. All of one length.
struct RunTrace {
  Vector seconds, iteration, elbo;
  Vector elbo_se;  ///< empty if ELBOs are exact
};

/// A machine and a program.
struct Environment {
  std::string version, compiler, processor;
};
Environment this_environment();

/// A line of runs.jsonl.
struct RunRecord {
  RunKey key;
  EstimatorRole role = EstimatorRole::Ours;
  std::uint64_t seed = 0;
  Json settings;  ///< all options
  std::string clock;
  double budget_seconds = 0;
  std::optional<Costs> costs;  ///< that choices went by; empty: there were none, and no table
  std::vector<RunChoice> choices;
  RunTrace trace;
  bool is_exact = true;  ///< the trace's ELBOs
  std::string status;    ///< of the fit, or "failed"
  std::string message;   ///< of a failed run
  double final_step_size = 0;
  Index iterations = 0;
  Index gradient_draws = 0;
  double seconds = 0;  ///< in the run's clock
  double selection_seconds = 0;
  double step_seconds = 0;  ///< of a step, mean over all
  double wall_seconds = 0;  ///< of everything, ELBOs for the trace too
  double cpu_seconds = 0;
  Environment environment;
};

/// One line of JSON, without its end.
std::string to_line(const RunRecord& record);
/// @throws InputError naming file and line
RunRecord parse_run(const std::string& line, const std::string& file, long line_number);

}  // namespace g2t
