// A term's vectors in plain coordinates: as they are, with q's own score added where a term asks for it.
#pragma once

#include <g2t/core/score.hpp>

namespace g2t {

/// @param own_score  own_score(weight, out) fills out with weight * (score of q at the draws)
template <class OwnScore>
FrameVectors plain_frame(const ScoreVectors& vectors, FrameBuffers& buffers, OwnScore own_score) {
  if (vectors.precision == 0 && vectors.location != nullptr && vectors.scale != nullptr)
    return {vectors.location, vectors.scale};
  own_score(vectors.precision, buffers.location);
  if (!vectors.is_same()) buffers.scale = buffers.location;
  if (vectors.location != nullptr) buffers.location += *vectors.location;
  if (vectors.is_same()) return FrameVectors::same(buffers.location);
  if (vectors.scale != nullptr) buffers.scale += *vectors.scale;
  return {&buffers.location, &buffers.scale};
}

}  // namespace g2t
