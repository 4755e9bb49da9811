// Draws of q alone; answers are made as in a fit.
#include <g2t/inference/posterior_draws.hpp>

#include <g2t/core/evaluate_until.hpp>
#include <inference/answer/make_posterior.h>

#include <algorithm>

namespace g2t {

PosteriorDraws draw_from(const Gaussian& q, const Model* model, Index draw_count, const StreamKey& key,
                         const StopRule& stop) {
  PosteriorDraws out;
  Matrix normals(draw_count, q.dimension());
  fill_normals(key, normals);
  transform_normals(q, normals, out.draws);
  out.log_density = Vector::Zero(draw_count);
  out.log_q = log_density_of_normals(q, normals);
  if (model == nullptr) return out;
  const Index done = log_densities_until(*model, out.draws, stop, out.log_density);
  if (done < draw_count) {
    out.draws.conservativeResize(done, Eigen::NoChange);
    out.log_q.conservativeResize(done);
  }
  return out;
}

Posterior posterior_from(const Gaussian& q, const Model& model, const AnswerSettings& settings, std::uint64_t seed,
                         const Deadline& of_densities, const Deadline& of_quantities) {
  const SampleStreams sample{seed, Sample::Later};
  QSample of_q(model, q, draws_in_time(q, std::max(settings.needed_draws(), kReportDraws), of_densities), sample);
  return make_posterior(model, q, settings, sample, {.of_densities = of_densities, .of_quantities = of_quantities}, of_q);
}

}  // namespace g2t
