// Failed draws, missing values, and ELBOs that differ by more than their noise.
#include <inference/verdict.h>

#include <g2t/inference/options.hpp>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kClearNats = 1;    // that the noise leaves,
constexpr double kClearErrors = 5;  // standard errors
constexpr double kImpreciseSd = 0.1;  // relative error of an sd
constexpr double kNoVariance = 1;     // shape of squared deviations that have no mean: their error says nothing

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

void warn_of_cut_answer(Index planned, FitResult& result) {
  const Posterior& answer = result.posterior;
  const bool has_values = !answer.quantities.names.empty();
  const Index drawn = answer.draw_count();
  if (drawn >= planned && (!has_values || answer.quantities.draws >= drawn)) return;
  FitWarning warning{.kind = WarningKind::ReportShortOfDraws};
  if (!result.elbo.is_exact) warning.numbers.emplace_back("elbo_draws", result.elbo.draws);
  warning.numbers.emplace_back("answer_draws", drawn);
  if (has_values) warning.numbers.emplace_back("value_draws", answer.quantities.draws);
  result.warnings.push_back(std::move(warning));
}

void warn_of_long_tails(FitResult& result) {
  const QuantitySummary& values = result.posterior.summary();
  FitWarning warning{.kind = WarningKind::LongTails};
  Index count = 0;
  for (Index i = 0; i < std::min(values.parameter_count, values.tail_shape.size()); ++i) {
    const bool is_imprecise = values.mcse_sd[i] > kImpreciseSd * values.sd[i] || values.tail_shape[i] > kNoVariance;
    if (!(values.tail_shape[i] > kLongTail && is_imprecise)) continue;
    if (++count <= static_cast<Index>(kMaxNamed)) warning.names.push_back(values.names[static_cast<std::size_t>(i)]);
  }
  if (count == 0) return;
  warning.numbers = {{"values", count}};
  result.warnings.push_back(std::move(warning));
}

void warn_of_values(FitResult& result) {
  const QuantitySummary& values = result.posterior.quantities;
  FitWarning none{.kind = WarningKind::MissingValues, .failures = result.diagnostics.failures};
  FitWarning some{.kind = WarningKind::IncompleteValues, .failures = result.diagnostics.failures};
  Index none_count = 0, some_count = 0;
  for (std::size_t i = 0; i < values.names.size(); ++i) {
    const Index missing = values.missing[i];
    if (missing == 0) continue;
    const bool is_none = values.draws - missing < 2;
    FitWarning& warning = is_none ? none : some;
    Index& count = is_none ? none_count : some_count;
    if (++count > static_cast<Index>(kMaxNamed)) continue;
    warning.names.push_back(values.names[i]);
    if (!is_none) warning.numbers.emplace_back("missing_" + std::to_string(count), missing);
  }
  for (auto& [count, warning] : {std::pair{none_count, &none}, std::pair{some_count, &some}}) {
    if (count == 0) continue;
    warning->numbers.emplace_back("values", count);
    result.warnings.push_back(*warning);
  }
}

}  // namespace g2t
