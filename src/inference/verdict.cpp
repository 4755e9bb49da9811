// Failed draws, missing values, and ELBOs that differ by more than their noise.
#include <inference/verdict.h>

#include <g2t/inference/options.hpp>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kClearNats = 1;    // that the noise leaves,
constexpr double kClearErrors = 5;  // standard errors

}  // namespace

bool is_clearly_above(const Elbo& above, const Elbo& below) {
  if (!std::isfinite(below.value)) return std::isfinite(above.value);  // there is no finite error either
  return above.value > below.value + kClearNats + kClearErrors * std::hypot(above.standard_error, below.standard_error);
}

void warn_of_failed_draws(FitResult& result) {
  const FitDiagnostics& seen = result.diagnostics;
  if (seen.failed_draws == 0) return;
  result.warnings.push_back({.kind = WarningKind::FailedDraws,
                             .numbers = {{"failed_draws", seen.failed_draws}, {"draws", result.gradient_draws}},
                             .failures = seen.failures});
}

void warn_of_cut_report(Index planned, FitResult& result) {
  const QuantitySummary& values = result.constrained;
  const Index drawn = result.diagnostics.report_draws, weights = result.importance.draws;
  const bool has_elbo = !result.elbo.is_exact, has_weights = weights > 0, has_values = !values.names.empty();
  const bool has_weighted_values = has_values && result.importance.mean.size() > 0;
  const bool is_cut = ((has_elbo || has_weights) && drawn < planned) || (has_values && values.draws < kReportDraws) ||
                      (has_weighted_values && values.weighted_draws < std::min(weights, kReportDraws));
  if (!is_cut) return;
  FitWarning warning{.kind = WarningKind::ReportShortOfDraws};
  if (has_elbo) warning.numbers.emplace_back("elbo_draws", result.elbo.draws);
  if (has_weights) warning.numbers.emplace_back("importance_draws", weights);
  if (has_values) warning.numbers.emplace_back("value_draws", values.draws);
  if (has_weighted_values) warning.numbers.emplace_back("weighted_value_draws", values.weighted_draws);
  result.warnings.push_back(std::move(warning));
}

void warn_of_missing_values(FitResult& result) {
  const QuantitySummary& values = result.constrained;
  std::vector<std::string> names;
  Index missing = 0;
  for (std::size_t i = 0; i < values.names.size(); ++i) {
    if (!std::isnan(values.mean[static_cast<Index>(i)])) continue;
    if (++missing; names.size() < kMaxNamed) names.push_back(values.names[i]);
  }
  if (missing == 0) return;
  result.warnings.push_back({.kind = WarningKind::MissingValues,
                             .numbers = {{"values", missing}},
                             .names = names,
                             .failures = result.diagnostics.failures});
}

}  // namespace g2t
