// A full-rank q and its expectations at each step; a step that is refused is halved.
#include <core/decompositions.h>
#include <inference/natural/exact_steps.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace g2t {
namespace {

constexpr Index kMaxExpectations = 40;
constexpr double kConverged = 1e-5;  // nats a parameter, of the gap
constexpr double kShortestStep = 1.0 / 64;

struct ExactState {
  Gaussian q;
  double elbo = 0;
  Vector score;
  Matrix precision;  // minus the expected Hessian, both triangles

  [[nodiscard]] bool is_usable() const { return std::isfinite(elbo) && score.allFinite() && precision.allFinite(); }
};

ExactState state_at(const Model& model, Gaussian q) {
  ExpectedLogDensity expected;
  model.expectation()->expect(q, expected);
  ExactState out;
  out.elbo = expected.value + entropy(q);
  out.score = expected.score;
  out.precision = expected.hessian.size() > 0 ? Matrix(-expected.hessian) : Matrix((-expected.hessian_diagonal).asDiagonal());
  out.q = std::move(q);
  return out;
}

// Empty if the precision is not positive definite.
Gaussian moved(const ExactState& from, double length) {
  const Matrix own = solve_cholesky(from.q.cholesky, Matrix(Matrix::Identity(from.q.dimension(), from.q.dimension())));
  const Cholesky precision = cholesky((1 - length) * own + length * from.precision);
  if (!precision.is_definite || !precision.lower.allFinite()) return {};
  const Cholesky covariance = cholesky(solve_cholesky(precision.lower, Matrix(Matrix::Identity(own.rows(), own.rows()))));
  if (!covariance.is_definite || !covariance.lower.allFinite()) return {};
  Gaussian out = from.q;
  out.mean += length * solve_cholesky(precision.lower, from.score);
  out.cholesky = covariance.lower;
  return out;
}

// Half the squared natural norm of the gradient, and what a Newton step changes: docs/theory/stopping.md, "The gap".
GapEstimate gap_at(const ExactState& state) {
  const Matrix& root = state.q.cholesky;
  const Index d = state.q.dimension();
  const Vector along = root.transpose() * state.score;
  const Matrix excess = Matrix::Identity(d, d) - root.transpose() * state.precision * root;
  GapEstimate out;
  out.gap = 0.5 * (along.squaredNorm() + 0.5 * excess.squaredNorm());
  out.mean_offset = root * along;
  out.log_sd_offset = 0.5 * (root * excess).cwiseProduct(root).rowwise().sum().cwiseQuotient(root.rowwise().squaredNorm());
  out.mean_offset_error = out.log_sd_offset_error = out.unit_mean_error = out.unit_log_sd_error = Vector::Zero(d);
  return out;
}

}  // namespace

bool can_step_exactly(const Model& model, const Gaussian& q) {
  return q.structure == Structure::Dense && q.dimension() > 0 && has_exact_elbo(model, q.structure);
}

ExactSteps exact_steps(const Model& model, const Gaussian& q, const std::function<bool()>& should_stop) {
  ExactSteps out;
  ExactState state = state_at(model, q);
  const double small = kConverged * static_cast<double>(q.dimension());
  double length = 1;
  if (state.is_usable()) out.gap = gap_at(state);
  for (Index made = 1; state.is_usable() && made < kMaxExpectations && !should_stop(); ++made) {
    if (out.gap.gap <= small || length < kShortestStep) break;
    const Gaussian next = moved(state, length);
    ExactState there;
    if (next.dimension() > 0) there = state_at(model, next);
    if (next.dimension() == 0 || !there.is_usable() || there.elbo < state.elbo) {
      length /= 2;
      continue;
    }
    state = std::move(there);
    out.gap = gap_at(state);
    length = std::min(1.0, 2 * length);
    ++out.steps;
  }
  out.has_converged = state.is_usable() && out.gap.gap <= small;
  out.elbo.value = state.elbo;
  out.elbo.is_exact = true;
  out.q = std::move(state.q);
  return out;
}

}  // namespace g2t
