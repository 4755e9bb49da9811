// One function a line of the table.
#include "fit_summary.hpp"

#include "natural_summary.hpp"
#include "text.hpp"

#include <g2t/program/files/write_fit.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace g2t::cli {
namespace {

constexpr Index kParametersShown = 10;

std::string amount(const FitResult& result) {
  return fmt::format("{} ({}, {})", duration(result.seconds.total), counted(result.iterations, "step"),
                     counted(result.gradient_draws, "draw"));
}

/// By how much the ELBO changed in the second half of the time; empty if the trace does not tell.
std::string recent_change(const FitResult& result) {
  if (result.trace.size() < 2) return "";
  const TracePoint& last = result.trace.back();
  const TracePoint* middle = &result.trace.front();
  for (const TracePoint& point : result.trace)
    if (point.elapsed_seconds <= last.elapsed_seconds / 2) middle = &point;
  const double change = last.elbo.value - middle->elbo.value;
  const double noise = std::hypot(last.elbo.standard_error, middle->elbo.standard_error);
  if (middle == &last || !std::isfinite(change)) return "";
  if (std::abs(change) <= std::max(2 * noise, 0.005)) return "; in its second half the ELBO did not change visibly";
  return fmt::format("; in its second half the ELBO {} by {}", change > 0 ? "rose" : "fell",
                     significant(std::abs(change)));
}

std::string verdict(const FitResult& result, const FitOptions& options) {
  const std::string spent = amount(result);
  switch (result.status) {
    case FitStatus::Converged:
      return "Converged in " + spent + ": " + nearness(result, options) + ".";
    case FitStatus::BudgetSpent:
      return "Budget spent: " + spent + recent_change(result) + ".";
    case FitStatus::NotConverged:
      return "NOT CONVERGED after " + spent + ": do not use this result.";
    case FitStatus::NotTrusted:
      return "NOT TO BE TRUSTED, after " + spent + ": near the best " + family_name(result.q.structure) +
             " Gaussian, but see the warnings.";
    case FitStatus::Interrupted:
      break;
  }
  return "INTERRUPTED after " + spent + ": the best so far, not a finished fit.";
}

std::string name_of(const LedgerEntry& entry) { return entry.name.empty() ? describe(entry.recipe) : entry.name; }

std::string estimator(const FitResult& result, const FitOptions& options) {
  const std::string recipe = describe(result.recipe);
  if (result.selections.empty()) {
    const bool is_natural = options.coordinates == Coordinates::Natural;
    return recipe + (options.recipe ? "; chosen by you"
                     : is_natural ? "; the first choice: the run was too short for another"
                                  : "; no selection could be made");
  }
  const Selection& selection = result.selections.back().selection;
  const LedgerEntry& choice = selection.choice();
  std::string text =
      fmt::format("{}; E|g|^2 {} x {} a step = {}", recipe, significant(choice.squared_norm),
                  duration(choice.seconds), significant(choice.product));
  const LedgerEntry* next = selection.best_alternative();
  if (next == nullptr)
    return text + (options.estimator == EstimatorRule::Fixed ? "; terms chosen by you, weights fitted" : "; the only one allowed");
  return fmt::format("{};\n              next best, {} = {}, costs {}", text, name_of(*next),
                     significant(next->product), how_much_more(next->product / choice.product));
}

Index raced_count(const FitResult& result) {
  return std::count_if(result.race.begin(), result.race.end(),
                       [](const RaceEntry& entry) { return std::isfinite(entry.elbo); });
}

std::string times(const FitResult& result) {
  const FitSeconds& seconds = result.seconds;
  std::string text = fmt::format("{} start, ", duration(seconds.start));
  if (!result.race.empty()) text += fmt::format("{} step race, ", duration(seconds.race));
  const double share = seconds.total > 0 ? 100 * seconds.selection / seconds.total : 0;
  return text +
         fmt::format("{} selecting ({:.1f} %), {} steps", duration(seconds.selection), share, duration(seconds.steps));
}

std::string and_more(Index count, bool has_files) {
  if (count <= 0) return "";
  return fmt::format("  and {} more{}\n", grouped(count), has_files ? "" : " (--output PREFIX writes all, --json prints them)");
}

// On the scale that the model declares.
std::string quantities(const QuantitySummary& values, bool are_weights_reliable, bool has_files) {
  const bool has_weights = values.weighted_mean.size() > 0 && are_weights_reliable;
  std::vector<std::string> header = {"", "mean", "sd", "5 %", "median", "95 %"};
  if (has_weights) header.insert(header.end(), {"weighted mean", "sd"});
  TextTable table(header);
  const Index count = static_cast<Index>(values.names.size());
  const Index shown = std::min({count, kParametersShown, std::max<Index>(values.parameter_count, 1)});
  for (Index i = 0; i < shown; ++i) {
    std::vector<std::string> row = {values.names[static_cast<std::size_t>(i)]};
    const double sd = values.sd[i];
    for (const Vector* column : {&values.mean, &values.sd, &values.q5, &values.median, &values.q95})
      row.push_back(column == &values.sd ? value_text(sd, sd) : value_text((*column)[i], sd));
    if (has_weights) row.insert(row.end(), {value_text(values.weighted_mean[i], sd), value_text(values.weighted_sd[i], sd)});
    table.add(row);
  }
  return "The model's values (constrained)\n" + table.text("  ") + and_more(count - shown, has_files) +
         "Parameters of q (unconstrained, where it is Gaussian)\n";
}

std::string parameters(const FitResult& result, bool is_natural, bool has_files) {
  const Vector sds = standard_deviations(result.q);
  const Index shown = std::min(kParametersShown, result.q.dimension());
  TextTable table({"", "mean", "sd"});
  for (Index i = 0; i < shown; ++i)
    table.add({result.parameter_names[static_cast<std::size_t>(i)], fmt::format("{:.3f}", result.q.mean[i]),
               fmt::format("{:.3f}", sds[i])});
  std::string text = is_natural ? natural_parameters(result, shown) : table.text("  ");
  return text + and_more(result.q.dimension() - shown, has_files);
}

}  // namespace

std::string fit_summary(const FitResult& result, const Options& options, bool has_files) {
  const bool is_natural = options.fit.coordinates == Coordinates::Natural;
  std::string text = verdict(result, options.fit) + "\n";
  text += fmt::format("  ELBO        {}\n", elbo_text(result.elbo));
  text += fmt::format("  estimator   {}\n", estimator(result, options.fit));
  if (is_natural)
    text += natural_lines(result);
  else
    text += fmt::format("  step size   {}{}\n", significant(result.step_size),
                      result.race.empty()        ? ""
                      : !result.is_race_decided ? ", without the race that there was no time for"
                                                : fmt::format(", best of {} in a race", raced_count(result)));
  text += fmt::format("  time        {}\n", times(result));
  if (!result.constrained.names.empty()) text += quantities(result.constrained, result.importance.is_reliable(), has_files);
  text += parameters(result, is_natural, has_files);
  for (const std::string& warning : result.warnings) text += "Warning: " + warning + "\n";
  if (has_files) {
    text += "Written:";
    for (const std::string& file : fit_output_files(options.output.output)) text += " " + file;
    text += "\n";
  }
  return text;
}

}  // namespace g2t::cli
