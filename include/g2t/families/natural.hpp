// The Gaussian families in natural coordinates, local to q, in which the Fisher information is the identity.
#pragma once

#include <g2t/core/family.hpp>
#include <memory>

namespace g2t {

/// A gradient (delta ; Omega) in natural coordinates, kept in the parts from which a step is made.
///
/// Omega is symmetric: identity * I + diag(diagonal) + dense + sum over units k of sym(left_k right_k^T) / unit_count.
/// Units are draws, or antithetic pairs.
struct NaturalGradient {
  Vector location;  ///< delta, mean over the units, [dimension]
  double identity = 0;
  Vector diagonal;               ///< [dimension]; empty: zero
  Matrix dense;                  ///< [dimension x dimension]; empty: zero
  Matrix left, right;            ///< [unit_count x dimension]; empty in the mean-field family, whose diagonal holds all
  double squared_norm = 0;       ///< |delta|^2 + 1/2 |Omega|^2
  double unit_squared_norm = 0;  ///< mean of the same over the gradients of single units

  [[nodiscard]] double trace() const;  ///< of Omega
};

/// Step sizes and limits of a natural step.
struct NaturalStep {
  double scale_step = 0;       ///< eta of the covariance
  double location_step = 0;    ///< eta of the mean
  double min_factor = 0.67;    ///< eigenvalues of I - eta Omega are kept between these two, clips are counted
  double max_factor = 20;
  double trust_radius = 0;  ///< maximum length of the mean's step in the new metric; 0: no limit
  bool is_location_free =
      false;  ///< mean-field: delta comes with a metric of its own, the new covariance does not enter
};

/// The outcome of a natural step.
struct NaturalMove {
  MoveReport report;
  double location_step = 0;  ///< after the trust radius
  Vector displacement;       ///< of the mean in the new q's own units, A_new^-1 (m_new - m_old), [dimension]
  double slope = 0;          ///< score of the mean times its displacement
};

/// q = N(m, A A^T) in coordinates z = m + A (delta + exp(Omega/2) xi) around its present self.
///
/// Gradients are (delta ; Omega), Omega packed by the columns of its lower triangle (mean-field: its diagonal), in
/// the metric |delta|^2 + 1/2 |Omega|^2, which is twice the Kullback-Leibler divergence to second order.
/// Source: docs/theory/natural-steps.md, "Natural coordinates"; Khan and Lin (2017); Lin, Nielsen, Khan and Schmidt
/// (2021).
class NaturalFamily : public Family {
 public:
  /// The gradient of a batch as the parts of a step.
  /// @param units     vectors in this family's frame, [unit_count x dimension]
  /// @param normals   [unit_count x dimension]
  /// @param expected  subtracted, as by expected_pull_back
  virtual void gradient(const FrameVectors& units, const Matrix& normals, const ExpectedScore& expected,
                        NaturalGradient& out) const = 0;

  /// With X = I - eta Omega the new precision is A^-T X A^-1, the new mean m + eta_m A X^-1 delta. Not made if it
  /// would not be finite.
  virtual NaturalMove step(const NaturalGradient& gradient, const NaturalStep& step) = 0;

  /// Moves to q and keeps the frame: A becomes the square root of q's covariance that is symmetric in the coordinates
  /// of the present A. A Cholesky factor depends on the order of the parameters; this root is equivariant.
  /// @throws InvalidArgument as set_gaussian
  virtual void move_to(const Gaussian& q) = 0;

  /// By how much the mean changes along a location delta of this frame, A delta, [dimension].
  [[nodiscard]] virtual Vector mean_change(const Vector& location) const = 0;

  /// By how much each marginal standard deviation's logarithm changes along a packed gradient, [dimension].
  [[nodiscard]] virtual Vector log_sd_change(const Vector& gradient) const = 0;

  /// Multiplies A by a positive number.
  virtual void rescale(double factor) = 0;

  [[nodiscard]] std::unique_ptr<NaturalFamily> clone_natural() const;
};

/// <a, b> = delta_a . delta_b + 1/2 tr(Omega_a Omega_b) of gradients that have no dense part.
/// @throws InvalidArgument if one has a dense part
double inner_product(const NaturalGradient& a, const NaturalGradient& b);

/// @throws InvalidArgument as make_mean_field and make_full_rank
std::unique_ptr<NaturalFamily> make_natural_mean_field(const Gaussian& q);
std::unique_ptr<NaturalFamily> make_natural_full_rank(const Gaussian& q);
/// With A = root, a square root of q's covariance, [dimension x dimension].
/// @throws InvalidArgument also if root root^T is not that covariance, to 1e-6 of the standard deviations
std::unique_ptr<NaturalFamily> make_natural_full_rank(const Gaussian& q, const Matrix& root);
/// Scales and a few directions; q's rank may change with set_gaussian and move_to. Coordinates are (delta ; t ; B), with
/// Omega = N diag(t) N + N B W^T + W B^T N + W sym(W^T B) W^T, N = I - W W^T and W = q's basis, [dimension x rank], B by
/// columns; NaturalGradient has t as its diagonal, and the rest as `rank` units.
/// A step is right to first order in its size, but for scales of parameters that directions carry, which go less far; it is
/// exact at rank 0 and at rank = dimension.
/// Cost: O(dimension rank) a draw, O(dimension rank^2) a step.
/// @throws InvalidArgument also if the basis is not orthonormal, or a variance not positive
/// Source: docs/theory/natural-steps.md, "Low rank".
std::unique_ptr<NaturalFamily> make_natural_low_rank(const Gaussian& q);
/// One of the three, by q's structure.
std::unique_ptr<NaturalFamily> make_natural(const Gaussian& q);

}  // namespace g2t
