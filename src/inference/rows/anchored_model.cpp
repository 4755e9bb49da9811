// A sample's log density, corrected by a parabola so that at one point it has value, gradient and Hessian of all rows.
#include <inference/rows/anchored_model.h>

#include <cmath>
#include <g2t/core/low_rank.hpp>

namespace g2t {

bool Anchor::is_finite() const { return std::isfinite(log_density) && gradient.allFinite() && hessian.allFinite(); }

Anchor anchor_at(const Model& model, const Vector& point) {
  Anchor out;
  out.point = point;
  Evaluation at;
  at.resize(1, point.size());
  model.evaluate(point.transpose(), at);
  out.log_density = at.log_density(0);
  out.gradient = at.score.row(0);
  model.curvature()->hessian(point, out.hessian);
  return out;
}

AnchoredModel::AnchoredModel(const Model& all, const Model& sample, const Anchor& anchor)
    : all_(all), sample_(sample), correction_(anchor) {
  const Anchor of_sample = anchor_at(sample, anchor.point);
  correction_.log_density -= of_sample.log_density;
  correction_.gradient -= of_sample.gradient;
  correction_.hessian -= of_sample.hessian;
}

void AnchoredModel::correct(const Matrix& draws, Vector& values, Matrix* gradients) const {
  const Matrix away = draws.rowwise() - correction_.point.transpose();
  const Matrix bent = away * correction_.hessian;
  values.array() += correction_.log_density + (away * correction_.gradient).array() +
                    0.5 * away.cwiseProduct(bent).rowwise().sum().array();
  if (gradients != nullptr) *gradients += bent.rowwise() + correction_.gradient.transpose();
}

void AnchoredModel::evaluate(const Matrix& draws, Evaluation& out) const {
  sample_.evaluate(draws, out);
  correct(draws, out.log_density, &out.score);
}

void AnchoredModel::log_densities(const Matrix& draws, Vector& out) const {
  sample_.log_densities(draws, out);
  correct(draws, out, nullptr);
}

void AnchoredModel::hessian(const Vector& point, Matrix& out) const {
  sample_.curvature()->hessian(point, out);
  out += correction_.hessian;
}

void AnchoredModel::hessian_diagonal(const Vector& point, Vector& out) const {
  sample_.curvature()->hessian_diagonal(point, out);
  out += correction_.hessian.diagonal();
}

void AnchoredModel::hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const {
  sample_.curvature()->hessian_times(point, vectors, products);
  products += vectors * correction_.hessian;
}

// E (z - m)^T D (z - m) / 2 under N(mu, S) = ((mu - m)^T D (mu - m) + tr D S) / 2.
void AnchoredModel::expect(const Gaussian& q, ExpectedLogDensity& out) const {
  sample_.expectation()->expect(q, out);
  const Matrix& bend = correction_.hessian;
  const Vector away = q.mean - correction_.point, bent = bend * away;
  double trace = 0;
  if (q.structure == Structure::Dense) {
    trace = (bend * q.cholesky).cwiseProduct(q.cholesky).sum();
    if (out.hessian.size() == 0) out.hessian = out.hessian_diagonal.asDiagonal();
    out.hessian += bend;
  } else {
    trace = bend.diagonal().dot(q.scale.cwiseAbs2());
    if (q.rank() > 0) {
      const Matrix directions = scaled_basis(q), products = bend * directions;
      trace += ((q.variances.array() - 1).matrix().transpose() * directions.cwiseProduct(products).colwise().sum().transpose())(0);
      out.hessian_products += products;
    }
  }
  out.value += correction_.log_density + correction_.gradient.dot(away) + 0.5 * (away.dot(bent) + trace);
  out.score += correction_.gradient + bent;
  out.hessian_diagonal += bend.diagonal();
}

}  // namespace g2t
