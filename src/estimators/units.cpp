// Half sums and half differences of the two halves of a batch.
#include <g2t/estimators/units.hpp>

namespace g2t {

FrameVectors pair_vectors(const FrameVectors& vectors, FrameBuffers& buffers) {
  const Index pairs = vectors.location->rows() / 2;
  buffers.location = 0.5 * (vectors.location->topRows(pairs) + vectors.location->bottomRows(pairs));
  buffers.scale = 0.5 * (vectors.scale->topRows(pairs) - vectors.scale->bottomRows(pairs));
  return {&buffers.location, &buffers.scale};
}

}  // namespace g2t
