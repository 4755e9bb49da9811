// Normals, their images under q, densities there; then failed draws are dropped.
#include <g2t/estimators/draw_batch.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/core/evaluate_until.hpp>

namespace g2t {

Index draw_batch(const Model& model, const Family& q, const StreamKey& key, Index draw_count, bool antithetic,
                 Batch& batch, const StopRule& stop) {
  if (draw_count < 1)
    throw InvalidArgument("draw_batch", "draw_count", std::to_string(draw_count), "must be positive");
  const Index d = q.mean().size();
  batch.normals.resize(draw_count, d);
  if (antithetic)
    fill_mirrored_normals(key, batch.normals);
  else
    fill_normals(key, batch.normals);
  q.transform(batch.normals, batch.draws);
  evaluate_until(model, batch.draws, stop, batch.evaluation);
  batch.evaluation.mark_non_finite();
  return batch.drop_failed(antithetic);
}

}  // namespace g2t
