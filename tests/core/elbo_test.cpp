#include <g2t/core/elbo.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/models/struct_model.hpp>

#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

// N((1, -2), I), normalised, as a user's struct: no exact expectations.
struct ShiftedNormal {
  Index dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = Vector({{1, -2}}) - z;
    return -0.5 * gradient.squaredNorm() - std::log(2 * M_PI);
  }
};

TEST(Elbo, IsMinusTheDivergenceForANormalisedGaussian) {
  // KL(N(0, s^2) || N(c, 1)) in two dimensions, by hand.
  const Vector mean({{1, -2}});
  const testing::GaussianModel model(mean, Matrix::Identity(2, 2));
  for (Structure structure : {Structure::Diagonal, Structure::Dense}) {
    const Gaussian q = isotropic_gaussian(structure, Vector::Zero(2), 0.5);
    const double divergence = 0.5 * (2 * 0.25 + 5 - 2 - 2 * std::log(0.25));
    const Elbo value = elbo(model, q, {}, 0);
    EXPECT_TRUE(value.is_exact);
    EXPECT_EQ(value.standard_error, 0);
    EXPECT_NEAR(value.value, -divergence, 1e-12);
  }
}

TEST(Elbo, FromDrawsAgreesWithinItsStandardError) {
  const std::unique_ptr<Model> model = make_model(ShiftedNormal{});
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 0.5);
  const Elbo value = elbo(*model, q, {3, Purpose::Check, 0}, 20000);
  EXPECT_FALSE(value.is_exact);
  EXPECT_NEAR(value.value, -0.5 * (2 * 0.25 + 5 - 2 - 2 * std::log(0.25)), 4 * value.standard_error);
  EXPECT_LT(value.standard_error, 0.02);
}

TEST(Elbo, HasNoNoiseAtThePosterior) {
  const std::unique_ptr<Model> model = make_model(ShiftedNormal{});
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector({{1, -2}}), 1);
  const Elbo value = elbo(*model, q, {3, Purpose::Check, 0}, 100);
  EXPECT_NEAR(value.value, 0, 1e-12);
  EXPECT_LT(value.standard_error, 1e-12);
}

// Fails on half of the plane.
struct HalfPlane {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = -z;
    return z[0] > 0 ? -0.5 * z[0] * z[0] : std::nan("");
  }
};

TEST(Elbo, CountsDrawsThatFail) {
  const std::unique_ptr<Model> model = make_model(HalfPlane{});
  const Elbo value = elbo(*model, isotropic_gaussian(Structure::Diagonal, Vector::Zero(1), 1), {}, 1000);
  EXPECT_NEAR(static_cast<double>(value.failed_draws), 500, 4 * std::sqrt(250.0));
  const Elbo none = elbo(*model, isotropic_gaussian(Structure::Diagonal, Vector::Constant(1, -50), 1), {}, 100);
  EXPECT_EQ(none.failed_draws, 100);
  EXPECT_FALSE(std::isfinite(none.value));
}

TEST(MeanElbo, LeavesOutWhatIsNotFinite) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Elbo value = mean_elbo(Vector({{1, infinity, 2, std::nan(""), 6, -infinity}}));
  EXPECT_EQ(value.value, 3);
  EXPECT_DOUBLE_EQ(value.standard_error, std::sqrt((4.0 + 1 + 9) / 2 / 3));
  EXPECT_EQ(value.failed_draws, 3);
  EXPECT_FALSE(value.is_exact);
}

TEST(MeanElbo, OneValueHasNoError) {
  const Elbo value = mean_elbo(Vector({{1, std::nan("")}}));
  EXPECT_EQ(value.value, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(value.standard_error, std::numeric_limits<double>::infinity());
  EXPECT_EQ(value.failed_draws, 1);
}

TEST(Elbo, NeedsTwoDraws) {
  const std::unique_ptr<Model> model = make_model(HalfPlane{});
  EXPECT_THROW(elbo(*model, isotropic_gaussian(Structure::Diagonal, Vector::Zero(1), 1), {}, 1), InvalidArgument);
}

}  // namespace
}  // namespace g2t
