// Coordinates: the mean, then each scale, by its logarithm or as it is.
#include <g2t/families/mean_field.hpp>

#include <g2t/core/errors.hpp>

#include <cmath>

namespace g2t {
namespace {

class MeanField final : public Family {
 public:
  MeanField(const Gaussian& q, ScaleCoordinate coordinate) : coordinate_(coordinate) { set_gaussian(q); }

  std::unique_ptr<Family> clone() const override { return std::make_unique<MeanField>(*this); }
  const Gaussian& gaussian() const override { return q_; }
  Index coordinate_count() const override { return 2 * q_.dimension(); }

  void set_gaussian(const Gaussian& q) override {
    const std::string function = "MeanField::set_gaussian";
    if (q.structure != Structure::Diagonal) throw InvalidArgument(function, "q", "full-rank", "must be mean-field");
    if (q.dimension() == 0) throw InvalidArgument(function, "q.mean", "empty", "a family needs a parameter");
    if (q.scale.size() != q.mean.size())
      throw InvalidArgument(function, "q.scale", std::to_string(q.scale.size()) + " numbers",
                            "the mean has " + std::to_string(q.mean.size()));
    if (q_.dimension() != 0 && q.dimension() != q_.dimension())
      throw InvalidArgument(function, "q", std::to_string(q.dimension()) + " parameters",
                            "the family has " + std::to_string(q_.dimension()));
    if (!q.mean.allFinite()) throw InvalidArgument(function, "q.mean", "not finite", "must be finite");
    for (Index i = 0; i < q.scale.size(); ++i)
      if (!(q.scale[i] > 0) || !std::isfinite(q.scale[i]))
        throw InvalidArgument(function, "q.scale[" + std::to_string(i) + "]", std::to_string(q.scale[i]),
                              "must be positive and finite");
    q_ = q;
    log_scale_ = q.scale.array().log();
  }

  void score(const Matrix& normals, Matrix& out) const override {
    out.resize(normals.rows(), normals.cols());
    for (Index i = 0; i < normals.cols(); ++i) out.col(i) = normals.col(i) * (-1 / q_.scale[i]);
  }

  void pull_back(const ScoreVectors& vectors, const Matrix& normals, Vector& gradient) const override {
    const Index d = q_.dimension();
    const double weight = 1.0 / static_cast<double>(normals.rows());
    gradient.resize(2 * d);
    for (Index i = 0; i < d; ++i) {
      gradient[i] = weight * vectors.location->col(i).sum();
      gradient[d + i] = weight * scale_factor(i) * vectors.scale->col(i).dot(normals.col(i));
    }
  }

  void expected_pull_back(const ExpectedScore& expected, Vector& gradient) const override {
    const Index d = q_.dimension();
    gradient.setZero(2 * d);
    if (expected.mean.size() > 0) gradient.head(d) = expected.mean;
    for (Index i = 0; i < d; ++i) {
      double derivative = -expected.precision / (q_.scale[i] * q_.scale[i]);
      if (expected.diagonal.size() > 0) derivative += expected.diagonal[i];
      if (expected.dense.size() > 0) derivative += expected.dense(i, i);
      gradient[d + i] = scale_factor(i) * derivative * q_.scale[i];
    }
  }

  void inner_products(const ScoreVectors& u, const ScoreVectors& v, const Matrix& normals,
                      Vector& out) const override {
    out.setZero(normals.rows());
    for (Index i = 0; i < normals.cols(); ++i) {
      const double factor = scale_factor(i) * scale_factor(i);
      out.array() += u.location->col(i).array() * v.location->col(i).array() +
                     factor * u.scale->col(i).array() * v.scale->col(i).array() * normals.col(i).array().square();
    }
  }

  void inner_products(const ScoreVectors& u, const Vector& gradient, const Matrix& normals,
                      Vector& out) const override {
    const Index d = q_.dimension();
    out.setZero(normals.rows());
    for (Index i = 0; i < d; ++i)
      out.array() += gradient[i] * u.location->col(i).array() +
                     gradient[d + i] * scale_factor(i) * u.scale->col(i).array() * normals.col(i).array();
  }

  double inner_product(const Vector& a, const Vector& b) const override { return a.dot(b); }

  MoveReport move(const Vector& direction, double step, Vector* velocity) override {
    const Index d = q_.dimension();
    MoveReport report;
    const Vector mean = q_.mean + step * direction.head(d);
    Vector scale = q_.scale + step * direction.tail(d);
    if (coordinate_ == ScaleCoordinate::LogScale) scale = (log_scale_ + step * direction.tail(d)).array().exp();
    report.is_finite = mean.allFinite() && scale.allFinite() && (scale.array() != 0).all();
    if (!report.is_finite) return report;
    if (coordinate_ == ScaleCoordinate::LogScale) log_scale_ += step * direction.tail(d);
    for (Index i = 0; i < d; ++i)
      if (scale[i] < 0) {
        scale[i] = -scale[i];
        if (velocity != nullptr) (*velocity)[d + i] *= -1;
        ++report.sign_flips;
      }
    q_.mean = mean;
    q_.scale = scale;
    return report;
  }

 private:
  // d s / d coordinate
  double scale_factor(Index i) const { return coordinate_ == ScaleCoordinate::LogScale ? q_.scale[i] : 1.0; }

  ScaleCoordinate coordinate_;
  Gaussian q_;
  Vector log_scale_;
};

}  // namespace

std::unique_ptr<Family> make_mean_field(const Gaussian& q, ScaleCoordinate coordinate) {
  return std::make_unique<MeanField>(q, coordinate);
}

}  // namespace g2t
