// Shared by the families in natural coordinates: A^T times a term's vectors, their mean gradient, and the trust radius of
// the mean's step.
#pragma once

#include <algorithm>
#include <g2t/families/natural.hpp>

namespace g2t {

/// A^T v - weight * xi for every draw: A^T times q's own score is -xi, so no system is solved.
/// @param transpose_times  transpose_times(v, range, out): out = v A in the range's columns, a draw a row
template <class TransposeTimes>
FrameVectors natural_frame(const ScoreVectors& vectors, const Matrix& normals, FrameBuffers& buffers,
                           TransposeTimes transpose_times) {
  const ParameterRange& range = vectors.range;
  const Index count = range.count(normals.cols());
  const auto fill = [&](const Matrix* v, double own_score_weight, Matrix& out) -> const Matrix* {
    if (v == nullptr && own_score_weight == 0) return nullptr;
    out.resize(normals.rows(), normals.cols());
    auto columns = out.middleCols(range.begin, count);
    const auto own = normals.middleCols(range.begin, count);
    if (v == nullptr) {
      columns = -own_score_weight * own;
      return &out;
    }
    transpose_times(*v, range, out);
    if (own_score_weight != 0) out.middleCols(range.begin, count) -= own_score_weight * own;
    return &out;
  };
  const Matrix* location = fill(vectors.location, vectors.location_own_score_weight, buffers.location);
  if (vectors.is_same()) return {location, location, range};
  return {location, fill(vectors.scale, vectors.scale_own_score_weight, buffers.scale), range};
}

/// The mean of the units' gradients less what is expected of them, [coordinate_count]; both squared norms of `out` are set.
inline Vector centred_gradient(const NaturalFamily& q, const FrameVectors& units, const Matrix& normals,
                               const ExpectedScore& expected, NaturalGradient& out) {
  Vector mean, exact, norms, cross;
  q.pull_back(units, normals, mean);
  q.expected_pull_back(expected, exact);
  q.inner_products(units, units, normals, norms);
  q.inner_products(units, exact, normals, cross);
  out.unit_squared_norm = norms.mean() - 2 * cross.mean() + q.inner_product(exact, exact);
  mean -= exact;
  out.squared_norm = q.inner_product(mean, mean);
  return mean;
}

/// The step size of the mean, reduced so that its step is no longer than the trust radius.
inline double trusted_step(const NaturalStep& step, double length) {
  const double wanted = step.location_step * length;
  return step.trust_radius > 0 && wanted > step.trust_radius ? step.trust_radius / length : step.location_step;
}

}  // namespace g2t
