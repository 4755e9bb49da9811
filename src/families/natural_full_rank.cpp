// A is any square root of the covariance: steps multiply it from the right and never solve with it.
#include <core/decompositions.h>
#include <families/check_gaussian.h>
#include <families/finite_step.h>
#include <families/inverse_root.h>
#include <families/natural_frame.h>
#include <families/nearest_root.h>
#include <kernels/full_rank.h>
#include <kernels/square_root.h>

#include <cmath>
#include <g2t/families/natural.hpp>

namespace g2t {
namespace {

class NaturalFullRank final : public NaturalFamily {
 public:
  explicit NaturalFullRank(const Gaussian& q) { set_gaussian(q); }
  NaturalFullRank(const Gaussian& q, const Matrix& root) {
    set_gaussian(q);
    check_root("make_natural_full_rank", q, root);
    root_ = root;
  }

  std::unique_ptr<Family> clone() const override { return std::make_unique<NaturalFullRank>(*this); }
  Structure structure() const override { return Structure::Dense; }
  const Vector& mean() const override { return mean_; }
  Index coordinate_count() const override { return d() + d() * (d() + 1) / 2; }

  const Gaussian& gaussian() const override {
    if (is_current_) return q_;
    q_.cholesky = cholesky_of_gram(root_.transpose());
    q_.mean = mean_;
    is_current_ = true;
    return q_;
  }

  void set_gaussian(const Gaussian& q) override {
    check_gaussian("NaturalFullRank::set_gaussian", q, Structure::Dense, d());
    q_ = q;
    q_.cholesky = q.cholesky.triangularView<Eigen::Lower>();
    mean_ = q.mean;
    root_ = q_.cholesky;
    is_current_ = true;
  }

  void move_to(const Gaussian& q) override {
    const Matrix before = root_;
    set_gaussian(q);
    root_ = nearest_root(q_.cholesky, before);
  }

  void transform(const Matrix& normals, Matrix& draws) const override {
    draws.resize(normals.rows(), d());
    kernels::transform_square_root(mean_.data(), root_.data(), d(), normals.data(), normals.rows(), draws.data());
  }

  FrameVectors to_frame(const ScoreVectors& vectors, const Matrix& normals, FrameBuffers& buffers) const override {
    return natural_frame(vectors, normals, buffers, [&](const Matrix& v, const ParameterRange&, Matrix& out) { transpose_times(v, out); });
  }

  void pull_back(const FrameVectors& vectors, const Matrix& normals, Vector& gradient) const override {
    const Index packed = d() * (d() + 1) / 2;
    gradient.setZero(coordinate_count());
    Vector mirrored(packed);
    if (vectors.location != nullptr) gradient.head(d()) = vectors.location->colwise().mean().transpose();
    if (vectors.scale == nullptr) return;
    kernels::mean_lower_outer_product(d(), vectors.scale->data(), normals.data(), normals.rows(),
                                      gradient.data() + d());
    kernels::mean_lower_outer_product(d(), normals.data(), vectors.scale->data(), normals.rows(), mirrored.data());
    gradient.tail(packed) = 0.5 * (gradient.tail(packed) + mirrored);
  }

  void expected_pull_back(const ExpectedScore& expected, Vector& gradient) const override {
    gradient.setZero(coordinate_count());
    if (expected.mean.size() > 0) gradient.head(d()) = root_.transpose() * expected.mean;
    const Matrix t = dense_part(expected);
    if (t.size() > 0) pack(t, gradient);
    for (Index j = 0; j < d(); ++j) gradient[d() + kernels::packed_column(d(), j)] -= expected.own_score_weight;
  }

  // 1/2 tr(sym(u xi^T) sym(v xi^T)) = 1/4 [(u.v)(xi.xi) + (u.xi)(v.xi)].
  void inner_products(const FrameVectors& u, const FrameVectors& v, const Matrix& normals, Vector& out) const override {
    const auto rows = [](const Matrix& a, const Matrix& b) { return Vector(a.cwiseProduct(b).rowwise().sum()); };
    out.setZero(normals.rows());
    if (u.location != nullptr && v.location != nullptr) out += rows(*u.location, *v.location);
    if (u.scale != nullptr && v.scale != nullptr)
      out += 0.25 * (rows(*u.scale, *v.scale).cwiseProduct(rows(normals, normals)) +
                     rows(*u.scale, normals).cwiseProduct(rows(*v.scale, normals)));
  }

