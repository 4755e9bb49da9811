// What a gradient term hands to a family: one vector a draw, and its exact expectation.
#pragma once

#include <g2t/core/types.hpp>

namespace g2t {

/// Vectors of a term, one a draw, [draw_count x dimension] each; a view that owns nothing.
///
/// Nearly every term has the same vector for the mean's and the scale's part of a gradient; products of a Taylor
/// expansion have two. Multiples of q's own score, -A^-T xi, are kept as a number: natural coordinates need no solve.
struct ScoreVectors {
  const Matrix* location = nullptr;  ///< null means zero
  const Matrix* scale = nullptr;     ///< null means zero
  double precision = 0;              ///< multiples of q's own score, added to both

  static ScoreVectors same(const Matrix& vectors) { return {&vectors, &vectors, 0}; }
  static ScoreVectors own_score() { return {nullptr, nullptr, 1}; }
  [[nodiscard]] bool is_same() const { return location == scale; }
};

/// Vectors in a family's own frame, ready to be pulled back: v itself (plain) or A^T v (natural coordinates).
struct FrameVectors {
  const Matrix* location = nullptr;  ///< [draw_count x dimension]
  const Matrix* scale = nullptr;     ///< [draw_count x dimension]; may be the same

  static FrameVectors same(const Matrix& vectors) { return {&vectors, &vectors}; }
  [[nodiscard]] bool is_same() const { return location == scale; }
};

/// Room for vectors that a family had to make.
struct FrameBuffers {
  Matrix location, scale;
};

/// E[v] and E[dv/dz] under q = N(m, A A^T); by Stein's identity E[v xi^T] = E[dv/dz] A.
///
/// The expected derivative is kept as a sum of three parts, so that a family does no work for those that are absent:
/// precision * (-(A A^T)^-1) + diag(diagonal) + dense.
/// Source: docs/theory.md, "Terms".
struct ExpectedScore {
  Vector mean;           ///< E[v], [dimension]; empty means zero
  double precision = 0;  ///< multiples of the score of q's own derivative, -(A A^T)^-1
  Vector diagonal;       ///< [dimension]; empty means zero
  Matrix dense;          ///< [dimension x dimension]; empty means zero

  /// Adds weight * other.
  void add(double weight, const ExpectedScore& other);
  void set_zero();
};

}  // namespace g2t
