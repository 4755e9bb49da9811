// Masses of known densities, whole and in part.
#include <gtest/gtest.h>
#include <inference/answer/bridge_evidence.h>

#include <cmath>
#include <g2t/core/streams.hpp>
#include <g2t/models/struct_model.hpp>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

constexpr Index kBridgeDraws = 2000;

Flags everywhere(const Matrix& at) { return Flags(static_cast<std::size_t>(at.rows()), 1); }

// Gamma variables of shape 3, on the logarithmic scale, times e^2: skewed, of mass e^2.
struct HeavyLogGamma {
  int dimension() const { return 3; }
  double log_density(const Vector& z, Vector& gradient) const {
    double sum = 2;
    for (int i = 0; i < 3; ++i) {
      sum += 3 * z[i] - std::exp(z[i]) - std::log(2.0);
      gradient[i] = 3 - std::exp(z[i]);
    }
    return sum;
  }
};

// Exact draws: sums of three exponentials.
Matrix log_gamma_draws(std::uint64_t seed) {
  Vector uniforms(9 * kBridgeDraws);
  fill_uniforms(streams::simulation(seed, 0), {uniforms.data(), static_cast<std::size_t>(uniforms.size())});
  Matrix out(kBridgeDraws, 3);
  for (Index k = 0; k < kBridgeDraws; ++k)
    for (Index i = 0; i < 3; ++i) out(k, i) = std::log(-uniforms.segment(9 * k + 3 * i, 3).array().log().sum());
  return out;
}

TEST(BridgeEvidence, OfASkewedDensity) {
  const auto model = make_model(HeavyLogGamma{});
  double squares = 0, said = 0;
  constexpr int kSeeds = 20;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Matrix draws = log_gamma_draws(seed);
    Vector density;
    model->log_densities(draws, density);
    const Evidence found = bridge_evidence(*model, draws, density, 1, everywhere, streams::bridge(seed, 0), {});
    EXPECT_NEAR(found.log_mass, 2, 5 * found.error) << seed;
    EXPECT_LT(found.error, 0.03);
    squares += std::pow(found.log_mass - 2, 2) / kSeeds;
    said += found.error * found.error / kSeeds;
  }
  // The mean of 20 squares has a relative error of sqrt(2 / 20): three of them.
  EXPECT_NEAR(squares / said, 1, 3 * std::sqrt(2.0 / kSeeds));
}

// Half of a normal, by symmetry.
TEST(BridgeEvidence, OfARegion) {
  const auto model = make_model(testing::DiagonalNormal{Vector::Zero(2), Vector::Ones(2)});
  Matrix draws = testing::normals_of(5, kBridgeDraws, 2);
  draws.col(0) = draws.col(0).cwiseAbs();
  Vector density;
  model->log_densities(draws, density);
  const auto right = [](const Matrix& at) {
    Flags out;
    for (Index k = 0; k < at.rows(); ++k) out.push_back(at(k, 0) > 0 ? 1 : 0);
    return out;
  };
  const Evidence found = bridge_evidence(*model, draws, density, 1, right, streams::bridge(1, 0), {});
  EXPECT_NEAR(found.log_mass, std::log(0.5), 5 * found.error);
  EXPECT_LT(found.error, 0.05);
}

// The normal follows correlations, or it would share no draws with the density.
TEST(BridgeEvidence, OfACorrelatedDensity) {
  const testing::Autoregression density{Vector::Ones(5), Vector::Constant(5, 2), 0.99};
  const auto model = make_model(density);
  const Matrix root = density.covariance().llt().matrixL();
  const Matrix draws = (testing::normals_of(6, kBridgeDraws, 5) * root.transpose()).array() + 1;
  Vector log_density;
  model->log_densities(draws, log_density);
  const Evidence found = bridge_evidence(*model, draws, log_density, 1, everywhere, streams::bridge(1, 0), {});
  EXPECT_NEAR(found.log_mass, 0, 5 * found.error);
  EXPECT_LT(found.error, 0.03);
}

// A normal that is fitted to the draws that it is compared with is too near to them: masses come out too small.
TEST(BridgeEvidence, OfFewDrawsHasNoBias) {
  const auto model = make_model(testing::DiagonalNormal{Vector::Zero(12), Vector::Ones(12)});
  constexpr int kSeeds = 50;
  Eigen::ArrayXd found(kSeeds);
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Matrix draws = testing::normals_of(static_cast<std::uint64_t>(seed), 200, 12);
    Vector density;
    model->log_densities(draws, density);
    found[seed] = bridge_evidence(*model, draws, density, 1, everywhere, streams::bridge(1, seed), {}).log_mass;
  }
  const double error = std::sqrt((found - found.mean()).square().mean() / kSeeds);
  EXPECT_NEAR(found.mean(), 0, 3 * error);
}

// Beyond the range of numbers, were it not for logarithms.
TEST(BridgeEvidence, OfAMassThatIsNoNumber) {
  for (const double log_mass : {-3000.0, 3000.0}) {
    const auto model = make_model(testing::DiagonalNormal{Vector::Zero(2), Vector::Ones(2), log_mass});
    const Matrix draws = testing::normals_of(5, kBridgeDraws, 2);
    Vector density;
    model->log_densities(draws, density);
    const Evidence found = bridge_evidence(*model, draws, density, 1, everywhere, streams::bridge(1, 0), {});
    EXPECT_NEAR(found.log_mass, log_mass, 0.01);
    EXPECT_LT(found.error, 0.01);
  }
}

TEST(BridgeEvidence, IsNotKnownWithoutTime) {
  const auto model = make_model(testing::DiagonalNormal{Vector::Zero(2), Vector::Ones(2)});
  const Matrix draws = testing::normals_of(5, kBridgeDraws, 2);
  Vector density;
  model->log_densities(draws, density);
  EXPECT_TRUE(std::isnan(bridge_evidence(*model, draws, density, 1, everywhere, streams::bridge(1, 0), [](Index) { return true; }).log_mass));
}

}  // namespace
}  // namespace g2t
