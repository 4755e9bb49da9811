// A = diag(s): gradients are (delta ; diagonal of Omega), and everything is elementwise.
#include <families/check_gaussian.h>
#include <families/natural_frame.h>

#include <cmath>
#include <g2t/families/natural.hpp>

namespace g2t {
namespace {

class NaturalMeanField final : public NaturalFamily {
 public:
  explicit NaturalMeanField(const Gaussian& q) { set_gaussian(q); }

  std::unique_ptr<Family> clone() const override { return std::make_unique<NaturalMeanField>(*this); }
  Structure structure() const override { return Structure::Diagonal; }
  const Vector& mean() const override { return q_.mean; }
  const Gaussian& gaussian() const override { return q_; }
  Index coordinate_count() const override { return 2 * d(); }

  void set_gaussian(const Gaussian& q) override {
    check_gaussian("NaturalMeanField::set_gaussian", q, Structure::Diagonal, d());
    q_ = q;
  }

  void move_to(const Gaussian& q) override { set_gaussian(q); }

  void transform(const Matrix& normals, Matrix& draws) const override { transform_normals(q_, normals, draws); }

  FrameVectors to_frame(const ScoreVectors& vectors, const Matrix& normals, FrameBuffers& buffers) const override {
    return natural_frame(vectors, normals, buffers,
                         [&](const Matrix& v, const ParameterRange& range, Matrix& out) {
                           const Index count = range.count(d());
                           out.middleCols(range.begin, count).noalias() =
                               v.middleCols(range.begin, count) * q_.scale.segment(range.begin, count).asDiagonal();
                         });
  }

  void pull_back(const FrameVectors& vectors, const Matrix& normals, Vector& gradient) const override {
    const double weight = 1.0 / static_cast<double>(normals.rows());
    gradient.setZero(2 * d());
    for (Index i = vectors.range.begin; i < vectors.range.begin + vectors.range.count(d()); ++i) {
      if (vectors.location != nullptr) gradient[i] = weight * vectors.location->col(i).sum();
      if (vectors.scale != nullptr) gradient[d() + i] = weight * vectors.scale->col(i).dot(normals.col(i));
    }
  }

  void expected_pull_back(const ExpectedScore& expected, Vector& gradient) const override {
    gradient.setZero(2 * d());
    if (expected.mean.size() > 0) gradient.head(d()) = q_.scale.cwiseProduct(expected.mean);
    for (Index i = 0; i < d(); ++i) {
      double derivative = 0;
      if (expected.diagonal.size() > 0) derivative += expected.diagonal[i];
      if (expected.dense.size() > 0) derivative += expected.dense(i, i);
      gradient[d() + i] = q_.scale[i] * q_.scale[i] * derivative - expected.own_score_weight;
    }
  }

  void inner_products(const FrameVectors& u, const FrameVectors& v, const Matrix& normals, Vector& out) const override {
    out.setZero(normals.rows());
    const bool have_locations = u.location != nullptr && v.location != nullptr;
    const bool have_scales = u.scale != nullptr && v.scale != nullptr;
    const ParameterRange range = u.range.common(v.range);
    for (Index i = range.begin; i < range.begin + range.count(d()); ++i) {
      if (have_locations) out.array() += u.location->col(i).array() * v.location->col(i).array();
      if (have_scales)
        out.array() += 0.5 * u.scale->col(i).array() * v.scale->col(i).array() * normals.col(i).array().square();
    }
  }

  void inner_products(const FrameVectors& u, const Vector& gradient, const Matrix& normals,
                      Vector& out) const override {
    out.setZero(normals.rows());
    for (Index i = u.range.begin; i < u.range.begin + u.range.count(d()); ++i) {
      if (u.location != nullptr) out.array() += gradient[i] * u.location->col(i).array();
      if (u.scale != nullptr)
        out.array() += 0.5 * gradient[d() + i] * u.scale->col(i).array() * normals.col(i).array();
    }
  }

  double inner_product(const Vector& a, const Vector& b) const override {
    return a.head(d()).dot(b.head(d())) + 0.5 * a.tail(d()).dot(b.tail(d()));
  }

  Matrix gram(const Matrix& gradients) const override {
    const auto location = gradients.topRows(d()), scale = gradients.bottomRows(d());
    return location.transpose() * location + 0.5 * scale.transpose() * scale;
  }

  MoveReport move(const Vector& direction, double step, Vector*) override {
    MoveReport report;
    const Vector mean = q_.mean + step * q_.scale.cwiseProduct(direction.head(d()));
    const Vector scale = q_.scale.array() * (0.5 * step * direction.tail(d())).array().exp();
    report.is_finite = accept(mean, scale);
    return report;
  }

  void gradient(const FrameVectors& units, const Matrix& normals, const ExpectedScore& expected,
                NaturalGradient& out) const override {
    const Vector mean = centred_gradient(*this, units, normals, expected, out);
    out.location = mean.head(d());
    out.diagonal = mean.tail(d());
    out.identity = 0;
    out.dense.resize(0, 0);
    out.left.resize(0, 0);
    out.right.resize(0, 0);
  }

  NaturalMove step(const NaturalGradient& gradient, const NaturalStep& step) override {
    NaturalMove out;
    const Vector wanted = 1 - step.scale_step * (gradient.diagonal.array() + gradient.identity);
    const Vector factor = wanted.cwiseMax(step.min_factor).cwiseMin(step.max_factor);
    out.report.clips = (factor.array() != wanted.array()).count();
    const Vector direction =
        step.is_location_free ? gradient.location : Vector(gradient.location.cwiseQuotient(factor));
    const Vector in_new_units = direction.cwiseProduct(factor.cwiseSqrt());  // per unit of step size
    out.location_step = trusted_step(step, in_new_units.norm());
    const Vector scale = q_.scale.cwiseQuotient(factor.cwiseSqrt());
    const Vector mean = q_.mean + out.location_step * q_.scale.cwiseProduct(direction);
    out.displacement = out.location_step * in_new_units;
    out.slope = out.location_step * gradient.location.dot(direction);
    out.report.is_finite = accept(mean, scale);
    return out;
  }

  Vector mean_change(const Vector& location) const override { return q_.scale.cwiseProduct(location); }

  Vector log_sd_change(const Vector& gradient) const override { return 0.5 * gradient.tail(d()); }

  void rescale(double factor) override { q_.scale *= factor; }

 private:
  Index d() const { return q_.dimension(); }

  bool accept(const Vector& mean, const Vector& scale) {
    if (!mean.allFinite() || !scale.allFinite() || !(scale.array() > 0).all()) return false;
    q_.mean = mean;
    q_.scale = scale;
    return true;
  }

  Gaussian q_;
};

}  // namespace

std::unique_ptr<NaturalFamily> make_natural_mean_field(const Gaussian& q) {
  return std::make_unique<NaturalMeanField>(q);
}

}  // namespace g2t
