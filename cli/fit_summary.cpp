// One function a line of the table.
#include "fit_summary.hpp"

#include "natural_summary.hpp"
#include "text.hpp"

#include <g2t/core/printable.hpp>
#include <g2t/inference/status_words.hpp>
#include <g2t/program/files/write_fit.hpp>
#include <g2t/program/text/values_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace g2t::cli {
namespace {

constexpr double kNotableSeconds = 0.1;

std::string name_of(const SelectionEntry& entry) { return entry.name.empty() ? describe(entry.recipe) : entry.name; }

std::string estimator(const FitResult& result, const FitOptions& options) {
  const std::string recipe = describe(result.recipe);
  if (result.selections.empty()) {
    const bool is_natural = options.coordinates == Coordinates::Natural;
    return recipe + (options.recipe ? "; chosen by you"
                     : is_natural ? "; the first choice: the run was too short for another"
                                  : "; no selection could be made");
  }
  const Selection& selection = result.selections.back().selection;
  const SelectionEntry& choice = selection.choice();
  std::string text =
      fmt::format("{}; E|g|^2 {} x {} a step = {}", recipe, significant(choice.squared_norm),
                  duration(choice.seconds), significant(choice.product));
  const SelectionEntry* next = selection.best_alternative();
  if (next == nullptr)
    return text + (options.estimator == EstimatorRule::Fixed ? "; terms chosen by you, weights fitted" : "; the only one allowed");
  return fmt::format("{};\n              runner-up {}: cost {} ({} x)", text, name_of(*next),
                     significant(next->product), significant(next->product / choice.product));
}

Index raced_count(const FitResult& result) {
  return std::count_if(result.race.begin(), result.race.end(),
                       [](const RaceEntry& entry) { return std::isfinite(entry.elbo); });
}

std::string times(const FitResult& result, double seconds_of_files) {
  const FitSeconds& seconds = result.seconds;
  std::string text;
  const auto part = [&](double value, const std::string& name) {
    if (!std::isnan(value)) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", duration(value), name);
  };
  part(seconds.reading, "reading");
  part(seconds.start, "start");
  if (!result.race.empty()) part(seconds.race, "step race");
  const double share = seconds.total > 0 ? 100 * seconds.selection / seconds.total : 0;
  part(seconds.selection, fmt::format("selecting ({:.1f} %)", share));
  part(seconds.steps, "steps");
  part(seconds.answer, "answer");
  part(seconds.trace, "trace");
  if (!std::isnan(seconds.waited) && seconds_of_files >= kNotableSeconds) part(seconds_of_files, "files");
  return text;
}

std::string elsewhere(bool has_files) { return has_files ? "" : " (--output PREFIX writes all, --json prints them)"; }

std::string answer(const FitResult& result) {
  const Posterior& posterior = result.posterior;
  const AnswerErrors errors = errors_of(posterior.summary());
  const bool is_known = std::isfinite(errors.mean_rms) && std::isfinite(errors.sd_rms);
  std::string text = answer_name(posterior.way);
  text += is_known ? fmt::format("; means to {} sds, sds to {:.0f} % (root mean square)", significant(errors.mean_rms),
                                 std::ceil(100 * errors.sd_rms))
                   : "; with errors that are not known";
  text += fmt::format("; {}, {}", counted(posterior.densities, "log density evaluation"),
                      counted(posterior.gradients, "gradient"));
  if (posterior.way == AnswerWay::Weighted) text += fmt::format("; Pareto k {:.2f}", posterior.khat);
  if (posterior.chains)
    text += fmt::format("; {}, R-hat {:.3f}", counted(posterior.chains->chains, "chain"), posterior.chains->r_hat);
  return text;
}

std::string approximation(const FitResult& result, bool is_natural, bool has_files) {
  const Vector sds = standard_deviations(result.q);
  const Index shown = std::min(kValuesShown, result.q.dimension());
  TextTable table({"", "mean", "sd"});
  for (Index i = 0; i < shown; ++i)
    table.add({result.parameter_names[static_cast<std::size_t>(i)], fmt::format("{:.3f}", result.q.mean[i]),
               fmt::format("{:.3f}", sds[i])});
  std::string text = is_natural ? natural_parameters(result, shown) : table.text("  ");
  return fmt::format("The approximation q, {}, on the unconstrained scale\n", family_name(result.q.structure)) + text +
         and_more(result.q.dimension() - shown, elsewhere(has_files));
}

// On which rows the fit was made, unless on all.
std::string rows_line(const RowReport& rows) {
  if (!rows.is_sampled()) return "";
  return fmt::format("By a sample of {} of {} rows. All rows corrected it, and checked {} of the answer: log densities differ by {} nats.\n",
                     grouped(rows.sample), grouped(rows.all), counted(rows.checked_draws, "draw"), significant(rows.log_density_sd));
}

// How it came about.
std::string details(const FitResult& result, const Options& options, double seconds_of_files, bool has_files) {
  const bool is_natural = options.fit.coordinates == Coordinates::Natural;
  std::string text = fmt::format("  answer      {}\n", answer(result));
  text += fmt::format("  ELBO        {}\n", elbo_text(result.elbo));
  text += fmt::format("  estimator   {}\n", estimator(result, options.fit));
  if (is_natural)
    text += natural_lines(result);
  else
    text += fmt::format("  step size   {}{}\n", significant(result.step_size),
                      result.race.empty()        ? ""
                      : !result.is_race_decided ? ", without the race that there was no time for"
                                                : fmt::format(", best of {} in a race", raced_count(result)));
  text += fmt::format("  time        {}\n", times(result, seconds_of_files));
  return text + approximation(result, is_natural, has_files);
}

}  // namespace

std::string fit_summary(const FitResult& result, const Options& options, std::optional<double> seconds_of_files) {
  const bool has_files = seconds_of_files.has_value();
  std::string text = status_sentence(result) + "\n" + rows_line(result.rows) + values_table(result.posterior.summary(), elsewhere(has_files));
  for (const FitWarning& warning : result.warnings)
    text += "Warning: " + describe(warning, Wording::CommandLine) + "\n";
  if (options.output.details) text += details(result, options, seconds_of_files.value_or(0), has_files);
  if (has_files) {
    text += "Written:";
    for (const std::string& file : fit_output_files(options.output.output)) text += " " + file;
    text += "\n";
  }
  return printable(text);
}

}  // namespace g2t::cli
