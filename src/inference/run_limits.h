// When a run must end: its time is up, the user stops it, or no step can be made any more.
#pragma once

#include <algorithm>
#include <g2t/core/clock.hpp>
#include <g2t/core/deadline.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/hooks.hpp>
#include <memory>

namespace g2t {

/// By a cost table, or the wall. @param seconds  that it starts at, of the run that goes on
inline std::unique_ptr<Clock> make_clock(const FitPlan& plan, double seconds) {
  return plan.costs ? make_cost_model_clock(seconds) : make_wall_clock(seconds);
}

/// Under a cost table, or with FitHooks::is_report_extra, the budget limits what comes before the report, by the run's
/// clock; else everything, by the wall.
class RunLimits {
 public:
  static constexpr double kDensityGrace = 0.5;  ///< seconds, of the report's densities

  /// All must outlive it. The budget starts now.
  RunLimits(const FitPlan& plan, const FitHooks& hooks, const Clock& clock)
      : plan_(plan),
        request_(hooks.should_stop),
        clock_(clock),
        wall_(make_wall_clock()),
        has_own_clock_(plan.costs.has_value() || hooks.is_report_extra),
        start_(clock.seconds()) {}

  /// By the run's clock, since the budget's start.
  [[nodiscard]] double run_seconds() const { return clock_.seconds() - start_; }

  [[nodiscard]] bool is_interrupted() const { return request_.is_made(); }
  /// True if the budget is wall time, and it is spent but for a moment.
  [[nodiscard]] bool is_over() const { return is_timed() && wall_seconds() > kNearlyAll * plan_.time_limit(); }
  /// @param skips  steps in a row without a usable draw
  [[nodiscard]] static bool is_stuck(Index skips) { return skips >= kMaxSkips; }
  /// True if the budget is wall time, and that of all.
  [[nodiscard]] bool is_timed() const { return !has_own_clock_ && plan_.options.time_budget.has_value(); }

  /// Of the budget, traces included.
  [[nodiscard]] double seconds() const { return has_own_clock_ ? run_seconds() : wall_seconds(); }
  [[nodiscard]] double wall_seconds() const { return wall_->seconds(); }
  /// When steps must end, of the budget; infinite: never.
  [[nodiscard]] double step_limit() const { return plan_.time_limit() - test_reserve_ - report_reserve_; }
  [[nodiscard]] bool allow_a_step(Index skips) const {
    return seconds() < step_limit() && !is_interrupted() && !is_stuck(skips);
  }

  /// Leaves so many seconds for a test after the last step and for the report, a tenth of the budget at most, or half of it
  /// where the answer is more than q; none under a cost table.
  void reserve(double for_test, double for_report) {
    if (!is_timed()) return;
    const double most = plan_.options.answer == AnswerWay::Gaussian ? kMaxReserve : kMaxAnswerReserve;
    const double share = most * plan_.time_limit() / std::max(for_test + for_report, 1e-9);
    test_reserve_ = std::min(1.0, share) * for_test;
    report_reserve_ = std::min(1.0, share) * for_report;
  }
  [[nodiscard]] double report_reserve() const { return report_reserve_; }

  /// For what follows the steps. Under a cost table only a request ends it.
  /// @param before  seconds before the end of the budget
  /// @param grace   after it, or after a request
  [[nodiscard]] Deadline deadline(double before, double grace) const {
    const double end = is_timed() ? plan_.time_limit() : std::numeric_limits<double>::infinity();
    return {request_, end - before - wall_seconds(), grace};
  }

  /// The same, but `seconds` from now at the latest (without a cost table).
  [[nodiscard]] Deadline deadline_within(double seconds, double before, double grace) const {
    const double left = deadline(before, grace).seconds_left();
    return {request_, plan_.costs ? std::numeric_limits<double>::infinity() : std::min(left, seconds), grace};
  }
  /// Of a model's own quantities, which come last.
  [[nodiscard]] Deadline quantity_deadline() const { return deadline(0, kQuantityGrace); }
  /// What the last summaries may take: the seconds that quantities need, with room, and a little of the budget; of the time
  /// that is left, half at most.
  [[nodiscard]] double for_summary(double needed) const {
    const double little = is_timed() ? kSummaryShare * plan_.time_limit() : 0;
    return std::min(kQuantityShare * std::max(0.0, quantity_deadline().seconds_left()), kRoom * needed + little);
  }

 private:
  static constexpr double kQuantityGrace = 0.6;  // seconds
  static constexpr double kQuantityShare = 0.5, kRoom = 1.5, kSummaryShare = 0.02;
  static constexpr Index kMaxSkips = 100;
  static constexpr double kNearlyAll = 0.95;
  static constexpr double kMaxReserve = 0.1, kMaxAnswerReserve = 0.5;

  const FitPlan& plan_;
  StopRequest request_;
  const Clock& clock_;
  std::unique_ptr<Clock> wall_;
  bool has_own_clock_;
  double start_;  // by the run's clock, which goes on from an earlier run's
  double test_reserve_ = 0, report_reserve_ = 0;
};

}  // namespace g2t
