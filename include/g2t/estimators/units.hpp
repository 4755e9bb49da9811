// The units that a gradient averages over: single draws, or antithetic pairs as one draw of other vectors.
#pragma once

#include <g2t/core/score.hpp>

namespace g2t {

/// A pair's average pulls back the even part of v for the mean and the odd part for the scale, with the normals of its
/// first draw.
/// @param vectors  [2 pair_count x dimension]; row k + pair_count belongs to the mirror image of row k
/// @returns        [pair_count x dimension], in the buffers
/// Source: docs/theory/estimators.md, "Antithetic pairs".
FrameVectors pair_vectors(const FrameVectors& vectors, FrameBuffers& buffers);

}  // namespace g2t
