// The best of the paths is kept without more ado if importance weights and gradient agree with it.
#include <inference/natural/gap_estimator.h>
#include <inference/natural/natural_start.h>
#include <inference/natural/random_start.h>
#include <starts/path_starts.h>

#include <g2t/core/streams.hpp>
#include <g2t/inference/posterior_draws.hpp>
#include <g2t/inference/terms.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/importance/importance_weights.hpp>

namespace g2t {
namespace {

constexpr Index kTrustDraws = 200;  // for a k-hat of the best path's q
constexpr double kSmallGap = 0.05;  // nats a parameter

double khat_of(const Model& model, const Gaussian& q, std::uint64_t seed) {
  const PosteriorDraws draws = draw_from(q, &model, kTrustDraws, streams::weights_of_start(seed));
  return smooth_importance_weights(draws.log_density - draws.log_q).khat;
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
