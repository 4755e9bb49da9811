// Coordinates: the mean, then the lower triangle of the Cholesky factor as it is, column by column.
#include <g2t/families/full_rank.hpp>

#include <families/check_gaussian.h>
#include <families/finite_step.h>
#include <families/plain_frame.h>
#include <kernels/full_rank.h>

namespace g2t {
namespace {

class FullRank final : public Family {
 public:
  explicit FullRank(const Gaussian& q) { set_gaussian(q); }

  std::unique_ptr<Family> clone() const override { return std::make_unique<FullRank>(*this); }
  Structure structure() const override { return Structure::Dense; }
  const Vector& mean() const override { return q_.mean; }
  const Gaussian& gaussian() const override { return q_; }
  Index coordinate_count() const override { return d() + d() * (d() + 1) / 2; }

  void set_gaussian(const Gaussian& q) override {
    check_gaussian("FullRank::set_gaussian", q, Structure::Dense, d());
    q_ = q;
    q_.cholesky = q.cholesky.triangularView<Eigen::Lower>();
  }

  void transform(const Matrix& normals, Matrix& draws) const override { transform_normals(q_, normals, draws); }

  // q's own score, -L^-T xi for every row, is -normals L^-1.
  FrameVectors to_frame(const ScoreVectors& vectors, const Matrix& normals, FrameBuffers& buffers) const override {
    return plain_frame(vectors, buffers, [&](double weight, Matrix& out) {
      out = -weight * normals;
      q_.cholesky.triangularView<Eigen::Lower>().solveInPlace<Eigen::OnTheRight>(out);
    });
  }

  void pull_back(const FrameVectors& vectors, const Matrix& normals, Vector& gradient) const override {
    gradient.resize(coordinate_count());
    if (vectors.location != nullptr)
      gradient.head(d()) = vectors.location->colwise().mean().transpose();
    else
      gradient.head(d()).setZero();
    if (vectors.scale != nullptr)
      kernels::mean_lower_outer_product(d(), vectors.scale->data(), normals.data(), normals.rows(),
                                        gradient.data() + d());
    else
      gradient.tail(gradient.size() - d()).setZero();
  }

  void expected_pull_back(const ExpectedScore& expected, Vector& gradient) const override {
    gradient.setZero(coordinate_count());
    add_expected(expected, 1, gradient);
  }
  void subtract_expected(const ExpectedScore& expected, Vector& gradient) const override { add_expected(expected, -1, gradient); }

  void inner_products(const FrameVectors& u, const FrameVectors& v, const Matrix& normals,
                      Vector& out) const override {
    out.setZero(normals.rows());
    if (u.location != nullptr && v.location != nullptr)
      out += u.location->cwiseProduct(*v.location).rowwise().sum();
    if (u.scale == nullptr || v.scale == nullptr) return;
    Eigen::ArrayXd squares = Eigen::ArrayXd::Zero(normals.rows());  // sum over j <= i of xi_j^2
    for (Index i = 0; i < d(); ++i) {
      squares += normals.col(i).array().square();
      out.array() += squares * u.scale->col(i).array() * v.scale->col(i).array();
    }
  }

  void inner_products(const FrameVectors& u, const Vector& gradient, const Matrix& normals,
                      Vector& out) const override {
    out.setZero(normals.rows());
    if (u.location != nullptr) out += *u.location * gradient.head(d());
    if (u.scale == nullptr || gradient.tail(gradient.size() - d()).isZero(0)) return;
    Matrix lower = Matrix::Zero(d(), d()), products(normals.rows(), d());
    for (Index j = 0; j < d(); ++j)
      lower.col(j).tail(d() - j) = column(gradient, j);
    kernels::transform_full_rank(nullptr, lower.data(), d(), normals.data(), {normals.rows(), 0, normals.rows()}, products.data());
    out += u.scale->cwiseProduct(products).rowwise().sum();
  }

  double inner_product(const Vector& a, const Vector& b) const override { return a.dot(b); }
  Matrix gram(const Matrix& gradients) const override { return gradients.transpose() * gradients; }

  MoveReport move(const Vector& direction, double step, Vector* velocity) override {
    MoveReport report;
    report.is_finite = is_finite_step(step, direction);
    for (Index j = 0; j < d() && report.is_finite; ++j)
      report.is_finite = q_.cholesky(j, j) + step * column(direction, j)[0] != 0;
    if (!report.is_finite) return report;
    q_.mean += step * direction.head(d());
    for (Index j = 0; j < d(); ++j) {
      q_.cholesky.col(j).tail(d() - j) += step * column(direction, j);
      if (q_.cholesky(j, j) > 0) continue;
      q_.cholesky.col(j).tail(d() - j) *= -1;
      if (velocity != nullptr) column(*velocity, j) *= -1;
      ++report.sign_flips;
    }
    return report;
  }

 private:
  Index d() const { return q_.dimension(); }

  // Nothing is done for what the expectation lacks: its own score alone is a diagonal.
  void add_expected(const ExpectedScore& expected, double sign, Vector& gradient) const {
    if (expected.mean.size() > 0) gradient.head(d()) += sign * expected.mean;
    if (expected.dense.size() > 0) {
      Matrix product(d(), d());
      product.triangularView<Eigen::Lower>() = expected.dense * q_.cholesky;
      for (Index j = 0; j < d(); ++j) column(gradient, j) += sign * product.col(j).tail(d() - j);
    }
    for (Index j = 0; j < d(); ++j) {
      if (expected.diagonal.size() > 0)
        column(gradient, j).array() +=
            sign * expected.diagonal.tail(d() - j).array() * q_.cholesky.col(j).tail(d() - j).array();
      column(gradient, j)[0] -= sign * expected.own_score_weight / q_.cholesky(j, j);  // tril(-L^-T) is diagonal
    }
  }

  // Rows j .. d - 1 of column j of a gradient's lower triangle.
  Eigen::VectorBlock<Vector> column(Vector& gradient, Index j) const {
    return gradient.segment(d() + kernels::packed_column(d(), j), d() - j);
  }
  Eigen::VectorBlock<const Vector> column(const Vector& gradient, Index j) const {
    return gradient.segment(d() + kernels::packed_column(d(), j), d() - j);
  }

  Gaussian q_;
};

}  // namespace

std::unique_ptr<Family> make_full_rank(const Gaussian& q) { return std::make_unique<FullRank>(q); }

}  // namespace g2t
