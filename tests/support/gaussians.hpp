// Positions, test models and small helpers that the tests of several layers share.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/random.hpp>

#include <Eigen/Dense>

#include <cmath>
#include <memory>

namespace g2t::testing {

/// The reference positions: mean 0.1 sin(i + 1), scale 0.1 exp(0.5 cos i), off-diagonal 0.02 sin(i + 2 j + 1). Low rank:
/// two directions, one wide and one narrow.
inline Gaussian wavy_gaussian(Structure structure, Index d) {
  Gaussian q;
  q.structure = structure;
  q.mean.resize(d);
  Vector scale(d);
  for (Index i = 0; i < d; ++i) {
    q.mean[i] = 0.1 * std::sin(static_cast<double>(i + 1));
    scale[i] = 0.1 * std::exp(0.5 * std::cos(static_cast<double>(i)));
  }
  if (structure != Structure::Dense) {
    q.scale = scale;
    if (structure == Structure::LowRank) {
      const Index rank = std::min<Index>(d, 2);
      Matrix waves(d, rank);
      for (Index i = 0; i < d; ++i)
        for (Index k = 0; k < rank; ++k) waves(i, k) = std::sin(static_cast<double>((2 * k + 1) * i + 3 * k + 1)) + 0.2;
      q.basis = Matrix(Eigen::HouseholderQR<Matrix>(waves).householderQ()).leftCols(rank);
      q.variances = Vector({{5, 0.3}}).head(rank);
    }
    return q;
  }
  q.cholesky = Matrix::Zero(d, d);
  for (Index i = 0; i < d; ++i) {
    q.cholesky(i, i) = scale[i];
    for (Index j = 0; j < i; ++j) q.cholesky(i, j) = 0.02 * std::sin(static_cast<double>(i + 2 * j + 1));
  }
  return q;
}

inline Matrix normals_of(std::uint64_t seed, Index draw_count, Index d) {
  Matrix normals(draw_count, d);
  fill_normals({seed, Purpose::Check, 0}, normals);
  return normals;
}

/// A Gaussian posterior N(mean, precision^-1), normalised, with a standard normal "prior" of its own:
/// everything about it is known in closed form.
class GaussianModel final : public Model, public Curvature, public Expectation {
 public:
  GaussianModel(Vector mean, Matrix precision, bool has_prior = true)
      : mean_(std::move(mean)), precision_(std::move(precision)) {
    const Eigen::LLT<Matrix> factor(precision_);
    const Matrix lower = factor.matrixL();
    constant_ = lower.diagonal().array().log().sum() - 0.5 * static_cast<double>(mean_.size()) * std::log(2 * M_PI);
    if (has_prior)
      prior_ = std::make_unique<GaussianModel>(Vector::Zero(mean_.size()),
                                               Matrix::Identity(mean_.size(), mean_.size()), false);
  }

  /// Gives it parameters of two blocks: a.1, a.2 and the others.
  GaussianModel& with_blocks() {
    has_blocks_ = true;
    return *this;
  }

  Index dimension() const override { return mean_.size(); }
  std::vector<std::string> parameter_names() const override {
    std::vector<std::string> out;
    for (Index i = 0; i < dimension(); ++i)
      out.push_back((!has_blocks_ ? "x" : i < 2 ? "a." : "b.") + std::to_string(i + 1));
    return out;
  }
  void evaluate(const Matrix& draws, Evaluation& out) const override {
    out.score.resize(draws.rows(), draws.cols());
    out.log_density.resize(draws.rows());
    for (Index s = 0; s < draws.rows(); ++s) {  // each by itself: a product of all would round by their number
      const Vector centred = draws.row(s).transpose() - mean_, score = -precision_ * centred;
      out.score.row(s) = score.transpose();
      out.log_density[s] = 0.5 * score.dot(centred) + constant_;
    }
  }
  const Curvature* curvature() const override { return this; }
  const Expectation* expectation() const override { return this; }
  const Model* prior() const override { return prior_.get(); }
  Index lane_width() const override { return 1; }
  bool is_thread_safe() const override { return true; }

  void hessian(const Vector&, Matrix& out) const override { out = -precision_; }
  void hessian_diagonal(const Vector&, Vector& out) const override { out = -precision_.diagonal(); }
  void hessian_times(const Vector&, const Matrix& vectors, Matrix& products) const override {
    products = -vectors * precision_;
  }
  bool supports(Structure) const override { return true; }
  void expect(const Gaussian& q, ExpectedLogDensity& out) const override {
    const Vector shift = q.mean - mean_;
    out.score = -precision_ * shift;
    out.hessian_diagonal = -precision_.diagonal();
    out.hessian.resize(0, 0);
    const Matrix factor = dense_root(q);
    if (q.structure == Structure::Dense) out.hessian = -precision_;
    out.hessian_products.resize(0, 0);
    if (q.structure == Structure::LowRank) out.hessian_products = -precision_ * (q.scale.asDiagonal() * q.basis);
    out.value = constant_ + 0.5 * out.score.dot(shift) -
                0.5 * (factor.transpose() * precision_ * factor).trace();
  }

 private:
  Vector mean_;
  Matrix precision_;
  double constant_ = 0;
  bool has_blocks_ = false;
  std::unique_ptr<Model> prior_;
};

/// A correlated, badly scaled precision matrix.
inline Matrix wavy_precision(Index d) {
  Matrix root(d, d);
  for (Index i = 0; i < d; ++i)
    for (Index j = 0; j < d; ++j)
      root(i, j) = std::sin(static_cast<double>(3 * i + 7 * j + 1)) + (i == j ? 2.0 + static_cast<double>(i) : 0);
  return root * root.transpose();
}

}  // namespace g2t::testing
