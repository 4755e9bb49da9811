// The best of the paths is kept without more ado if importance weights and gradient agree with it.
#include <inference/natural/gap_estimator.h>
#include <inference/natural/natural_start.h>
#include <inference/natural/natural_stepper.h>
#include <starts/path_starts.h>
#include <starts/random_points.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/streams.hpp>
#include <g2t/inference/posterior_draws.hpp>
#include <g2t/inference/terms.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/importance/importance_weights.hpp>

namespace g2t {
namespace {

constexpr Index kTrustDraws = 200;  // for a k-hat of the best path's q
constexpr double kSmallGap = 0.05;  // nats a parameter
constexpr double kRandomScale = 0.1, kRandomRadius = 2;
constexpr Index kRandomPoints = 20;
constexpr Index kMinRandomDraws = 1000, kMaxRandomDraws = 2000, kRandomDrawsPerParameter = 10;
constexpr double kRandomFirstEps = 0.05, kRandomLastEps = 0.005;

double khat_of(const Model& model, const Gaussian& q, std::uint64_t seed) {
  const PosteriorDraws draws = draw_from(q, &model, kTrustDraws, streams::weights_of_start(seed));
  return smooth_importance_weights(draws.log_density - draws.log_q).khat;
}

// Mean-field steps from a random point; full-rank fits free the off-diagonal afterwards.
StartCandidate random_start(const Model& model, const FitPlan& plan, Clock& clock,
                            const std::function<bool()>& should_stop) {
  const Index d = model.dimension();
  StartCandidate out;
  out.name = plan.requested_start.point ? "init, mean-field" : "random, mean-field";
  out.elbo.value = -std::numeric_limits<double>::infinity();
  double log_density = 0;
  Gaussian start;
  start.structure = Structure::Diagonal;
  start.mean = plan.requested_start.point
                   ? *plan.requested_start.point
                   : best_uniform_point(model, plan.requested_start.radius.value_or(kRandomRadius), kRandomPoints,
                                        streams::random_start(plan.options.seed), log_density);
  start.scale = Vector::Constant(d, kRandomScale);
  if (!plan.requested_start.point) out.draws = kRandomPoints;
  if (!std::isfinite(log_density)) return out;

  const TermSet terms = make_terms(model, Structure::Diagonal, {"entropy"});
  FitDiagnostics ignored;
  NaturalStepper stepper(model, terms, plan.costs ? &*plan.costs : nullptr, clock, ignored, Structure::Diagonal);
  stepper.use(recipe_by_name("stl", 8, true));
  const std::unique_ptr<NaturalFamily> q = make_natural(start);
  const Index steps = std::clamp(kRandomDrawsPerParameter * d, kMinRandomDraws, kMaxRandomDraws) / 8;
  for (Index k = 0; k < steps && !should_stop(); ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(steps);
    stepper.step(*q, {kRandomFirstEps * std::pow(kRandomLastEps / kRandomFirstEps, share), 0},
                 streams::random_start_step(plan.options.seed, k));
  }
  out.q = q->gaussian();
  if (plan.start.structure == Structure::Dense) {
    out.q.structure = Structure::Dense;
    out.q.cholesky = out.q.scale.asDiagonal();
    out.q.scale.resize(0);
  }
  out.elbo = elbo_of_start(model, out.q, plan.options.seed);
  out.draws += stepper.draws() + kStartElboDraws;
  return out;
}

Index draws_of(const std::vector<StartCandidate>& candidates) {
  Index draws = 0;
  for (const StartCandidate& candidate : candidates) draws += candidate.draws;
  return draws;
}

}  // namespace

NaturalStart find_start(const Model& model, const FitPlan& plan, Clock& clock,
                        const std::function<bool()>& should_stop) {
  const FitOptions& options = plan.options;
  const Structure structure = plan.start.structure;
  std::vector<StartCandidate> candidates = path_starts(model, structure, options.starts, options.seed, should_stop, plan.requested_start);
  NaturalStart out;
  const Index best_path = best_start(candidates);
  bool is_settled = false;
  if (best_path >= 0 && !should_stop()) {
    const Gaussian& q = candidates[static_cast<std::size_t>(best_path)].q;
    out.draws += kTrustDraws;
    if (khat_of(model, q, options.seed) < kTrustedKhat) {
      const TermSet terms = make_terms(model, structure, {"entropy"});
      const std::unique_ptr<NaturalFamily> family = make_natural(q);
      // Without a curvature the mean-field gap is too small; as a screen that errs towards a second start it will do.
      GapEstimator gap(model, *family, terms, recipe_by_name("stl", 2, true), nullptr, options.seed, 0);
      gap.add(2);
      const GapEstimate estimate = gap.estimate();
      out.draws += estimate.draws;
      is_settled = estimate.gap + estimate.standard_error < kSmallGap * static_cast<double>(model.dimension());
    }
  }
  if (plan.costs) clock.charge(plan.costs->term("rep").seconds(out.draws + draws_of(candidates)));
  // Its own steps charge what they cost.
  if (!is_settled && !should_stop()) candidates.push_back(random_start(model, plan, clock, should_stop));

  Index best = best_start(candidates);
  if (best < 0) {  // none has a finite ELBO: steps start from the last one
    best = static_cast<Index>(candidates.size()) - 1;
    if (candidates.back().q.dimension() == 0) candidates.back().q = plan.start;
  }
  const Gaussian& q = candidates[static_cast<std::size_t>(best)].q;
  const std::vector<Index> modes = modes_of(model, candidates, q, out.draws);
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const StartCandidate& candidate = candidates[k];
    out.draws += candidate.draws;
    out.starts.push_back({candidate.name, candidate.elbo, candidate.log_density, modes[k], candidate.draws,
                          static_cast<Index>(k) == best, candidate.mode});
  }
  out.q = q;
  return out;
}

}  // namespace g2t
