// Coordinates: the mean, then each scale or its logarithm.
#include <g2t/families/mean_field.hpp>

#include <families/check_gaussian.h>
#include <families/plain_frame.h>


#include <cmath>

namespace g2t {
namespace {

class MeanField final : public Family {
 public:
  MeanField(const Gaussian& q, ScaleCoordinate coordinate) : coordinate_(coordinate) { set_gaussian(q); }

  std::unique_ptr<Family> clone() const override { return std::make_unique<MeanField>(*this); }
  Structure structure() const override { return Structure::Diagonal; }
  const Vector& mean() const override { return q_.mean; }
  const Gaussian& gaussian() const override { return q_; }
  Index coordinate_count() const override { return 2 * q_.dimension(); }

  void set_gaussian(const Gaussian& q) override {
    check_gaussian("MeanField::set_gaussian", q, Structure::Diagonal, q_.dimension());
    q_ = q;
    log_scale_ = q.scale.array().log();
  }

  void transform(const Matrix& normals, Matrix& draws) const override { transform_normals(q_, normals, draws); }

  FrameVectors to_frame(const ScoreVectors& vectors, const Matrix& normals, FrameBuffers& buffers) const override {
    return plain_frame(vectors, buffers, [&](double weight, Matrix& out) {
      out.resize(normals.rows(), normals.cols());
      const ParameterRange& range = vectors.range;
      for (Index i = range.begin; i < range.begin + range.count(normals.cols()); ++i)
        out.col(i) = normals.col(i) * (-weight / q_.scale[i]);
    });
  }

  void pull_back(const FrameVectors& vectors, const Matrix& normals, Vector& gradient) const override {
    const Index d = q_.dimension();
    const double weight = 1.0 / static_cast<double>(normals.rows());
    gradient.setZero(2 * d);
    for (Index i = vectors.range.begin; i < vectors.range.begin + vectors.range.count(d); ++i) {
      if (vectors.location != nullptr) gradient[i] = weight * vectors.location->col(i).sum();
      if (vectors.scale != nullptr)
        gradient[d + i] = weight * scale_factor(i) * vectors.scale->col(i).dot(normals.col(i));
    }
  }

  void expected_pull_back(const ExpectedScore& expected, Vector& gradient) const override {
    const Index d = q_.dimension();
    gradient.setZero(2 * d);
    if (expected.mean.size() > 0) gradient.head(d) = expected.mean;
    for (Index i = 0; i < d; ++i) {
      double derivative = -expected.own_score_weight / (q_.scale[i] * q_.scale[i]);
      if (expected.diagonal.size() > 0) derivative += expected.diagonal[i];
      if (expected.dense.size() > 0) derivative += expected.dense(i, i);
      gradient[d + i] = scale_factor(i) * derivative * q_.scale[i];
    }
  }

  void inner_products(const FrameVectors& u, const FrameVectors& v, const Matrix& normals,
                      Vector& out) const override {
    out.setZero(normals.rows());
    const bool have_locations = u.location != nullptr && v.location != nullptr;
    const bool have_scales = u.scale != nullptr && v.scale != nullptr;
    const ParameterRange range = u.range.common(v.range);
    for (Index i = range.begin; i < range.begin + range.count(normals.cols()); ++i) {
      const double factor = scale_factor(i) * scale_factor(i);
      if (have_locations) out.array() += u.location->col(i).array() * v.location->col(i).array();
      if (have_scales)
        out.array() += factor * u.scale->col(i).array() * v.scale->col(i).array() * normals.col(i).array().square();
    }
  }

  void inner_products(const FrameVectors& u, const Vector& gradient, const Matrix& normals,
                      Vector& out) const override {
    const Index d = q_.dimension();
    out.setZero(normals.rows());
    for (Index i = u.range.begin; i < u.range.begin + u.range.count(d); ++i) {
      if (u.location != nullptr) out.array() += gradient[i] * u.location->col(i).array();
      if (u.scale != nullptr)
        out.array() += gradient[d + i] * scale_factor(i) * u.scale->col(i).array() * normals.col(i).array();
    }
  }

  double inner_product(const Vector& a, const Vector& b) const override { return a.dot(b); }
  Matrix gram(const Matrix& gradients) const override { return gradients.transpose() * gradients; }

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
