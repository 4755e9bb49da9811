// Plans a fit, and hands it to the run of its coordinates.
#include <g2t/inference/fit.hpp>

#include <g2t/core/clock.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/run_state.hpp>
#include <g2t/core/thread_team.hpp>
#include <g2t/models/threaded_model.hpp>
#include <inference/cover_modes.h>
#include <inference/natural/natural_fit.h>
#include <inference/plain/plain_fit.h>
#include <inference/rows/row_sampling.h>
#include <inference/start_gradient.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace g2t {

namespace {

// Beyond the time that the run had; a cost table's time stands still.
std::optional<FitWarning> wrong_gradient_of(const Model& model, const FitPlan& plan) {
  constexpr double kMaxSeconds = 0.2;
  return wrong_gradient_at(plan.start.mean, model, plan.costs ? std::numeric_limits<double>::infinity() : kMaxSeconds);
}

// What a wrong gradient leads to is told by its cause.
FitResult run_in_coordinates(const Model& model, const FitPlan& plan, const FitHooks& hooks) {
  try {
    FitResult result = plan.options.coordinates == Coordinates::Natural ? fit_natural(model, plan, hooks)
                                                                        : fit_plain(model, plan, hooks);
    const auto wrong = went_astray(result) ? wrong_gradient_of(model, plan) : std::nullopt;
    if (!wrong) return result;
    result.warnings.insert(result.warnings.begin(), *wrong);
    if (result.status == FitStatus::Converged || result.status == FitStatus::BudgetSpent)
      result.status = FitStatus::NotTrusted;
    return result;
  } catch (const InvalidArgument&) {
    if (const auto wrong = wrong_gradient_of(model, plan))
      throw InvalidArgument("fit", "model", wrong->names.front(), describe(*wrong, Wording::Fields));
    throw;
  }
}

}  // namespace

FitResult fit(const Model& model, const FitOptions& options, const FitHooks& hooks) {
  const std::unique_ptr<Clock> wall = make_wall_clock();
  const double begin = wall->seconds();
  FitPlan plan = plan_fit(model, options);
  const std::unique_ptr<Model> threaded = make_threaded_model(model, options.threads);
  const ThreadScope scope(options.threads);  // for the rest of the work
  const auto run = [&](const Model& of, const FitPlan& by) { return run_in_coordinates(of, by, hooks); };
  std::optional<FitResult> of_sample = fit_to_sample(*threaded, plan, hooks, run);
  if (std::optional<double>& budget = plan.options.time_budget; !of_sample && budget && !plan.costs)
    budget = std::max(0.1 * *budget, *budget - (wall->seconds() - begin));  // samples may have been tried
  FitResult result = of_sample ? *std::move(of_sample) : run(*threaded, plan);
  const bool covers_modes = plan.options.coordinates == Coordinates::Natural && plan.options.modes == ModeCover::All &&
                            plan.options.answer != AnswerWay::Gaussian && result.status != FitStatus::Interrupted;
  if (covers_modes) {
    const auto fit_at = [&](const FitOptions& of_mode) { return fit_natural(*threaded, plan_fit(model, of_mode), hooks); };
    const StopRequest request(hooks.should_stop);
    const double left = plan.costs ? std::numeric_limits<double>::infinity() : plan.time_limit() - (wall->seconds() - begin);
    cover_modes(*threaded, plan.options, fit_at, request, left, result);
  }
  if (plan.costs) {  // what the wall clock says is not repeatable
    result.posterior.seconds = std::numeric_limits<double>::quiet_NaN();
    for (WayRecord& way : result.posterior.ways) way.seconds = std::numeric_limits<double>::quiet_NaN();
  } else {
    FitSeconds& seconds = result.seconds;
    const double before = options.start.state ? options.start.state->elapsed_seconds : 0;
    seconds.wall = seconds.waited = wall->seconds() - begin;
    seconds.trace = std::max(0.0, seconds.wall - (seconds.total - before) - seconds.answer);
  }
  return result;
}

}  // namespace g2t
