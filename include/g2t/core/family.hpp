// The interface of a variational family in some coordinates: draws, pull-backs and moves.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/core/score.hpp>
#include <g2t/core/types.hpp>

#include <memory>

namespace g2t {

/// Corrections made by a move.
struct MoveReport {
  Index sign_flips = 0;    ///< scales that crossed zero, whose sign was flipped back: the step was too large
  Index clips = 0;         ///< directions in which a natural step was clipped
  bool is_finite = true;   ///< false if the move was not made, since it would have left q not finite
};

/// q_w in given coordinates w. A gradient is one vector: the mean's part, [dimension], then the scale's part.
///
/// A family is independent of terms and models; it turns vectors per draw into gradients and moves along them.
/// Source: docs/theory/estimators.md, "Families".
class Family {
 public:
  virtual ~Family() = default;
  [[nodiscard]] virtual std::unique_ptr<Family> clone() const = 0;

  [[nodiscard]] virtual Structure structure() const = 0;
  [[nodiscard]] virtual const Vector& mean() const = 0;
  /// q as plain data. In natural coordinates a full-rank q has to be factorised for it, O(dimension^3), once a move.
  [[nodiscard]] virtual const Gaussian& gaussian() const = 0;
  /// @throws InvalidArgument if structure or sizes differ, or a scale is not positive
  virtual void set_gaussian(const Gaussian& q) = 0;

  /// Length of a gradient.
  [[nodiscard]] virtual Index coordinate_count() const = 0;

  /// Draws z = m + A xi, [draw_count x dimension], resized.
  virtual void transform(const Matrix& normals, Matrix& draws) const = 0;

  /// A term's vectors in this family's frame.
  /// @param buffers  what the result may point to, besides the vectors themselves
  virtual FrameVectors to_frame(const ScoreVectors& vectors, const Matrix& normals, FrameBuffers& buffers) const = 0;

  /// Mean over the draws of the pulled-back vectors: the gradient of E v.z_w(xi) with v held fixed.
  /// @param[out] gradient  [coordinate_count], overwritten
  virtual void pull_back(const FrameVectors& vectors, const Matrix& normals, Vector& gradient) const = 0;

  /// The expectation of pull_back, exactly.
  /// @param[out] gradient  [coordinate_count], overwritten
  virtual void expected_pull_back(const ExpectedScore& expected, Vector& gradient) const = 0;
  /// Takes expected_pull_back() from a gradient.
  virtual void subtract_expected(const ExpectedScore& expected, Vector& gradient) const {
    Vector exact;
    expected_pull_back(expected, exact);
    gradient -= exact;
  }

  /// Per draw <pull_back(u), pull_back(v)>, [draw_count], without forming either.
  virtual void inner_products(const FrameVectors& u, const FrameVectors& v, const Matrix& normals,
                              Vector& out) const = 0;
  /// Per draw <pull_back(u), gradient>, [draw_count].
  virtual void inner_products(const FrameVectors& u, const Vector& gradient, const Matrix& normals,
                              Vector& out) const = 0;
  /// Per draw <pull_back(u), expected_pull_back(expected)>, [draw_count]; `gradient` is that expected pull-back.
  virtual void inner_products(const FrameVectors& u, const ExpectedScore& expected, const Vector& gradient,
                              const Matrix& normals, Vector& out) const {
    static_cast<void>(expected);
    inner_products(u, gradient, normals, out);
  }
  /// <a, b> of two gradients in the metric of these coordinates.
  [[nodiscard]] virtual double inner_product(const Vector& a, const Vector& b) const = 0;
  /// inner_product of all pairs of columns.
  /// @param gradients  [coordinate_count x n]
  /// @return           [n x n]
  [[nodiscard]] virtual Matrix gram(const Matrix& gradients) const {
    Matrix out(gradients.cols(), gradients.cols());
    for (Index i = 0; i < out.rows(); ++i)
      for (Index j = 0; j <= i; ++j) out(i, j) = out(j, i) = inner_product(gradients.col(i), gradients.col(j));
    return out;
  }

  /// w <- w + step * direction, kept inside the family. A move that would not be finite is not made.
  /// @param direction  [coordinate_count]
  /// @param velocity   where a scale is mirrored, so is its part of this vector, so that a velocity keeps its meaning;
  ///                   may be null, or the direction itself
  virtual MoveReport move(const Vector& direction, double step, Vector* velocity) = 0;
};

}  // namespace g2t
