// Sds along lines through q's mean, against closed forms.
#include <gtest/gtest.h>
#include <inference/answer/line_tails.h>

#include <cmath>
#include <limits>
#include <support/gaussians.hpp>
#include <support/normal_mixture.hpp>
#include <support/targets_shapes.hpp>

namespace g2t {
namespace {

/// N(0, sd^2) for each coordinate, cut off below zero.
struct CutNormal {
  static Index dimension() { return 1; }
  static double log_density(const Vector& z, Vector& gradient) {
    gradient = -z;
    return z[0] < 0 ? std::numeric_limits<double>::quiet_NaN() : -0.5 * z.squaredNorm();
  }
};

LineTails tails_of_t(double freedom, Index size, double scale) {
  const std::unique_ptr<Model> model = make_model(testing::OneLongTail{freedom, size});
  Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(size), 1);
  q.scale[0] = scale;
  return line_tails(*model, q, {});
}

TEST(LineTails, AreThoseOfCorrelatedNormals) {
  const testing::Autoregression density{Vector::Ones(4), Vector::Constant(4, 2), 0.9};
  const std::unique_ptr<Model> model = make_model(density);
  Gaussian q{.structure = Structure::Dense, .mean = density.mean, .scale = {}, .cholesky = density.covariance().llt().matrixL()};
  const LineTails exact = line_tails(*model, q, {});
  EXPECT_EQ(exact.densities, 1 + 2 * 4);
  EXPECT_EQ(exact.excess, Vector::Zero(4));
  EXPECT_FALSE(exact.are_long());
  q.cholesky *= 0.8;
  const LineTails narrow = line_tails(*model, q, {});
  EXPECT_EQ(narrow.densities, 1 + 2 * 4 + 25 * 4);
  for (const double excess : narrow.excess) EXPECT_NEAR(excess, 1 / 0.8 - 1, 1e-6);
  EXPECT_TRUE(narrow.are_long());
  q.cholesky *= 1.5;
  EXPECT_EQ(line_tails(*model, q, {}).excess, Vector::Zero(4));  // draws of a wide q see all
}

TEST(LineTails, AreLongWhereTheDrawsOfABestQSeeNothing) {
  for (const Index size : {1, 20}) {
    const LineTails three = tails_of_t(3, size, 1.262), five = tails_of_t(5, size, 1.165), thirty = tails_of_t(30, size, 1.033);
    EXPECT_NEAR(three.excess[0], std::sqrt(3.0) / 1.262 - 1, 0.12);  // an eighth of the variance lies beyond the line's ends
    EXPECT_NEAR(five.excess[0], std::sqrt(5.0 / 3) / 1.165 - 1, 0.01);
    EXPECT_TRUE(three.are_long() && five.are_long());
    EXPECT_FALSE(thirty.are_long());
    EXPECT_EQ(three.densities, 1 + 2 * size + 25);
    EXPECT_EQ((three.excess.array() != 0).count(), 1);
  }
}

TEST(LineTails, EndWhereThereIsNoDensity) {
  const std::unique_ptr<Model> model = make_model(CutNormal{});
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Constant(1, 0.8), 0.6);
  const LineTails cut = line_tails(*model, q, {});
  EXPECT_TRUE(std::isfinite(cut.excess[0]));
}

TEST(LineTails, AnotherModeIsNoTail) {
  const std::unique_ptr<Model> model = make_model(testing::NormalMixture{{0.5, 0.5}, {Vector({{3}}), Vector({{-3}})}, {Vector({{1}}), Vector({{1}})}});
  const LineTails one = line_tails(*model, isotropic_gaussian(Structure::Diagonal, Vector::Constant(1, 3), 1), {});
  EXPECT_EQ(one.densities, 3 + 25);
  EXPECT_FALSE(one.are_long());
}

TEST(LineTails, StopsWhereItIsTold) {
  const std::unique_ptr<Model> model = make_model(testing::OneLongTail{3, 200});
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(200), 1);
  const LineTails stopped = line_tails(*model, q, [](Index done) { return done > 0; });
  EXPECT_LT(stopped.densities, 401);
  EXPECT_FALSE(stopped.are_long());
}

TEST(LineTails, OfManyParametersAreAThousand) {
  const std::unique_ptr<Model> model = make_model(testing::OneLongTail{3, 3000});
  const LineTails many = line_tails(*model, isotropic_gaussian(Structure::Diagonal, Vector::Zero(3000), 1), {});
  EXPECT_EQ(many.excess.size(), 1000);
  EXPECT_TRUE(many.are_long());
}

}  // namespace
}  // namespace g2t
