// The trace of a run: ELBOs, the best approximation, and the progress hook.
#pragma once

#include <g2t/core/clock.hpp>
#include <g2t/core/model.hpp>
#include <g2t/inference/hooks.hpp>
#include <g2t/inference/result.hpp>
#include <inference/run_limits.h>

#include <limits>
#include <vector>

namespace g2t {

/// The rows so far, as a value: with it another recorder goes on.
struct TraceState {
  std::vector<TracePoint> points;
  Gaussian best_q;
  Elbo best_elbo;
  double next = 1;  ///< iteration of the next row
};

class TraceRecorder {
 public:
  /// All must outlive it.
  TraceRecorder(const Model& model, std::uint64_t seed, const FitHooks& hooks, const RunLimits& limits, Clock& clock)
      : model_(model), seed_(seed), hooks_(hooks), limits_(limits), clock_(clock) {}

  /// True at iterations that are evenly spaced on a logarithmic scale, twenty a decade, once each.
  [[nodiscard]] bool is_due(Index iteration);
  /// The same, but rows whose ELBO is not exact take a quarter of the draws of the fit so far at most.
  [[nodiscard]] bool is_due(Index iteration, Index gradient_draws, bool is_exact);
  /// Adds a row; the clock stands still while its ELBO is computed, but the budget goes on.
  void record(const Gaussian& q, Index iteration, Index gradient_draws, double step_size, const std::string& recipe);
  /// Calls the hook with the position of the run and the last row's ELBO.
  void report(Index iteration, Index gradient_draws = 0,
              double nats_to_go = std::numeric_limits<double>::quiet_NaN()) const;

  /// Calls it while the answer is made.
  void report_phase(const std::string& phase, Index evaluations, const FitResult& result) const;

  /// Gives the hook a q that would be the result now.
  void end_block(const Gaussian& q, Index iteration, Index gradient_draws) const;

  void resume(const TraceState& state) { state_ = state; }
  [[nodiscard]] const TraceState& state() const { return state_; }
  [[nodiscard]] const std::vector<TracePoint>& points() const { return state_.points; }
  /// Of all rows, by ELBO; empty if none was finite.
  [[nodiscard]] const Gaussian& best_q() const { return state_.best_q; }
  [[nodiscard]] const Elbo& best_elbo() const { return state_.best_elbo; }

 private:
  [[nodiscard]] FitProgress progress(Index iteration, Index gradient_draws, double nats_to_go) const;

  const Model& model_;
  std::uint64_t seed_;
  const FitHooks& hooks_;
  const RunLimits& limits_;
  Clock& clock_;
  TraceState state_;
};

}  // namespace g2t
