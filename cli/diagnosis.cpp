// Diagnoses a model: names, abilities, times, gradients; of a Stan program also its declarations.
#include "diagnosis.hpp"

#include "text.hpp"

#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/json.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/core/stopwatch.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/io/json_files.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace g2t::cli {
namespace {

constexpr double kTimingSeconds = 0.2;
constexpr std::size_t kNamesShown = 12;

// Median over repetitions of the seconds that one row takes.
template <class Call>
double seconds_of(Index rows, const Call& call) {
  std::vector<double> times;
  const Stopwatch all;
  do {
    const Stopwatch one;
    call();
    times.push_back(one.seconds() / static_cast<double>(rows));
  } while (times.size() < 3 || (all.seconds() < kTimingSeconds && times.size() < 10000));
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

// Names of the first that are not among the second.
std::vector<std::string> without(const std::vector<std::string>& names, const std::vector<std::string>& others) {
  std::vector<std::string> left;
  for (const std::string& name : names)
    if (!contains(others, name)) left.push_back(name);
  return left;
}

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

void compare_data(const Options& options, Diagnosis& out) {
  if (model_kind(options.model.model) != ".stan") return;
  try {
    out.declared_data = declared_data(options.model);
  } catch (const InputError&) {  // without stanc, as with --stan-backend stanli, declarations are not known
    return;
  }
  const bool is_given = !options.model.data.empty();
  const std::optional<Json> data = is_given ? stan_data_document(options.model) : Json::object();
  if (!data || !data->is_object()) return;
  out.unused_data = without(keys_of(*data), out.declared_data);
  out.missing_data = without(out.declared_data, keys_of(*data));
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kNamesShown); ++i) text += (i > 0 ? ", " : "") + names[i];
  return text + (names.size() > kNamesShown ? fmt::format(", ... ({} in all)", names.size()) : "");
}

std::string point_line(const PointCheck& point, std::size_t number) {
  std::string text = fmt::format("  point {:<6}log density {:.8g}; ", number, point.log_density);
  if (!point.check) return text + "no gradient to check there\n";
  return text + (point.check->passed ? "the gradient agrees with finite differences\n" : "GRADIENT WRONG: " + point.check->message() + "\n");
}

}  // namespace

bool Diagnosis::is_sound() const {
  const auto is_checked = [](const PointCheck& point) { return point.check.has_value(); };
  return std::any_of(points.begin(), points.end(), is_checked) &&
         std::none_of(points.begin(), points.end(), [](const PointCheck& point) { return point.check && !point.check->passed; });
}

Diagnosis diagnose(const LoadedModel& loaded, const Model& model, const Options& options, Index point_count, double radius) {
  Diagnosis out;
  out.title = loaded.title;
  out.parameters = model.parameter_names();
  if (const Quantities* quantities = model.quantities()) {
    out.values = quantities->names();
    out.constrained_count = quantities->parameter_count();
  }
  out.is_thread_safe = model.is_thread_safe();
  out.has_curvature = model.curvature() != nullptr;
  out.has_expectation = model.expectation() != nullptr;
  out.has_prior = model.prior() != nullptr;
  compare_data(options, out);

  ModelUse use;
  const ModelUseScope scope(&use);
  Matrix points(point_count, model.dimension());
  fill_uniforms(streams::check_points(options.fit.seed), {points.data(), static_cast<std::size_t>(points.size())});
  points = radius * (2 * points.array() - 1);
  Evaluation evaluation;
  evaluation.resize(point_count, model.dimension());
  model.evaluate(points, evaluation);
  evaluation.mark_non_finite();
  for (Index k = 0; k < point_count; ++k) {
    PointCheck point{points.row(k), evaluation.log_density[k], std::nullopt};
    if (evaluation.failed[static_cast<std::size_t>(k)] == 0) point.check = check_gradient(model, point.point);
    out.points.push_back(std::move(point));
  }
  out.failures = use.failures();

  const Index rows = model.lane_width();
  const Matrix draws = points.row(0).replicate(rows, 1);
  Vector densities;
  out.gradient_seconds = seconds_of(rows, [&] { evaluation.resize(rows, model.dimension()), model.evaluate(draws, evaluation); });
  out.density_seconds = seconds_of(rows, [&] { model.log_densities(draws, densities); });
  return out;
}

std::string diagnosis_text(const Diagnosis& diagnosis) {
  std::string text = diagnosis.title + "\n";
  const auto line = [&text](const char* name, const std::string& what) { text += fmt::format("  {:<12}{}\n", name, what); };
  line("parameters", fmt::format("{} unconstrained: {}", diagnosis.parameters.size(), listed(diagnosis.parameters)));
  if (!diagnosis.values.empty())
    line("values", fmt::format("{} of parameters, {} in all: {}", diagnosis.constrained_count, diagnosis.values.size(),
                               listed(diagnosis.values)));
  if (!diagnosis.declared_data.empty()) line("data", listed(diagnosis.declared_data));
  for (const std::string& name : diagnosis.missing_data) line("MISSING", name + " is declared and not in the data");
  for (const std::string& name : diagnosis.unused_data) line("UNUSED", name + " is in the data and not declared: misspelt?");
  line("threads", diagnosis.is_thread_safe ? "several may evaluate it" : "one alone may evaluate it");
  std::string abilities = diagnosis.has_curvature ? "second derivatives" : "no second derivatives";
  if (diagnosis.has_prior) abilities += ", the prior alone";
  if (diagnosis.has_expectation) abilities += ", exact expectations";
  line("offers", abilities);
  line("time", fmt::format("{} a gradient, {} a log density", duration(diagnosis.gradient_seconds), duration(diagnosis.density_seconds)));
  for (std::size_t k = 0; k < diagnosis.points.size(); ++k) text += point_line(diagnosis.points[k], k + 1);
  if (!diagnosis.failures.empty()) line("FAILED", describe(diagnosis.failures));
  return text;
}

std::string diagnosis_json(const Diagnosis& diagnosis) {
  Json out;
  out["model"] = diagnosis.title;
  out["dimension"] = diagnosis.parameters.size();
  out["names"] = diagnosis.parameters;
  out["constrained_names"] = std::vector<std::string>(diagnosis.values.begin(), diagnosis.values.begin() + diagnosis.constrained_count);
  out["value_names"] = diagnosis.values;
  out["thread_safe"] = diagnosis.is_thread_safe;
  out["second_derivatives"] = diagnosis.has_curvature;
  out["prior"] = diagnosis.has_prior;
  out["exact_expectations"] = diagnosis.has_expectation;
  out["data"] = diagnosis.declared_data;
  out["unused_data"] = diagnosis.unused_data;
  out["missing_data"] = diagnosis.missing_data;
  out["gradient_seconds"] = diagnosis.gradient_seconds;
  out["density_seconds"] = diagnosis.density_seconds;
  out["points"] = Json::array();
  for (const PointCheck& point : diagnosis.points) {
    Json entry = {{"point", Json::numbers(point.point)}, {"log_density", point.log_density}};
    entry["gradient_passed"] = point.check ? Json(point.check->passed) : Json(nullptr);
    if (point.check && !point.check->passed) entry["message"] = point.check->message();
    out["points"].push_back(entry);
  }
  out["failures"] = failures_json(diagnosis.failures);
  return out.dump(2) + "\n";
}

}  // namespace g2t::cli
