// Times of the computations after the steps are estimated from the draws before them.
#include <inference/answer/make_posterior.h>
#include <inference/answer/quantity_time.h>
#include <inference/plain/plain_report.h>
#include <inference/verdict.h>

#include <g2t/core/evaluate_until.hpp>
#include <g2t/core/random.hpp>
#include <g2t/core/streams.hpp>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kAverageGrace = 0.2;  // seconds
constexpr double kNoise = 3;           // standard errors

}  // namespace

Vector PlainReport::log_ratios(const Gaussian& q, const Matrix& normals, const StopRule& stop) const {
  Matrix draws;
  transform_normals(q, normals, draws);
  Vector out;
  const Index done = log_densities_until(model_, draws, stop, out);
  return out - log_density_of_normals(q, normals).head(done);
}

void PlainReport::reserve(const Gaussian& q, double draw_seconds) {
  if (!limits_.is_timed()) return;
  quantity_seconds_ = seconds_of_quantities(model_, q.mean, plan_.options.seed);
  const double elbo_seconds = has_exact_elbo(model_, q.structure) ? 0 : draw_seconds * static_cast<double>(kPlainReportDraws);
  limits_.reserve(plan_.options.averaging == Averaging::Auto ? 2 * elbo_seconds : 0,
                  elbo_seconds + quantity_seconds_ * static_cast<double>(kReportDraws));
}

// On common draws, whose noise is that of the difference alone. Near the optimum the average is the better one, by less than
// that: only what is beyond it speaks for the last one.
bool PlainReport::is_average_better(const Gaussian& average, const Gaussian& last) const {
  if (has_exact_elbo(model_, average.structure)) return exact_elbo(model_, average).value > exact_elbo(model_, last).value;
  Matrix normals(kPlainReportDraws, average.dimension());
  fill_normals(streams::elbo_of_average(plan_.options.seed), normals);
  const Vector of_average = log_ratios(average, normals, limits_.deadline(limits_.report_reserve(), kAverageGrace));
  const Vector of_last = log_ratios(last, normals, [&](Index done) { return done >= of_average.size(); });
  if (of_average.size() == 0 || !of_average.allFinite()) return false;
  const Elbo more = mean_elbo(of_last - of_average.head(of_last.size()));
  return more.failed_draws > 0 || !(more.value > kNoise * more.standard_error);
}

Elbo PlainReport::elbo_of(const Gaussian& q) const {
  return elbo(model_, q, SampleStreams{plan_.options.seed, Sample::Fit}.draws(), kPlainReportDraws,
              limits_.deadline(limits_.report_reserve(), RunLimits::kDensityGrace));
}

// Of a trace the highest ELBO is one that had luck with its draws.
Elbo PlainReport::elbo_of_best(const Gaussian& best, const Elbo& seen, const Elbo& of_result) const {
  if (best.dimension() == 0 || !is_clearly_above(seen, of_result)) return seen;
  const Elbo again = elbo_of(best);
  return std::isfinite(again.value) ? again : seen;
}

void PlainReport::fill_in_answer(FitResult& result) const {
  const AnswerSettings settings = plan_.options.answer_settings();
  const Index count = settings.needed_draws();
  const double for_values = limits_.for_summary(quantity_seconds_ * static_cast<double>(count));
  const SampleStreams sample{plan_.options.seed, Sample::Fit};
  const AnswerTime time{.of_densities = limits_.deadline(for_values, RunLimits::kDensityGrace),
                        .of_quantities = limits_.quantity_deadline()};
  QSample of_q(model_, result.q, std::max(count, kReportDraws), sample);
  result.posterior = make_posterior(model_, result.q, settings, sample, time, of_q);
  result.diagnostics.report_draws = of_q.evaluated();
}

}  // namespace g2t
