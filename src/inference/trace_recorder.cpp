// Rows with common draws, so that ELBOs that are not exact compare well.
#include <inference/trace_recorder.h>

#include <g2t/core/streams.hpp>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kGrowth = 1.1220184543019633;  // 10^(1/20)
constexpr Index kTraceDraws = 100;  // for ELBOs that are not exact
constexpr Index kMaxShare = 4;      // draws of the fit for one of those
constexpr double kTraceGrace = 0.1;  // seconds

}  // namespace

bool TraceRecorder::is_due(Index iteration) {
  if (static_cast<double>(iteration) < state_.next) return false;
  state_.next = std::max(std::floor(state_.next) + 1, state_.next * kGrowth);
  return true;
}

bool TraceRecorder::is_due(Index iteration, Index gradient_draws, bool is_exact) {
  const Index rows = static_cast<Index>(state_.points.size());
  return (is_exact || kMaxShare * (rows + 1) * kTraceDraws <= gradient_draws) && is_due(iteration);
}

void TraceRecorder::record(const Gaussian& q, Index iteration, Index gradient_draws, double step_size,
                           const std::string& recipe) {
  const ClockPause pause(clock_);
  const Elbo value = elbo(model_, q, streams::elbo_of_trace(seed_), kTraceDraws, limits_.deadline(0, kTraceGrace));
  if (std::isfinite(value.value) && (state_.best_q.dimension() == 0 || value.value > state_.best_elbo.value)) {
    state_.best_q = q;
    state_.best_elbo = value;
  }
  state_.points.push_back({clock_.seconds(), iteration, gradient_draws, value, step_size, recipe});
  report(iteration, gradient_draws);
}

FitProgress TraceRecorder::progress(Index iteration, Index gradient_draws, double nats_to_go) const {
  const TracePoint& last = state_.points.back();
  return {clock_.seconds(), iteration, gradient_draws, last.elbo.value, nats_to_go, last.recipe, last.step_size, {}, 0};
}

void TraceRecorder::report(Index iteration, Index gradient_draws, double nats_to_go) const {
  if (hooks_.progress && !state_.points.empty()) hooks_.progress(progress(iteration, gradient_draws, nats_to_go));
}

void TraceRecorder::report_phase(const std::string& phase, Index evaluations, const FitResult& result) const {
  if (!hooks_.progress || state_.points.empty()) return;
  FitProgress out = progress(result.iterations, result.gradient_draws, std::numeric_limits<double>::quiet_NaN());
  out.elapsed_seconds = limits_.wall_seconds();
  out.phase = phase;
  out.evaluations = evaluations;
  hooks_.progress(out);
}

void TraceRecorder::end_block(const Gaussian& q, Index iteration, Index gradient_draws) const {
  if (hooks_.block_end && !state_.points.empty())
    hooks_.block_end(q, progress(iteration, gradient_draws, std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace g2t