  void inner_products(const FrameVectors& u, const Vector& gradient, const Matrix& normals,
                      Vector& out) const override {
    out.setZero(normals.rows());
    if (u.location != nullptr) out += *u.location * gradient.head(d());
    if (u.scale == nullptr || gradient.tail(gradient.size() - d()).isZero(0)) return;
    out += 0.5 * (normals * unpack(gradient)).cwiseProduct(*u.scale).rowwise().sum();
  }

  // Without a dense part Omega is a multiple of I, and no product with it is needed.
  void inner_products(const FrameVectors& u, const ExpectedScore& expected, const Vector& gradient,
                      const Matrix& normals, Vector& out) const override {
    if (expected.dense.size() > 0 || expected.diagonal.size() > 0) return inner_products(u, gradient, normals, out);
    out.setZero(normals.rows());
    if (u.location != nullptr && expected.mean.size() > 0) out += *u.location * gradient.head(d());
    if (u.scale != nullptr) out -= 0.5 * expected.own_score_weight * u.scale->cwiseProduct(normals).rowwise().sum();
  }

  double inner_product(const Vector& a, const Vector& b) const override {
    double diagonal = 0;
    for (Index j = 0; j < d(); ++j)
      diagonal += a[d() + kernels::packed_column(d(), j)] * b[d() + kernels::packed_column(d(), j)];
    const Index packed = d() * (d() + 1) / 2;
    return a.head(d()).dot(b.head(d())) + a.tail(packed).dot(b.tail(packed)) - 0.5 * diagonal;
  }

  Matrix gram(const Matrix& gradients) const override {
    Matrix diagonal(d(), gradients.cols());
    for (Index j = 0; j < d(); ++j) diagonal.row(j) = gradients.row(d() + kernels::packed_column(d(), j));
    return gradients.transpose() * gradients - 0.5 * diagonal.transpose() * diagonal;
  }

  MoveReport move(const Vector& direction, double step, Vector*) override {
    MoveReport report;
    report.is_finite = is_finite_step(step, direction);
    if (!report.is_finite) return report;
    const SymmetricEigen eigen = symmetric_eigen(unpack(direction));
    const Vector factors = (0.5 * step * eigen.values).array().exp();
    Matrix root = root_ * eigen.vectors * factors.asDiagonal() * eigen.vectors.transpose();
    report.is_finite = accept(mean_ + step * (root_ * direction.head(d())), std::move(root));
    return report;
  }

  void gradient(const FrameVectors& units, const Matrix& normals, const ExpectedScore& expected,
                NaturalGradient& out) const override {
    Vector exact = Vector::Zero(d());
    if (expected.mean.size() > 0) exact = root_.transpose() * expected.mean;
    out.location = units.location->colwise().mean().transpose() - exact;
    out.identity = expected.own_score_weight;
    out.diagonal.resize(0);
    out.left = *units.scale;
    out.right = normals;
    out.dense = -dense_part(expected);

    // |c I + D + sym(l r^T)|^2 of every unit, and of their mean.
    const auto rows = [](const Matrix& a, const Matrix& b) { return Vector(a.cwiseProduct(b).rowwise().sum()); };
    const double c = out.identity;
    const Vector along = rows(out.left, out.right);
    Vector squares =
        0.5 * (rows(out.left, out.left).cwiseProduct(rows(out.right, out.right)) + along.cwiseAbs2()) + 2 * c * along;
    double fixed = c * c * static_cast<double>(d());
    if (out.dense.size() > 0) {
      squares += 2 * rows(out.left * out.dense, out.right);
      fixed += out.dense.squaredNorm() + 2 * c * out.dense.trace();
      out.squared_norm = out.location.squaredNorm() + 0.5 * whole(out).squaredNorm();
    } else {
      out.squared_norm = g2t::inner_product(out, out);
    }
    out.unit_squared_norm =
        (units.location->rowwise() - exact.transpose()).rowwise().squaredNorm().mean() + 0.5 * (squares.mean() + fixed);
  }

