// A row a result, with all digits.
#include <g2t/study/tables.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/io/csv_writer.hpp>
#include <g2t/io/number.hpp>
#include <g2t/io/output_files.hpp>

#include <cmath>
#include <filesystem>
#include <limits>

namespace g2t {
namespace {

Cell size_cell(const std::optional<double>& step_size) {
  return step_size.value_or(std::numeric_limits<double>::quiet_NaN());
}

Cell count_cell(Index count) { return static_cast<double>(count); }

ResultTable finals_table(const StudySummary& summary) {
  ResultTable out{"finals",
                  {"model", "estimator", "role", "step_size", "runs", "diverged", "mean", "sd", "median", "low", "high",
                   "scaled", "below_best"},
                  {}};
  for (const FinalElbo& row : summary.finals)
    out.rows.push_back({row.model, row.estimator, role_name(row.role), size_cell(row.step_size), count_cell(row.runs),
                        count_cell(row.diverged), row.mean, row.sd, row.median, row.low, row.high, row.scaled,
                        row.below_best});
  return out;
}

ResultTable gaps_table(const StudySummary& summary) {
  ResultTable out{"times_to_gap",
                  {"model", "gap", "target", "estimator", "role", "step_size", "runs", "reached", "seconds", "low",
                   "high", "ratio"},
                  {}};
  for (const TimeToGap& row : summary.gaps)
    out.rows.push_back({row.model, row.gap, row.target, row.estimator, role_name(row.role), size_cell(row.step_size),
                        count_cell(row.runs), count_cell(row.reached), row.seconds, row.low, row.high, row.ratio});
  return out;
}

ResultTable choices_table(const StudySummary& summary) {
  ResultTable out{"choices", {"model", "estimator", "selection", "fraction", "choice", "count", "runs"}, {}};
  for (const PopularChoice& row : summary.choices)
    out.rows.push_back({row.model, row.estimator, count_cell(row.selection), row.fraction, row.choice,
                        count_cell(row.count), count_cell(row.runs)});
  return out;
}

ResultTable step_times_table(const StudySummary& summary) {
  ResultTable out{"step_times", {"model", "estimator", "role", "seconds", "ratio"}, {}};
  for (const StepTime& row : summary.times)
    out.rows.push_back({row.model, row.estimator, role_name(row.role), row.seconds, row.ratio});
  return out;
}

ResultTable curves_table(const StudySummary& summary) {
  ResultTable out{"curves",
                  {"model", "estimator", "role", "step_size", "best", "runs", "diverged", "seconds", "mean", "median",
                   "low", "high"},
                  {}};
  for (const Curve& curve : summary.curves)
    for (Index i = 0; i < curve.seconds.size(); ++i)
      out.rows.push_back({curve.model, curve.estimator, role_name(curve.role), size_cell(curve.step_size),
                          curve.is_best ? "true" : "false", count_cell(curve.runs), count_cell(curve.diverged),
                          curve.seconds[i], curve.mean[i], curve.median[i], curve.low[i], curve.high[i]});
  return out;
}

std::string cell_text(const Cell& cell) {
  if (const std::string* text = std::get_if<std::string>(&cell)) return quote_csv_cell(*text);
  const double value = std::get<double>(cell);
  return std::isnan(value) ? "" : format_number(value);
}

}  // namespace

std::vector<ResultTable> result_tables(const StudySummary& summary) {
  return {finals_table(summary), gaps_table(summary), choices_table(summary), step_times_table(summary),
          curves_table(summary)};
}

std::string to_csv(const ResultTable& table) {
  std::string out;
  const auto add = [&out](const auto& cells, auto text_of) {
    for (std::size_t i = 0; i < cells.size(); ++i) out += (i > 0 ? "," : "") + text_of(cells[i]);
    out += "\n";
  };
  add(table.header, [](const std::string& text) { return quote_csv_cell(text); });
  for (const std::vector<Cell>& row : table.rows) add(row, cell_text);
  return out;
}

std::vector<std::string> write_tables(const std::string& folder, const StudySummary& summary,
                                      const std::vector<std::string>& inputs) {
  const std::filesystem::path place = std::filesystem::path(folder) / "tables";
  std::error_code error;
  std::filesystem::create_directories(place, error);
  if (error) throw InputError({place.string()}, error.message());
  const std::vector<ResultTable> tables = result_tables(summary);
  const auto suffix = [](const ResultTable& table) { return "/" + table.name + ".csv"; };
  std::vector<std::string> suffixes;
  for (const ResultTable& table : tables) suffixes.push_back(suffix(table));
  OutputFiles files(place.string(), suffixes, {.force = true, .inputs = inputs});
  for (const ResultTable& table : tables) files.stage(suffix(table), to_csv(table));
  return files.commit();
}

}  // namespace g2t
