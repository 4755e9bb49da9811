// The best of the paths is kept without more ado if importance weights and gradient agree with it.
#include <inference/natural/exact_steps.h>
#include <inference/natural/gap_estimator.h>
#include <inference/natural/natural_start.h>
#include <inference/natural/random_start.h>
#include <starts/lbfgs_path.h>
#include <starts/mirror_images.h>
#include <starts/modes.h>

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
constexpr Index kMoreStarts = 8;     // where the first end in different modes, and in few dimensions,
constexpr Index kFewParameters = 10;  // where they cost little and find most modes
constexpr double kSmallGap = 0.05;  // nats a parameter

double khat_of(const Model& model, const Gaussian& q, std::uint64_t seed) {
  const PosteriorDraws draws = draw_from(q, &model, kTrustDraws, streams::weights_of_start(seed));
  return smooth_importance_weights(draws.log_density - draws.log_q).khat;
}

// Copies of the chosen start at its symmetric images, each of the same ELBO. The end of a path is known to them, from the
// mean if there was none.
std::vector<StartCandidate> mirror_images(const Model& model, const std::vector<Symmetry>& symmetries, StartCandidate& chosen,
                                          const std::function<bool()>& should_stop, Index& evaluations) {
  if (symmetries.empty()) return {};
  if (chosen.mode.size() == 0) {
    const LbfgsPath path = ascend(model, chosen.q.mean, {}, should_stop);
    evaluations += path.evaluations;
    if (path.points.empty()) return {};
    chosen.mode = path.points.back().position;
    chosen.log_density = path.points.back().log_density;
  }
  std::vector<StartCandidate> out;
  for (const Symmetry& symmetry : symmetries)
    out.push_back({kMirrorImage, {}, chosen.elbo, symmetry.image(chosen.mode), chosen.log_density, 0});
  return out;
}

Index draws_of(const std::vector<StartCandidate>& candidates) {
  Index draws = 0;
  for (const StartCandidate& candidate : candidates) draws += candidate.draws;
  return draws;
}

Index count_modes(const Model& model, const std::vector<StartCandidate>& candidates, Index& evaluations) {
  const Index best = best_start(candidates);
  if (best < 0) return 0;
  const std::vector<Index> modes = modes_of(model, candidates, candidates[static_cast<std::size_t>(best)].q, evaluations);
  return *std::max_element(modes.begin(), modes.end()) + 1;
}

}  // namespace

NaturalStart find_start(const Model& model, const FitPlan& plan, Clock& clock,
                        const std::function<bool()>& should_stop) {
  const FitOptions& options = plan.options;
  const Structure structure = plan.start.structure;
  const bool uses_curvature = !plan.costs;  // a table of costs has none of a Hessian
  std::vector<StartCandidate> candidates =
      path_starts(model, structure, options.starts, options.seed, should_stop, plan.requested_start, uses_curvature);
  NaturalStart out;
  // More paths tell whether there are other modes.
  const bool is_requested = plan.requested_start.point || plan.requested_start.radius;
  const bool is_small = model.dimension() <= kFewParameters && options.starts >= FitOptions{}.starts;
  if (!is_requested && !should_stop() && (is_small || count_modes(model, candidates, out.draws) > 1)) {
    const std::vector<StartCandidate> more = more_path_starts(model, structure, options.starts, kMoreStarts, options.seed, should_stop, uses_curvature);
    candidates.insert(candidates.end(), more.begin(), more.end());
  }
  const Index best_path = best_start(candidates);
  const auto step_exactly = [&](Index number) -> std::optional<GapEstimate> {
    if (number < 0 || should_stop() || !uses_curvature || plan.options.own_family) return std::nullopt;
    StartCandidate& candidate = candidates[static_cast<std::size_t>(number)];
    if (!can_step_exactly(model, candidate.q)) return std::nullopt;
    ExactSteps steps = exact_steps(model, candidate.q, should_stop);
    if (!std::isfinite(steps.elbo.value)) return std::nullopt;
    candidate.q = std::move(steps.q);
    candidate.elbo = steps.elbo;
    return steps.has_converged ? std::optional(std::move(steps.gap)) : std::nullopt;
  };
  const std::optional<GapEstimate> exact_gap = step_exactly(best_path);
  bool is_settled = false;
  if (best_path >= 0 && !should_stop()) {
    const Gaussian& q = candidates[static_cast<std::size_t>(best_path)].q;
    out.draws += kTrustDraws;
    const bool is_trusted = khat_of(model, q, options.seed) < kTrustedKhat;
    if (is_trusted && exact_gap) {
      is_settled = true;
      out.exact_gap = exact_gap;
    } else if (is_trusted) {
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

  // Another one's ELBO, of a few draws, may be above an exact one by chance.
  Index best = is_settled ? best_path : best_start(candidates);
  if (!is_settled && best != best_path) out.exact_gap = step_exactly(best);
  if (best < 0) {  // none has a finite ELBO: steps start from the last one
    best = static_cast<Index>(candidates.size()) - 1;
    if (candidates.back().q.dimension() == 0) candidates.back().q = plan.start;
  }
  const std::size_t path_count = candidates.size();
  const Index draws_before = out.draws;
  if (!should_stop()) {
    StartCandidate& chosen = candidates[static_cast<std::size_t>(best)];
    out.symmetries = symmetries_of(model, chosen.q, out.draws);
    const std::vector<StartCandidate> images = mirror_images(model, out.symmetries, chosen, should_stop, out.draws);
    candidates.insert(candidates.end(), images.begin(), images.end());
  }
  const Gaussian& q = candidates[static_cast<std::size_t>(best)].q;
  const std::vector<Index> modes = modes_of(model, candidates, q, out.draws);
  if (plan.costs) clock.charge(plan.costs->term("rep").seconds(out.draws - draws_before));
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const StartCandidate& candidate = candidates[k];
    const auto is_same = [&](const StartRecord& start) { return start.mode == modes[k]; };
    if (k >= path_count && std::any_of(out.starts.begin(), out.starts.end(), is_same)) continue;  // a path found it
    out.draws += candidate.draws;
    out.starts.push_back({candidate.name, candidate.elbo, candidate.log_density, modes[k], candidate.draws,
                          static_cast<Index>(k) == best, candidate.mode});
  }
  out.q = q;
  return out;
}

}  // namespace g2t
