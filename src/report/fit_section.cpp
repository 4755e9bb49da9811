// From files to pictures, tables and words.
#include <report/bar_chart.h>
#include <report/fit_section.h>
#include <report/fit_words.h>
#include <report/html.h>
#include <report/selection_part.h>
#include <report/line_chart.h>

#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/readable.hpp>
#include <g2t/io/number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace g2t::report {
namespace {

constexpr std::size_t kMaxIntervals = 40;
constexpr std::size_t kMaxRows = 2000;

double number_or_nan(const Json& value) {
  return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::string text_or_dash(const Json& value) { return value.is_number() ? significant(value.get<double>()) : "-"; }

// A column in which what is no number stands for a value that was not finite.
Vector lenient_column(const Table& table, const char* name) {
  const Index column = table.column_index(name);
  Vector out(table.row_count());
  for (Index row = 0; row < out.size(); ++row)
    out[row] = parse_number(table.cell(row, column)).value_or(std::numeric_limits<double>::quiet_NaN());
  return out;
}

std::string key_figures(const Json& summary) {
  const bool is_exact = summary.value("elbo_method", std::string()) == "exact";
  std::vector<std::pair<std::string, std::string>> rows = {
      {"ELBO", decimals(number_or_nan(summary.at("elbo")), 2) +
                   (is_exact ? " exact" : " \u00b1 " + text_or_dash(summary.at("elbo_se")))}};
  if (summary.contains("gap") && summary.at("gap").is_number())
    rows.push_back(
        {"nats below the best fit", text_or_dash(summary.at("gap")) + " \u00b1 " + text_or_dash(summary.at("gap_se"))});
  if (summary.contains("khat") && summary.at("khat").is_number())
    rows.push_back({"Pareto k", text_or_dash(summary.at("khat"))});
  rows.push_back({"time", times_in_words(summary.at("seconds"))});
  rows.push_back({"steps", grouped(summary.at("iterations").get<Index>())});
  rows.push_back({"density evaluations", grouped(summary.at("gradient_draws").get<Index>())});
  rows.push_back({"parameters", grouped(summary.at("dimension").get<Index>())});
  return facts(rows);
}

// From a third of the way up on: the first moments of a run span more than all the rest.
std::pair<double, double> elbo_range(const Vector& elbo) {
  std::vector<double> finite;
  for (const double value : elbo)
    if (std::isfinite(value)) finite.push_back(value);
  if (finite.empty()) return {0, 0};
  std::vector<double> sorted = finite;
  std::sort(sorted.begin(), sorted.end());
  const double high = sorted.back(), low = sorted[sorted.size() / 3];
  const double room = 0.05 * (high - low) + 1e-6 * (1 + std::abs(high));
  return {low - room, high + room};
}

std::string trace_pictures(const Table& trace) {
  const Vector seconds = lenient_column(trace, "elapsed_seconds"), elbo = lenient_column(trace, "elbo");
  const Vector error = lenient_column(trace, "elbo_se"), size = lenient_column(trace, "step_size");
  LineChart elbos{"ELBO against time",
                  "ELBO against time; the clock stands still while it is computed. The first moments may lie below.",
                  "seconds",
                  "ELBO (nats)",
                  true,
                  false,
                  0,
                  0,
                  {}};
  std::tie(elbos.y_low, elbos.y_high) = elbo_range(elbo);
  const bool has_error = error.size() > 0 && error.maxCoeff() > 0;
  elbos.series.push_back({"ELBO", seconds, elbo, has_error ? Vector(elbo - 2 * error) : Vector(),
                          has_error ? Vector(elbo + 2 * error) : Vector(), false, false});
  LineChart sizes{"Step size against time", "Step size against time.", "seconds", "step size", true, true, 0, 0, {}};
  sizes.series.push_back({"step size", seconds, size, {}, {}, true, false});
  return "<div class=\"pictures\">" + line_chart(elbos) + line_chart(sizes) + "</div>\n";
}

// One line for each change.
std::string recipes_over_time(const Table& trace) {
  const Index recipe = trace.column_index("recipe"), seconds = trace.column_index("elapsed_seconds"),
              iteration = trace.column_index("iteration");
  std::vector<std::vector<std::string>> rows;
  std::string last;
  for (Index row = 0; row < trace.row_count(); ++row) {
    const std::string name(trace.cell(row, recipe));
    if (name == last) continue;
    last = name;
    rows.push_back(
        {name, duration(parse_number(trace.cell(row, seconds)).value_or(0)), std::string(trace.cell(row, iteration))});
  }
  return element("h3", "Estimator over time") + table({"estimator", "from", "step"}, rows);
}

// On the scale that the model declares, where it has one.
const Json& values_of(const Json& summary) {
  const bool has_own = summary.contains("constrained") && summary.at("constrained").is_array();
  return summary.at(has_own ? "constrained" : "parameters");
}

std::string values_part(const Json& values) {
  std::vector<Interval> intervals;
  std::vector<std::vector<std::string>> rows;
  for (const Json& value : values) {
    const double mean = number_or_nan(value.at("mean")), sd = number_or_nan(value.at("sd"));
    const std::string name = value.at("name").get<std::string>();
    if (intervals.size() < kMaxIntervals && std::isfinite(mean) && std::isfinite(sd))
      intervals.push_back({name, mean, 0.6745 * sd, 1.96 * sd});
    if (rows.size() >= kMaxRows) continue;
    rows.push_back({name});
    for (const char* key : {"mean", "sd", "q5", "q50", "q95", "mcse_mean", "ess"}) rows.back().push_back(text_or_dash(value.at(key)));
  }
  const std::string which =
      values.size() > intervals.size() ? fmt::format("The first {} of {}", intervals.size(), values.size()) : "All";
  return element("h3", "Posterior") + "<div class=\"pictures\">" +
         interval_chart("Posterior", which + ": means, 50 % and 95 % intervals of a normal of this mean and sd.", intervals) + "</div>\n" +
         folded(rows.size() < values.size() ? fmt::format("The first {} as a table", rows.size()) : "All as a table",
                table({"", "mean", "sd", "5 %", "50 %", "95 %", "MCSE", "ESS"}, rows));
}

// Which way the draws were made, and what the others would have cost.
std::string answer_part(const Json& answer) {
  std::vector<std::pair<std::string, std::string>> rows = {
      {"draws", answer.at("way").get<std::string>() + ", " + grouped(answer.at("draws").get<Index>())},
      {"error of means (posterior sds)", text_or_dash(answer.at("error_of_means"))},
      {"error of sds (relative)", text_or_dash(answer.at("error_of_sds"))},
      {"effective draws, at least", text_or_dash(answer.at("effective_sample_size"))}};
  std::vector<std::vector<std::string>> ways;
  for (const Json& way : answer.at("ways"))
    ways.push_back({way.at("way").get<std::string>() + (way.value("chosen", false) ? " *" : ""),
                    text_or_dash(way.at("squared_error")), duration(number_or_nan(way.at("seconds"))),
                    way.value("tried", false) ? "seen" : "forecast"});
  return facts(rows) + folded("Ways to the answer", table({"way (* chosen)", "squared error of means", "seconds", ""}, ways));
}

std::string settings_part(const Json& settings) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const auto& [key, value] : settings.items())
    rows.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
  return folded("Settings", facts(rows));
}

