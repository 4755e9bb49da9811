// Predictions of rows as CSV, as JSON, and in a few lines.
#pragma once

#include <g2t/inference/leave_one_out.hpp>
#include <g2t/inference/prediction.hpp>
#include <g2t/program/files/saved_fit.hpp>
#include <optional>
#include <ostream>
#include <string>

namespace g2t::cli {

struct PredictionReport {
  const SavedFit* fit = nullptr;
  std::string data;  ///< file
  Predictions predictions;
  std::optional<PredictiveScore> score;
  std::optional<LeaveOneOut> loo;
};

/// A line a row: row, mean, sd, q5, q50, q95, and with a score log_density, elpd_loo, p_loo, pareto_k.
void write_csv(std::ostream& out, const PredictionReport& report);
std::string json_text(const PredictionReport& report);
/// What was predicted, and sums of the score.
std::string summary_lines(const PredictionReport& report);

}  // namespace g2t::cli
