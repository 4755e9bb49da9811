// Plans a fit, and hands it to the run of its coordinates.
#include <g2t/inference/fit.hpp>

#include <g2t/core/clock.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/run_state.hpp>
#include <g2t/models/threaded_model.hpp>
#include <inference/natural/natural_fit.h>
#include <inference/plain/plain_fit.h>

#include <algorithm>

namespace g2t {

FitResult fit(const Model& model, const FitOptions& options, const FitHooks& hooks) {
  const std::unique_ptr<Clock> wall = make_wall_clock();
  const double begin = wall->seconds();
  const FitPlan plan = plan_fit(model, options);
  const std::unique_ptr<Model> threaded = make_threaded_model(model, options.threads);
  FitResult result = plan.options.coordinates == Coordinates::Natural ? fit_natural(*threaded, plan, hooks)
                                                                      : fit_plain(*threaded, plan, hooks);
  if (!plan.costs) {
    FitSeconds& seconds = result.seconds;
    const double before = options.start.state ? options.start.state->elapsed_seconds : 0;
    seconds.wall = seconds.waited = wall->seconds() - begin;
    seconds.trace = std::max(0.0, seconds.wall - (seconds.total - before) - seconds.answer);
  }
  return result;
}

}  // namespace g2t
