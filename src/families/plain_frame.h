// A term's vectors in plain coordinates: unchanged, plus the own-score weight times q's own score.
#pragma once

#include <g2t/core/score.hpp>

namespace g2t {
/// @param own_score  own_score(weight, out) fills out with weight * (score of q at the draws)
template <class OwnScore>
FrameVectors plain_frame(const ScoreVectors& vectors, FrameBuffers& buffers, OwnScore own_score) {
  const auto add = [&](const Matrix* part, Matrix& out) {
    if (part == nullptr) return;
    const Index count = vectors.range.count(part->cols());
    out.middleCols(vectors.range.begin, count) += part->middleCols(vectors.range.begin, count);
  };
  FrameVectors out{vectors.location, vectors.scale, vectors.range};
  if (vectors.location_own_score_weight != 0) {
    own_score(vectors.location_own_score_weight, buffers.location);
    if (!vectors.is_same() && vectors.scale_own_score_weight != 0)
      buffers.scale = buffers.location * (vectors.scale_own_score_weight / vectors.location_own_score_weight);
    add(vectors.location, buffers.location);
    out.location = &buffers.location;
  } else if (vectors.scale_own_score_weight != 0) {
    own_score(vectors.scale_own_score_weight, buffers.scale);
  }
  if (vectors.is_same()) {
    out.scale = out.location;
  } else if (vectors.scale_own_score_weight != 0) {
    add(vectors.scale, buffers.scale);
    out.scale = &buffers.scale;
  }
  return out;
}

}  // namespace g2t
