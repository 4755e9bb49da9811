// Two modes or three that are no images of one another: the answer holds each with its mass, or says that it does not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <support/known_moments.hpp>
#include <support/normal_mixture.hpp>
#include <support/target_fits.hpp>
#include <support/unequal_modes.hpp>
#include <vector>

namespace g2t {
namespace {

using ::testing::Contains;
using testing::NormalMixture;

struct OfModes {
  Vector mean, sd;             // of the whole
  std::vector<double> shares;  // in descending order; empty: modes have tails that meet
};

FitResult fit_of_modes(const Model& model, std::uint64_t seed, ModeCover modes = ModeCover::All) {
  FitOptions options;
  options.seed = seed;
  options.modes = modes;
  options.time_budget = 600;
  options.starts = 20;  // of fewer, all may end in one mode
  options.chain_gradients = 20'000;
  return fit(model, options);
}

bool is_doubted(const FitResult& result) {
  const std::vector<WarningKind> kinds = testing::kinds_of(result);
  return std::any_of(kinds.begin(), kinds.end(), [](WarningKind kind) {
    return kind == WarningKind::SeveralModes || kind == WarningKind::ModesNotSeen;
  });
}

// @returns how many of three seeds converged; others name modes as the reason
int expect_masses(const std::unique_ptr<Model>& model, const OfModes& truth) {
  int converged = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    SCOPED_TRACE(seed);
    const FitResult result = fit_of_modes(*model, seed);
    if (result.status != FitStatus::Converged) {
      EXPECT_TRUE(is_doubted(result)) << testing::warnings_of(result);
      continue;
    }
    ++converged;
    testing::expect_moments(result.posterior.parameters, truth.mean, truth.sd);
    if (truth.shares.empty()) continue;
    std::vector<ModeShare> shares = result.posterior.modes;
    std::sort(shares.begin(), shares.end(), [](const ModeShare& a, const ModeShare& b) { return a.share > b.share; });
    EXPECT_EQ(shares.size(), truth.shares.size());
    if (shares.size() != truth.shares.size()) continue;
    for (std::size_t m = 0; m < shares.size(); ++m)
      EXPECT_NEAR(shares[m].share, truth.shares[m], 5 * shares[m].error + 0.003) << m;
  }
  return converged;
}

std::vector<NormalMixture> mixtures() {
  return {{{0.7, 0.3}, {Vector({{3}}), Vector({{-3}})}, {Vector({{1}}), Vector({{0.5}})}},
          {{0.9, 0.1}, {Vector({{3}}), Vector({{-4}})}, {Vector({{0.5}}), Vector({{1.5}})}},
          {{0.7, 0.3}, {Vector({{2, 3}}), Vector({{-2, -2}})}, {Vector({{1, 0.4}}), Vector({{0.5, 1}})}},
          {{0.6, 0.3, 0.1},
           {Vector({{-3, 0}}), Vector({{3, 2}}), Vector({{2, -4}})},
           {Vector({{0.5, 1}}), Vector({{1, 0.4}}), Vector({{0.7, 0.7}})}}};
}

// Seven of eight, so that a wrong answer without a word is the exception.
TEST(UnequalModes, DefaultStartsFindMostOfThem) {
  for (const NormalMixture& density : mixtures()) {
    SCOPED_TRACE(density.share[0]);
    const auto model = make_model(density);
    int silent = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      FitOptions options;
      options.seed = seed;
      options.time_budget = 600;
      options.chain_gradients = 20'000;
      const FitResult result = fit(*model, options);
      const bool is_whole = result.posterior.modes.size() == density.share.size();
      silent += result.status == FitStatus::Converged && !is_whole;
    }
    EXPECT_LE(silent, 1);
  }
}

TEST(UnequalModes, OfMixtures) {
  for (const NormalMixture& density : mixtures()) {
    SCOPED_TRACE(density.share[0]);
    EXPECT_EQ(expect_masses(make_model(density), {density.posterior_mean(), density.posterior_sd(), density.share}), 3);
  }
}

// Of x under a density of one parameter; shares of either side of the cut.
template <class Density>
OfModes of_one(const Density& density, double cut, double low, double high) {
  const auto log_density = [&](double x) { return density.log_density_at(x); };
  const testing::MeanAndSd x = testing::integrate(log_density, [](double z) { return z; }, low, high);
  const double above = testing::integrate(log_density, [cut](double z) { return z > cut ? 1.0 : 0.0; }, low, high).mean;
  return {
      Vector::Constant(1, x.mean), Vector::Constant(1, x.sd), {std::max(above, 1 - above), std::min(above, 1 - above)}};
}

TEST(UnequalModes, OfTiltedSquares) {
  for (const testing::TiltedSquare& density : {testing::TiltedSquare{0.5, 0.2}, {1, 0.55}, {1, -0.2}}) {
    SCOPED_TRACE(density.slope);
    EXPECT_GE(expect_masses(make_model(density), of_one(density, 0, -6, 6)), 1);
  }
}

// Modes with long tails, which meet.
TEST(UnequalModes, OfCauchyErrors) {
  for (const testing::CauchyCentre& density : {testing::CauchyCentre{{-4, -4.5, -3.2, 4, 5, 4.2}},
                                               {{-3, -3.5, -3.2, 3, 3.1, 2.8, 4}},
                                               {{-5, -5.5, -4.8, -5.2, 5, 5.2, 5.4}}}) {
    SCOPED_TRACE(density.y[0]);
    OfModes truth = of_one(density, 0, -100, 100);
    truth.shares.clear();
    expect_masses(make_model(density), truth);
  }
}

TEST(UnequalModes, OfUnequalWidths) {
  for (const testing::UnequalWidths& density :
       {testing::UnequalWidths{{0.5, 0.2}, 1, 0.5}, {{0.8, -0.4}, 0, 1}, {{0.7, 0.1}, -2, -0.8}}) {
    SCOPED_TRACE(density.growth);
    OfModes truth = of_one(density.square, 0, -6, 6);
    const double mean = truth.mean[0], shift = density.shift;
    const auto square_of_y = [&](double x) { return std::exp(density.growth * x) + std::pow(shift * (x - mean), 2); };
    const auto log_density = [&](double x) { return density.square.log_density_at(x); };
    const double variance = testing::integrate(log_density, square_of_y, -6, 6).mean;
    truth.mean = Vector({{mean, shift * mean}});
    truth.sd = Vector({{truth.sd[0], std::sqrt(variance)}});
    EXPECT_GE(expect_masses(make_model(density), truth), 1);
  }
}

// The heaviest mode's moments, and a word that there are others.
TEST(UnequalModes, OneAloneIfAskedFor) {
  for (const NormalMixture& density : mixtures())
    for (const std::uint64_t seed : {1, 2, 3}) {
      const FitResult result = fit_of_modes(*make_model(density), seed, ModeCover::One);
      EXPECT_EQ(result.status, FitStatus::NotTrusted);
      EXPECT_THAT(testing::kinds_of(result), Contains(WarningKind::SeveralModes));
      EXPECT_TRUE(result.posterior.modes.empty());
      const QuantitySummary& found = result.posterior.parameters;
      EXPECT_LT((found.mean - density.mean[0]).cwiseQuotient(density.sd[0]).cwiseAbs().maxCoeff(), 0.12);
      EXPECT_LT((found.sd.cwiseQuotient(density.sd[0]).array() - 1).abs().maxCoeff(), 0.12);
    }
}

}  // namespace
}  // namespace g2t
