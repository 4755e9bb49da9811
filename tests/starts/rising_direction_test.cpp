// Saddles and maxima told apart, in any units.
#include <gtest/gtest.h>
#include <starts/rising_direction.h>

#include <Eigen/Dense>
#include <cmath>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

/// -z^T a z / 2: a saddle at 0 if an eigenvalue of a is negative.
struct Quadric {
  Matrix a;
  Index dimension() const { return a.rows(); }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = -a * z;
    return 0.5 * z.dot(gradient);
  }
};

Matrix with_eigenvalues(const Vector& values) {
  const Index d = values.size();
  Matrix mixed(d, d);
  for (Index i = 0; i < d; ++i)
    for (Index j = 0; j < d; ++j) mixed(i, j) = std::sin(static_cast<double>(1 + i + d * j));
  const Matrix q = mixed.householderQr().householderQ();
  return q * values.asDiagonal() * q.transpose();
}

TEST(RisingDirection, IsFoundAtASaddleAlone) {
  Index evaluations = 0;
  for (const double lowest : {-2.0, -0.1, 0.1}) {
    Vector values = Vector::LinSpaced(20, 1, 3);
    values[7] = lowest;
    const Matrix a = with_eigenvalues(values);
    const std::unique_ptr<Model> model = make_model(Quadric{a});
    evaluations = 0;
    const Vector direction = rising_direction(*model, Vector::Zero(20), {}, evaluations);
    EXPECT_LE(evaluations, 16);
    ASSERT_EQ(direction.size(), lowest < 0 ? 20 : 0) << lowest;
    if (direction.size() > 0) {
      EXPECT_LT(direction.dot(a * direction), 0.5 * lowest);
    }
  }
}

TEST(RisingDirection, NeedsUnitsWhereScalesDiffer) {
  // Twenty scales from 1e-3 to 1e3, and in their units a saddle.
  Vector values = Vector::Ones(20);
  values[3] = -0.5;
  Vector scale(20);
  for (Index i = 0; i < 20; ++i) scale[i] = std::pow(10, -3 + 6 * static_cast<double>((7 * i) % 20) / 19);
  const Matrix a = scale.cwiseInverse().asDiagonal() * with_eigenvalues(values) * scale.cwiseInverse().asDiagonal();
  const std::unique_ptr<Model> model = make_model(Quadric{a});
  Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(20), 1);
  q.scale = scale;
  Gaussian dense = isotropic_gaussian(Structure::Dense, Vector::Zero(20), 1);
  dense.cholesky = scale.asDiagonal();
  for (const Gaussian& units : {q, dense}) {
    Index evaluations = 0;
    const Vector direction = rising_direction(*model, Vector::Zero(20), units, evaluations);
    ASSERT_EQ(direction.size(), 20);
    EXPECT_LT(direction.dot(a * direction), -0.3);
    EXPECT_NEAR(direction.cwiseQuotient(scale).norm(), 1, 1e-9);
  }
}

TEST(RisingDirection, TakesTheModelsCurvature) {
  const testing::GaussianModel model(Vector::Zero(6), with_eigenvalues(Vector{{1, 2, 3, 4, 5, 6}}));
  Index evaluations = 0;
  EXPECT_EQ(rising_direction(model, Vector::Zero(6), {}, evaluations).size(), 0);
}

TEST(PointsBeside, AreThoseThatAreHigher) {
  const std::unique_ptr<Model> saddle = make_model(Quadric{Vector({{1, -1}}).asDiagonal()});
  Index evaluations = 0;
  const Matrix both = points_beside(*saddle, Vector::Zero(2), Vector::Unit(2, 1), 0, evaluations);
  ASSERT_EQ(both.rows(), 2);
  EXPECT_EQ(both.row(0), -both.row(1));
  EXPECT_EQ(both(0, 0), 0);
  EXPECT_GT(both(0, 1), 0);
  EXPECT_EQ(evaluations, 8);
  EXPECT_EQ(points_beside(*saddle, Vector::Zero(2), Vector::Unit(2, 0), 0, evaluations).rows(), 0);
}

}  // namespace
}  // namespace g2t
