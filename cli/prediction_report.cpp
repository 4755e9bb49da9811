// Columns once, for the CSV and for the JSON's rows.
#include "prediction_report.hpp"

#include <fmt/format.h>

#include <g2t/core/counted.hpp>
#include <g2t/core/json.hpp>
#include <g2t/io/csv_writer.hpp>
#include <utility>
#include <vector>

namespace g2t::cli {
namespace {

using Columns = std::vector<std::pair<std::string, const Vector*>>;

Columns columns_of(const PredictionReport& report) {
  const Predictions& seen = report.predictions;
  Columns columns{{"mean", &seen.mean}, {"sd", &seen.sd}, {"q5", &seen.q5}, {"q50", &seen.median}, {"q95", &seen.q95}};
  if (report.score) columns.emplace_back("log_density", &report.score->log_density);
  if (report.loo) {
    columns.emplace_back("elpd_loo", &report.loo->elpd);
    columns.emplace_back("p_loo", &report.loo->p_loo);
    columns.emplace_back("pareto_k", &report.loo->khat);
  }
  return columns;
}

std::string what_of(const DataEncoding& encoding) {
  return encoding.kind == "logistic" ? "probability" : encoding.kind == "poisson" ? "rate" : "response";
}

Json loo_json(const LeaveOneOut& loo) {
  return {{"elpd_loo", loo.elpd_sum},     {"se_elpd_loo", loo.elpd_error}, {"p_loo", loo.p_loo_sum},
          {"se_p_loo", loo.p_loo_error},  {"looic", -2 * loo.elpd_sum},    {"se_looic", 2 * loo.elpd_error},
          {"doubtful_rows", loo.doubtful}};
}

}  // namespace

void write_csv(std::ostream& out, const PredictionReport& report) {
  const Columns columns = columns_of(report);
  std::vector<std::string> names{"row"};
  const Index rows = report.predictions.mean.size();
  Matrix table(rows, static_cast<Index>(columns.size()) + 1);
  table.col(0) = Vector::LinSpaced(rows, 1, static_cast<double>(rows));
  for (const auto& [name, values] : columns) {
    table.col(static_cast<Index>(names.size())) = *values;
    names.push_back(name);
  }
  write_table_csv(out, names, table);
}

std::string json_text(const PredictionReport& report) {
  const DataEncoding& encoding = report.fit->encoding;
  Json out = {{"model", report.fit->model},
              {"status", report.fit->status},
              {"data", report.data},
              {"what", what_of(encoding)},
              {"draws", report.fit->draws.rows()}};
  if (encoding.kind == "logistic") out["positive"] = encoding.positive;
  out["score"] = report.score ? Json{{"log_density", report.score->sum}, {"se", report.score->standard_error}} : Json();
  out["loo"] = report.loo ? loo_json(*report.loo) : Json();
  Json rows = Json::array();
  const Columns columns = columns_of(report);
  for (Index row = 0; row < report.predictions.mean.size(); ++row) {
    Json entry = {{"row", row + 1}};
    for (const auto& [name, values] : columns) entry[name] = (*values)[row];
    rows.push_back(std::move(entry));
  }
  out["rows"] = std::move(rows);
  return out.dump(2) + "\n";
}

std::string summary_lines(const PredictionReport& report) {
  const DataEncoding& encoding = report.fit->encoding;
  const Index rows = report.predictions.mean.size();
  const double count = static_cast<double>(rows);
  std::string text = fmt::format("{} of {} of {}, from {} of the posterior\n",
                                 encoding.kind == "logistic"  ? "probability of '" + encoding.positive + "'"
                                 : encoding.kind == "poisson" ? "rate of '" + encoding.response + "'"
                                                              : "'" + encoding.response + "', its noise included,",
                                 counted(rows, "row"), report.data, counted(report.fit->draws.rows(), "draw"));
  if (report.score)
    text += fmt::format("log predictive density {:.4f} +- {:.4f}, {:.4f} a row\n", report.score->sum,
                        report.score->standard_error, report.score->sum / count);
  if (!report.loo) {
    if (report.score) text += "no leave-one-out densities: these are not the rows that the fit has seen\n";
    return text;
  }
  const LeaveOneOut& loo = *report.loo;
  text +=
      fmt::format("leave-one-out: elpd_loo {:.4f} +- {:.4f}, p_loo {:.4f} +- {:.4f}, looic {:.4f} +- {:.4f}\n",
                  loo.elpd_sum, loo.elpd_error, loo.p_loo_sum, loo.p_loo_error, -2 * loo.elpd_sum, 2 * loo.elpd_error);
  text += loo.doubtful == 0
              ? fmt::format("Pareto k is below {} in all rows\n", kTrustedKhat)
              : fmt::format("warning: Pareto k is {} or above in {}: their densities are not to be relied on\n",
                            kTrustedKhat, counted(loo.doubtful, "row"));
  return text;
}

}  // namespace g2t::cli
