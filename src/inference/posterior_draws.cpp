// Resampling takes draws of q, or adapted ones where the weights of q's are uneven.
#include <g2t/core/evaluate_until.hpp>
#include <g2t/inference/posterior_draws.hpp>

#include <g2t/importance/importance_weights.hpp>
#include <g2t/inference/options.hpp>
#include <g2t/inference/terms.hpp>
#include <core/decompositions.h>
#include <importance/adaptive_importance.h>

#include <algorithm>
#include <vector>

namespace g2t {
namespace {

constexpr Index kPoolFactor = 10;  // draws of q for one that is resampled

// What transform_normals() makes these draws of.
Matrix normals_of(const Gaussian& q, const Matrix& draws) {
  const Matrix centred = draws.rowwise() - q.mean.transpose();
  if (q.structure == Structure::Diagonal) return centred * q.scale.cwiseInverse().asDiagonal();
  return solve_lower(q.cholesky, Matrix(centred.transpose())).transpose();
}

}  // namespace

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

PosteriorDraws resample_from(const Gaussian& q, const Model& model, Index draw_count, Index weight_draws,
                             const SampleStreams& sample, const StopRule& stop) {
  double uniform = 0.5;
  fill_uniforms(sample.resampling(), {&uniform, 1});
  const Index most = kPoolFactor * draw_count;
  // As few rows for a pool that the stopping rule has ended.
  const auto rows_of = [&](const Vector& weights) {
    const bool is_cut = stop && stop(weights.size());
    const Index fewer = std::clamp<Index>(weights.size() / kPoolFactor, 1, draw_count);
    return resample(weights, is_cut ? fewer : draw_count, uniform);
  };
  PosteriorDraws first;
  if (weight_draws > kReportDraws && q.dimension() <= kMaxFullRankParameters) {
    first = draw_from(q, &model, kReportDraws, sample.draws(), stop);
    if (first.draws.rows() == kReportDraws &&
        can_adapt(smooth_importance_weights(first.log_density - first.log_q), kReportDraws)) {
      const AdaptedDraws pool =
          adapt_importance(model, q, first.draws, first.log_density, std::max(weight_draws, most), sample, stop);
      const std::vector<Index> rows = rows_of(pool.weights);
      PosteriorDraws out{pool.draws(rows, Eigen::all), pool.log_density(rows), {}};
      out.log_q = log_density_of_normals(q, normals_of(q, out.draws));
      return out;
    }
  }
  PosteriorDraws pool = draw_from(q, &model, most, sample.draws(), stop);
  if (pool.draws.rows() < std::min(most, first.draws.rows())) pool = std::move(first);
  const std::vector<Index> rows = rows_of(smooth_importance_weights(pool.log_density - pool.log_q).weights);
  return {pool.draws(rows, Eigen::all), pool.log_density(rows), pool.log_q(rows)};
}

}  // namespace g2t
