// Lines for people; the same numbers stand in the summary file.
#include "natural_summary.hpp"

#include "text.hpp"

#include <g2t/core/readable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace g2t::cli {
namespace {

std::string gap_line(const FitResult& result) {
  if (!std::isfinite(result.gap.value)) return "";
  return fmt::format("  gap         {} +- {} nats below the best fit of the family ({} tolerated)\n",
                     significant(std::max(0.0, result.gap.value)), significant(result.gap.standard_error),
                     significant(result.gap.tolerated));
}

std::string weights_line(const FitResult& result) {
  const ImportanceReport& seen = result.importance;
  if (std::isnan(seen.khat)) return "";
  return fmt::format("  weights     Pareto k {:.2f}: {} draws of q, in mirrored pairs, are worth {} independent ones\n", seen.khat,
                     grouped(seen.draws), grouped(std::lround(seen.effective_sample_size)));
}

std::string starts_line(const FitResult& result) {
  if (result.starts.empty()) return "";
  std::string text;
  for (const StartRecord& start : result.starts)
    text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", start.name,
                        std::isfinite(start.elbo.value) ? nats(start.elbo.value, 1) : "failed",
                        start.is_chosen ? " (chosen)" : "");
  return fmt::format("  starts      ELBO from {}\n", text);
}

}  // namespace

std::string natural_lines(const FitResult& result) {
  return gap_line(result) + weights_line(result) + starts_line(result);
}

std::string natural_parameters(const FitResult& result, Index max_count) {
  const Vector sds = standard_deviations(result.q);
  const bool has_errors = result.mcse_mean.size() > 0;
  std::vector<std::string> header = {"", "mean", "sd"};
  if (has_errors) header.insert(header.end(), {"MCSE mean", "MCSE sd"});
  TextTable table(header);
  for (Index i = 0; i < std::min(max_count, result.q.dimension()); ++i) {
    const auto number = [](double value) { return fmt::format("{:.4g}", value); };
    std::vector<std::string> row = {result.parameter_names[static_cast<std::size_t>(i)], value_text(result.q.mean[i], sds[i]),
                                    number(sds[i])};
    if (has_errors)
      row.insert(row.end(),
                 {fmt::format("{:.1g}", result.mcse_mean[i]), fmt::format("{:.1g}", result.mcse_sd[i])});
    table.add(row);
  }
  return table.text("  ");
}

}  // namespace g2t::cli
