// What the two families in natural coordinates share: A^T times a term's vectors, and the limit on the mean's step.
#pragma once

#include <algorithm>
#include <g2t/families/natural.hpp>

namespace g2t {

/// A^T v - precision * xi for every draw: A^T times q's own score is -xi, so no system is solved.
/// @param transpose_times  transpose_times(v, out): out = v A, a draw a row
template <class TransposeTimes>
FrameVectors natural_frame(const ScoreVectors& vectors, const Matrix& normals, FrameBuffers& buffers,
                           TransposeTimes transpose_times) {
  const auto fill = [&](const Matrix* v, Matrix& out) {
    if (v == nullptr)
      out = -vectors.precision * normals;
    else
      transpose_times(*v, out);
    if (v != nullptr && vectors.precision != 0) out -= vectors.precision * normals;
  };
  fill(vectors.location, buffers.location);
  if (vectors.is_same()) return FrameVectors::same(buffers.location);
  fill(vectors.scale, buffers.scale);
  return {&buffers.location, &buffers.scale};
}

/// The step size of the mean, cut so that its step is no longer than the trust radius.
inline double trusted_step(const NaturalStep& step, double length) {
  const double wanted = step.location_step * length;
  return step.trust_radius > 0 && wanted > step.trust_radius ? step.trust_radius / length : step.location_step;
}

}  // namespace g2t
