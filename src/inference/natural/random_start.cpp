// The factor rises in the first steps; at 1 q settles, and more steps follow while they raise the ELBO.
#include <inference/natural/natural_stepper.h>
#include <inference/natural/random_start.h>
#include <starts/random_points.h>
#include <starts/tempered_model.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/streams.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/terms.hpp>
#include <limits>

namespace g2t {
namespace {

constexpr double kRandomScale = 0.1, kRandomRadius = 2;
constexpr Index kRandomPoints = 20;
constexpr Index kMinRandomDraws = 1000, kMaxRandomDraws = 2000, kRandomDrawsPerParameter = 10;
constexpr double kRandomFirstEps = 0.05, kRandomLastEps = 0.005;
constexpr double kFirstFactor = 0.01;     // of the log density; none at a point that was asked for
constexpr double kTemperedShare = 0.15;   // of the steps, in which it rises to 1
constexpr double kQuarter = 0.25;         // of the steps, between two ELBOs
constexpr double kWorthMore = 0.1;        // nats a parameter that a quarter brought: another one follows,
constexpr double kMostSteps = 2.5;          // in all as many times the steps

}  // namespace

StartCandidate random_start(const Model& model, const FitPlan& plan, Clock& clock,
                            const std::function<bool()>& should_stop) {
  const Index d = model.dimension();
  const std::uint64_t seed = plan.options.seed;
  StartCandidate out;
  out.name = plan.requested_start.point ? "init, mean-field" : "random, mean-field";
  out.elbo.value = -std::numeric_limits<double>::infinity();
  double log_density = 0;
  Gaussian start;
  start.structure = Structure::Diagonal;
  start.mean = plan.requested_start.point
                   ? *plan.requested_start.point
                   : best_uniform_point(model, plan.requested_start.radius.value_or(kRandomRadius), kRandomPoints,
                                        streams::random_start(seed), log_density);
  start.scale = Vector::Constant(d, kRandomScale);
  if (!plan.requested_start.point) out.draws = kRandomPoints;
  if (!std::isfinite(log_density)) return out;

  TemperedModel tempered(model);
  const TermSet terms = make_terms(tempered, Structure::Diagonal, {"entropy"});
  FitDiagnostics ignored;
  NaturalStepper stepper(tempered, terms, plan.costs ? &*plan.costs : nullptr, clock, ignored, Structure::Diagonal);
  stepper.use(recipe_by_name("stl", 8, true));
  const std::unique_ptr<NaturalFamily> q = make_natural(start);
  const Index steps = std::clamp(kRandomDrawsPerParameter * d, kMinRandomDraws, kMaxRandomDraws) / 8;
  Index made = 0;
  const double first_factor = plan.requested_start.point ? 1 : kFirstFactor;
  // Up to a share of the steps, which may be above 1.
  const auto run_to = [&](double end) {
    const Index last = static_cast<Index>(end * static_cast<double>(steps));
    for (; made < last && !should_stop(); ++made) {
      const double share = static_cast<double>(made) / static_cast<double>(steps);
      tempered.set_factor(std::pow(first_factor, std::max(0.0, 1 - share / kTemperedShare)));
      const double eps = kRandomFirstEps * std::pow(kRandomLastEps / kRandomFirstEps, std::min(1.0, share));
      stepper.step(*q, {eps, 0}, streams::random_start_step(seed, made));
    }
    const Elbo elbo = elbo_of_start(model, q->gaussian(), seed, should_stop);
    out.draws += elbo.draws;
    return elbo;
  };
  out.elbo = run_to(1 - kQuarter);
  for (double end = 1; end <= kMostSteps && !should_stop(); end += kQuarter) {
    const double before = out.elbo.value;
    out.elbo = run_to(end);
    if (!(out.elbo.value > before + kWorthMore * static_cast<double>(d))) break;
  }
  out.q = q->gaussian();
  if (plan.start.structure == Structure::LowRank) {
    out.q.structure = Structure::LowRank;
    out.q.basis.resize(d, 0);
  }
  if (plan.start.structure == Structure::Dense) {
    out.q.structure = Structure::Dense;
    out.q.cholesky = out.q.scale.asDiagonal();
    out.q.scale.resize(0);
  }
  out.draws += stepper.draws();
  return out;
}

}  // namespace g2t
