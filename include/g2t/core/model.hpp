// The interface of a model: a log density on R^d, with optional abilities.
#pragma once

#include <g2t/core/deadline.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/types.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace g2t {

/// A model's evaluation of a batch of draws.
struct Evaluation {
  Vector log_density;  ///< [draw_count], nats, with all constants
  Matrix score;        ///< [draw_count x dimension], gradient of the log density with respect to z
  Flags failed;        ///< [draw_count], 1 where density or score is not finite or could not be computed

  /// Gives every array its size and marks no draw as failed.
  void resize(Index draw_count, Index dimension);
  /// Marks the draws whose density or score is not finite.
  void mark_non_finite();
  [[nodiscard]] Index failure_count() const;
};

/// What is wrong with an evaluation, for count_failure(): "the log density is minus infinity", ...; null: nothing.
const char* why_not_finite(double log_density, const Vector& gradient);

/// Second derivatives of a log density at a point.
class Curvature {
 public:
  virtual ~Curvature() = default;
  /// @param[out] out  [dimension x dimension], symmetric, both triangles filled
  virtual void hessian(const Vector& point, Matrix& out) const = 0;
  /// @param[out] out  [dimension]
  virtual void hessian_diagonal(const Vector& point, Vector& out) const = 0;
  /// Hessian times many vectors at once.
  /// @param vectors        [vector_count x dimension], one vector a row
  /// @param[out] products  resized to the same shape
  virtual void hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const = 0;
};

/// Exact moments of a log density under a Gaussian q.
struct ExpectedLogDensity {
  double value = 0;         ///< E log density, nats
  Vector score;             ///< [dimension], E score
  Vector hessian_diagonal;  ///< [dimension], diagonal of E Hessian
  /// [dimension x dimension], E Hessian. Empty if q is diagonal (nobody needs it), or if E Hessian is diagonal.
  Matrix hessian;
  Matrix hessian_products;  ///< [dimension x rank], E Hessian times diag(scale) basis of a low-rank q; else empty
};

/// Expectations of a log density under a Gaussian, in closed form or by exact quadrature.
class Expectation {
 public:
  virtual ~Expectation() = default;
  /// True if expect() takes Gaussians of this structure.
  [[nodiscard]] virtual bool supports(Structure structure) const = 0;
  /// @pre supports(q.structure)
  virtual void expect(const Gaussian& q, ExpectedLogDensity& out) const = 0;
};

/// A draw's values on the scale that the model declares: constrained parameters, and quantities computed from them.
class Quantities {
 public:
  virtual ~Quantities() = default;
  /// One name per value: parameters first, then what is computed from them, then what is drawn given them.
  [[nodiscard]] virtual std::vector<std::string> names() const = 0;
  /// How many of the values are parameters, and how many are not drawn.
  [[nodiscard]] virtual Index parameter_count() const = 0;
  [[nodiscard]] virtual Index computed_count() const = 0;
  /// Values of the draws, from the first on, until the stopping rule returns true.
  /// @param draws       [draw_count x dimension], unconstrained
  /// @param seed        of the values that are drawn: those of a draw depend on it and on the draws before
  /// @param[out] values [returned x names().size()]; NaN where a value could not be had
  /// @returns how many draws are done
  virtual Index compute(const Matrix& draws, std::uint64_t seed, const StopRule& stop, Matrix& values) const = 0;
  /// Of all draws.
  void compute(const Matrix& draws, std::uint64_t seed, Matrix& values) const { compute(draws, seed, {}, values); }
  /// The point, [dimension], whose parameters have the values of a JSON object, {"name": value, ...}.
  /// @throws InvalidArgument with the model's reason if there is none
  [[nodiscard]] virtual Vector unconstrain(const std::string& json) const = 0;
  /// The point, [dimension], whose parameters have these values, [parameter_count], in the order of names().
  /// @throws InvalidArgument with the model's reason if there is none; always, if the model does not offer it
  [[nodiscard]] virtual Vector unconstrain_values(const Vector& values) const;
};

class Model;

/// A sample of a model's rows in place of all.
struct RowSample {
  std::unique_ptr<Model> model;  ///< does not depend on the life of the other
  Index rows = 0;                ///< of the sample
};

/// A log density that is a prior plus a sum over rows of data.
class RowSums {
 public:
  virtual ~RowSums() = default;
  [[nodiscard]] virtual Index row_count() const = 0;
  /// The same prior, and the log likelihood of a sample of the rows times row_count() / rows of the sample: an unbiased
  /// estimate of the log density. Rows are drawn without replacement, from all parts of the data alike.
  /// @param rows  that the sample has at least, about
  /// @returns no model if they are too few to be sampled
  [[nodiscard]] virtual RowSample sample(Index rows, std::uint64_t seed) const = 0;
};

/// A log density on R^d. Abilities that a model lacks are null: check before use. A model that wants its evaluations
/// and their failures counted calls the functions of core/model_use.hpp.
class Model {
 public:
  virtual ~Model() = default;

  [[nodiscard]] virtual Index dimension() const = 0;
  /// One name per unconstrained parameter.
  [[nodiscard]] virtual std::vector<std::string> parameter_names() const = 0;

  /// Log density and score of every row of `draws`, [draw_count x dimension].
  ///
  /// Never throws for numerical trouble: a draw where the density is not finite is left so (the caller marks it),
  /// and a model that cannot evaluate a draw sets its flag. What a draw gives does not depend on those beside it, to the last
  /// bit: threads share batches in parts, which begin with whole lanes (lane_width()).
  virtual void evaluate(const Matrix& draws, Evaluation& out) const = 0;

  /// Log densities alone, without scores: cheaper if the model can compute them separately.
  /// @param[out] out  [draw_count]; -infinity or NaN where the draw failed or its density or score is not finite
  virtual void log_densities(const Matrix& draws, Vector& out) const;

  [[nodiscard]] virtual const Curvature* curvature() const = 0;
  [[nodiscard]] virtual const Expectation* expectation() const = 0;
  /// The prior alone as a log density on the same space; owned by the model.
  [[nodiscard]] virtual const Model* prior() const = 0;

  /// The rows of the data; null: they cannot be taken in part.
  [[nodiscard]] virtual const RowSums* row_sums() const { return nullptr; }

  /// Values on the scale that users know; null if that is the one that draws are on.
  [[nodiscard]] virtual const Quantities* quantities() const { return nullptr; }

  /// Draws that cost what one costs: the width of the model's kernels.
  [[nodiscard]] virtual Index lane_width() const = 0;
  /// Parts of its rows that threads share within a batch (core/thread_team.hpp); 1: they can share draws alone.
  [[nodiscard]] virtual Index part_count() const { return 1; }
  /// True if evaluate() may run in several threads at once.
  [[nodiscard]] virtual bool is_thread_safe() const = 0;
  /// A name for what a model that is not thread-safe shares with others: one at a time of those that name the same may be
  /// evaluated. Empty: nothing.
  [[nodiscard]] virtual std::string shared_state() const { return {}; }
};

}  // namespace g2t
