// Curves, and a line for each change of the estimator.
#include <report/html.h>
#include <report/line_chart.h>
#include <report/trace_part.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/readable.hpp>
#include <g2t/io/number.hpp>
#include <limits>
#include <tuple>

namespace g2t::report {
namespace {

// A column in which what is no number stands for a value that was not finite.
Vector lenient_column(const Table& table, const char* name) {
  const Index column = table.column_index(name);
  Vector out(table.row_count());
  for (Index row = 0; row < out.size(); ++row)
    out[row] = parse_number(table.cell(row, column)).value_or(std::numeric_limits<double>::quiet_NaN());
  return out;
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

}  // namespace

std::string trace_part(const Table& trace) { return trace_pictures(trace) + recipes_over_time(trace); }

}  // namespace g2t::report
