// How it was done, tables, then the pictures of each model.
#include <report/html.h>
#include <report/study_charts.h>
#include <report/study_section.h>

#include <g2t/core/counted.hpp>
#include <g2t/core/readable.hpp>
#include <g2t/study/tables.hpp>

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace g2t::report {
namespace {

// Medians of the best step sizes at a few times.
std::string curve_table(const StudySummary& summary, const std::string& model) {
  std::vector<std::string> header = {"estimator"};
  std::vector<std::vector<std::string>> rows;
  for (const Curve& curve : summary.curves) {
    if (curve.model != model || !curve.is_best) continue;
    const Index count = curve.seconds.size();
    std::vector<std::string> row = {named_step(curve)};
    for (const double fraction : {0.34, 0.5, 0.67, 0.84, 1.0}) {
      const Index at = static_cast<Index>(std::lround(fraction * static_cast<double>(count - 1)));
      if (rows.empty()) header.push_back(duration(curve.seconds[at]));
      row.push_back(decimals(curve.median[at], 2));
    }
    rows.push_back(row);
  }
  return folded("Median ELBOs of " + model + " as a table", table(header, rows));
}

std::string method(const std::vector<RunRecord>& records, const StudySummary& summary) {
  std::set<std::string> machines, clocks;
  double cpu = 0;
  for (const RunRecord& record : records) {
    machines.insert("g2t " + record.environment.version + ", " + record.environment.compiler + ", " +
                    record.environment.processor);
    clocks.insert(record.clock);
    cpu += record.cpu_seconds;
  }
  std::string out = element(
      "p",
      fmt::format("{} of {} on {}, {} of processor time; {}.", counted(static_cast<Index>(records.size()), "run"),
                  counted(static_cast<Index>(summary.estimators.size()), "estimator"),
                  counted(static_cast<Index>(summary.models.size()), "model"), duration(cpu),
                  clocks.count("wall") > 0 ? "time is the wall clock's" : "time is that of a measured cost table"));
  for (const std::string& machine : machines) out += "<p class=\"note\">" + escape(machine) + "</p>\n";
  return out;
}

}  // namespace

std::string study_section(const std::vector<RunRecord>& records, const StudySummary& summary) {
  std::string out = "<h2 id=\"study\">Study</h2>\n" + method(records, summary);
  out += "<div class=\"tables\">\n";
  for (const DisplayTable& shown : display_tables(summary))
    out += std::string(shown.name == "choices" ? "<section class=\"wide\">" : "<section>") + "<h3>" +
           escape(shown.title) + "</h3>\n<p class=\"note\">" + escape(shown.note) + "</p>\n" +
           table(shown.header, shown.rows) + "</section>\n";
  out +=
      "</div>\n<p class=\"note\">Curves show each estimator at its best step size (in brackets), by the distance to "
      "the highest "
      "ELBO that any run of the model ended with; what is nearer than 0.01 nats is drawn there.</p>\n";
  int number = 0;
  for (const std::string& model : summary.models)
    out += fmt::format("<h2 id=\"model-{}\">{}</h2>\n", ++number, escape(model)) + model_pictures(summary, model) +
           curve_table(summary, model) + step_size_pictures(summary, model);
  return out;
}

}  // namespace g2t::report
