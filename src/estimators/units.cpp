// Half sums and half differences of the two halves of a batch.
#include <g2t/estimators/units.hpp>

namespace g2t {

FrameVectors pair_vectors(const FrameVectors& vectors, FrameBuffers& buffers) {
  if (vectors.location == nullptr && vectors.scale == nullptr) return vectors;
  const Index pairs = vectors.row_count() / 2;
  const auto combine = [&](const Matrix* v, double sign, Matrix& out) -> const Matrix* {
    if (v == nullptr) return nullptr;
    const Index first = vectors.range.begin, count = vectors.range.count(v->cols());
    out.resize(pairs, v->cols());
    out.middleCols(first, count) =
        0.5 * (v->block(0, first, pairs, count) + sign * v->block(pairs, first, pairs, count));
    return &out;
  };
  return {combine(vectors.location, 1, buffers.location), combine(vectors.scale, -1, buffers.scale), vectors.range};
}

}  // namespace g2t