  NaturalMove step(const NaturalGradient& gradient, const NaturalStep& step) override {
    const FactorLimits limits{step.min_factor, step.max_factor};
    NaturalMove out;
    Matrix root = root_;
    Vector direction;  // of the mean, in the new q's units
    if (!gradient.location.allFinite() || !std::isfinite(gradient.unit_squared_norm)) {
      out.report.is_finite = false;
      return out;
    }
    if (gradient.dense.size() == 0 && 2 * gradient.left.rows() < d()) {
      const LowRankRoot x =
          low_rank_inverse_root(gradient.identity, gradient.left, gradient.right, step.scale_step, limits);
      const Index rank = x.factors.size();
      Matrix image(d(), rank);
      kernels::times_columns(root_.data(), d(), x.basis.data(), rank, image.data());
      image *= x.factors.asDiagonal();
      kernels::add_low_rank(root.data(), d(), image.data(), x.basis.data(), rank);
      if (x.scale != 1) root *= x.scale;
      direction = x.times(gradient.location);
      out.report.clips = x.clips;
    } else {
      const DenseRoot x = dense_inverse_root(whole(gradient), step.scale_step, limits);
      root = root_ * x.root;
      direction = x.root.transpose() * gradient.location;
      out.report.clips = x.clips;
    }
    out.location_step = trusted_step(step, direction.norm());
    out.displacement = out.location_step * direction;
    out.slope = out.location_step * direction.squaredNorm();
    out.report.is_finite = accept(mean_ + root * out.displacement, std::move(root));
    return out;
  }

  Vector mean_change(const Vector& location) const override { return root_ * location; }

  // Half the diagonal of A Omega A^T over that of A A^T.
  Vector log_sd_change(const Vector& gradient) const override {
    const Vector image = (root_ * unpack(gradient)).cwiseProduct(root_).rowwise().sum();
    return 0.5 * image.cwiseQuotient(root_.rowwise().squaredNorm());
  }

  void rescale(double factor) override {
    root_ *= factor;
    is_current_ = false;
  }

 private:
  Index d() const { return mean_.size(); }

  void transpose_times(const Matrix& v, Matrix& out) const {
    out.resize(v.rows(), d());
    kernels::transpose_times(root_.data(), d(), v.data(), v.rows(), out.data());
  }

  // A^T (dense + diag) A; empty if there is neither.
  Matrix dense_part(const ExpectedScore& expected) const {
    if (expected.dense.size() == 0 && expected.diagonal.size() == 0) return Matrix();
    Matrix inner = expected.dense.size() > 0 ? expected.dense : Matrix(Matrix::Zero(d(), d()));
    if (expected.diagonal.size() > 0) inner.diagonal() += expected.diagonal;
    return root_.transpose() * (inner * root_);
  }

  Matrix whole(const NaturalGradient& gradient) const {
    const Matrix outer = gradient.left.transpose() * gradient.right / static_cast<double>(gradient.left.rows());
    Matrix t = 0.5 * (outer + outer.transpose());
    if (gradient.dense.size() > 0) t += gradient.dense;
    t.diagonal().array() += gradient.identity;
    return t;
  }

  void pack(const Matrix& t, Vector& gradient) const {
    for (Index j = 0; j < d(); ++j)
      gradient.segment(d() + kernels::packed_column(d(), j), d() - j) = t.col(j).tail(d() - j);
  }
  Matrix unpack(const Vector& gradient) const {
    Matrix t(d(), d());
    for (Index j = 0; j < d(); ++j)
      for (Index i = j; i < d(); ++i) t(i, j) = t(j, i) = gradient[d() + kernels::packed_column(d(), j) + i - j];
    return t;
  }

  bool accept(const Vector& mean, Matrix&& root) {
    if (!mean.allFinite() || !root.allFinite()) return false;
    mean_ = mean;
    root_ = std::move(root);
    is_current_ = false;
    return true;
  }

  Vector mean_;
  Matrix root_;         // A
  mutable Gaussian q_;  // of the same distribution, while is_current_
  mutable bool is_current_ = false;
};

}  // namespace

std::unique_ptr<NaturalFamily> make_natural_full_rank(const Gaussian& q) {
  return std::make_unique<NaturalFullRank>(q);
}

std::unique_ptr<NaturalFamily> make_natural_full_rank(const Gaussian& q, const Matrix& root) {
  return std::make_unique<NaturalFullRank>(q, root);
}

}  // namespace g2t
