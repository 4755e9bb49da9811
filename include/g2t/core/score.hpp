// The output of a gradient term: one vector per draw, and its exact expectation.
#pragma once

#include <g2t/core/types.hpp>

#include <algorithm>
#include <limits>

namespace g2t {

/// A run of parameters, [begin, end); the default is all of them.
struct ParameterRange {
  Index begin = 0;
  Index end = std::numeric_limits<Index>::max();

  [[nodiscard]] bool is_all() const { return begin == 0 && end == std::numeric_limits<Index>::max(); }
  /// How many of `dimension` parameters it holds.
  [[nodiscard]] Index count(Index dimension) const { return std::max<Index>(0, std::min(end, dimension) - begin); }
  [[nodiscard]] ParameterRange common(const ParameterRange& other) const {
    return {std::max(begin, other.begin), std::min(end, other.end)};
  }
};

/// Vectors of a term, one a draw, [draw_count x dimension] each; a view that owns nothing.
///
/// Nearly every term has the same vector for the mean's and the scale's part of a gradient; products of a Taylor
/// expansion have two, and a term of one part has one. Multiples of q's own score, -A^-T xi, are kept as numbers: natural
/// coordinates need no solve. Outside the range everything is zero, whatever the matrices hold there; a range other than
/// all is for mean-field families.
struct ScoreVectors {
  const Matrix* location = nullptr;  ///< null means zero
  const Matrix* scale = nullptr;     ///< null means zero
  double location_own_score_weight = 0;  ///< weight of q's own score, added to the location
  double scale_own_score_weight = 0;     ///< the same, added to the scale
  ParameterRange range{};

  static ScoreVectors same(const Matrix& vectors) { return {&vectors, &vectors}; }
  static ScoreVectors own_score() { return {nullptr, nullptr, 1, 1}; }
  [[nodiscard]] bool is_same() const {
    return location == scale && location_own_score_weight == scale_own_score_weight;
  }
};

/// Vectors in a family's own frame, ready to be pulled back: v itself (plain) or A^T v (natural coordinates).
struct FrameVectors {
  const Matrix* location = nullptr;  ///< [draw_count x dimension]; null means zero
  const Matrix* scale = nullptr;     ///< [draw_count x dimension]; may be the same; null means zero
  ParameterRange range{};            ///< columns outside are zero, whatever the matrices hold there

  static FrameVectors same(const Matrix& vectors) { return {&vectors, &vectors}; }
  [[nodiscard]] Index row_count() const { return location != nullptr ? location->rows() : scale->rows(); }
  [[nodiscard]] bool is_same() const { return location == scale; }
};

/// Room for vectors that a family had to make.
struct FrameBuffers {
  Matrix location, scale;
};

/// E[v] and E[dv/dz] under q = N(m, A A^T); by Stein's identity E[v xi^T] = E[dv/dz] A.
///
/// The expected derivative is stored as a sum of three parts, so that a family can skip those that are absent:
/// own_score_weight * (-(A A^T)^-1) + diag(diagonal) + dense + what is told by seen_diagonal and seen_products alone.
/// Source: docs/theory/estimators.md, "Terms".
struct ExpectedScore {
  Vector mean;           ///< E[v], [dimension]; empty means zero
  double own_score_weight = 0;  ///< weight of the derivative of q's own score, -(A A^T)^-1
  Vector diagonal;       ///< [dimension]; empty means zero
  Matrix dense;          ///< [dimension x dimension]; empty means zero
  /// All that a low-rank family with root diag(scale) (...) sees of a matrix J: its diagonal, [dimension], and
  /// J diag(scale) basis, [dimension x rank]. Both or neither; for that family alone.
  Vector seen_diagonal;
  Matrix seen_products;

  /// Adds weight * other.
  void add(double weight, const ExpectedScore& other);
  void set_zero();
};

}  // namespace g2t
