// Times of the computations after the steps are estimated from the draws before them.
#include <inference/plain/plain_report.h>
#include <inference/quantity_summary.h>
#include <inference/quantity_values.h>

#include <g2t/core/streams.hpp>

#include <algorithm>

namespace g2t {
namespace {

constexpr double kAverageGrace = 0.2;  // seconds

}  // namespace

void PlainReport::reserve(const Gaussian& q, double draw_seconds) {
  if (!limits_.is_timed()) return;
  quantity_seconds_ = seconds_of_quantities(model_, q.mean, plan_.options.seed);
  const double elbo_seconds = has_exact_elbo(model_, q.structure) ? 0 : draw_seconds * static_cast<double>(kPlainReportDraws);
  limits_.reserve(plan_.options.averaging == Averaging::Auto ? 2 * elbo_seconds : 0,
                  elbo_seconds + quantity_seconds_ * static_cast<double>(kReportDraws));
}

bool PlainReport::is_average_better(const Gaussian& average, const Gaussian& last) const {
  const StreamKey key = streams::elbo_of_average(plan_.options.seed);
  const Elbo first = elbo(model_, average, key, kPlainReportDraws, limits_.deadline(limits_.report_reserve(), kAverageGrace));
  return first.value > elbo(model_, last, key, kPlainReportDraws, [&](Index done) { return done >= first.draws; }).value;
}

void PlainReport::fill_in(FitResult& result) const {
  const double for_values = limits_.for_quantities(quantity_seconds_ * static_cast<double>(kReportDraws));
  result.elbo = elbo(model_, result.q, SampleStreams{plan_.options.seed, Sample::Report}.draws(), kPlainReportDraws,
                     limits_.deadline(for_values, RunLimits::kDensityGrace));
  result.diagnostics.report_draws = result.elbo.draws;
  summarize_quantities(model_, plan_.options.seed, limits_.quantity_deadline(), result);
}

}  // namespace g2t