std::string list_of(const std::vector<std::string>& items, const std::string& kind) {
  std::string out = "<ul" + kind + ">";
  for (const std::string& item : items) out += "<li>" + escape(item) + "</li>";
  return out + "</ul>\n";
}

}  // namespace

namespace {

std::string content_of(const FitFiles& fit, const std::string& id) {
  const Json& summary = fit.summary;
  std::string out = "<h2 id=\"" + id + "\">" + escape(fit.name) + "</h2>\n";
  out += "<p class=\"verdict\">" + escape(summary.at("verdict").get<std::string>()) + "</p>\n";
  std::vector<std::string> warnings;
  for (const Json& warning : summary.at("warnings")) warnings.push_back(warning.at("message").get<std::string>());
  if (!warnings.empty()) out += list_of(warnings, " class=\"warnings\"");
  out += values_part(values_of(summary)) + answer_part(summary.at("answer"));
  out += element("h3", "How it was found") + key_figures(summary) + trace_pictures(fit.trace) + recipes_over_time(fit.trace);
  int number = 0;
  for (const Json& selection : fit.selections) out += selection_part(selection, ++number);
  out += element("h3", "Diagnostics") + list_of(diagnostics_in_words(summary.at("diagnostics")), "");
  return out + settings_part(summary.at("settings"));
}

}  // namespace

std::string fit_section(const FitFiles& fit, const std::string& id) {
  try {
    return content_of(fit, id);
  } catch (const JsonError& error) {
    throw InputError({fit.name}, std::string("its files are not as fit writes them: ") + error.what());
  }
}

}  // namespace g2t::report
