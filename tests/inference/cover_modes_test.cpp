// Posteriors of several modes, whose moments are known.
#include <gtest/gtest.h>

#include <g2t/inference/fit.hpp>
#include <support/normal_mixture.hpp>
#include <support/target_fits.hpp>

namespace g2t {
namespace {

using testing::NormalMixture;

NormalMixture uneven_pair() {
  return {{0.7, 0.3}, {Vector({{-4, 0, 1}}), Vector({{4, 1, 1}})}, {Vector({{0.8, 1, 2}}), Vector({{1, 1, 1}})}};
}
NormalMixture triple() {
  return {{0.5, 0.3, 0.2},
          {Vector({{-4, -2}}), Vector({{4, -2}}), Vector({{0, 4}})},
          {Vector({{1, 0.7}}), Vector({{0.7, 1}}), Vector({{0.7, 0.7}})}};
}

const FitWarning* warning_of(const FitResult& result, WarningKind kind) {
  for (const FitWarning& warning : result.warnings)
    if (warning.kind == kind) return &warning;
  return nullptr;
}

FitResult fit_modes(const NormalMixture& density, ModeCover modes, std::uint64_t seed) {
  FitOptions options;
  options.modes = modes;
  options.seed = seed;
  options.starts = 12;
  return fit(*make_model(density), options);
}

TEST(CoverModes, WithTheirMasses) {
  for (const NormalMixture& density : {uneven_pair(), triple()}) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      const FitResult result = fit_modes(density, ModeCover::All, seed);
      EXPECT_EQ(result.status, FitStatus::Converged);
      const FitWarning* const covered = warning_of(result, WarningKind::ModesCovered);
      ASSERT_NE(covered, nullptr) << density.share.size() << " " << seed << testing::warnings_of(result) << result.starts.size();
      ASSERT_EQ(result.posterior.modes.size(), density.share.size());
      // Shares are known to 3 %; draws are 2000.
      const Vector sd = density.posterior_sd();
      const QuantitySummary& found = result.posterior.parameters;
      EXPECT_LT((found.mean - density.posterior_mean()).cwiseQuotient(sd).cwiseAbs().maxCoeff(), 0.12) << seed;
      EXPECT_LT((found.sd.cwiseQuotient(sd).array() - 1).abs().maxCoeff(), 0.1) << seed;
      EXPECT_EQ(result.posterior.draw_count(), kAnswerDraws);
    }
  }
}

TEST(CoverModes, OneAloneIfAskedForIsNotTrusted) {
  const FitResult result = fit_modes(uneven_pair(), ModeCover::One, 1);
  EXPECT_EQ(result.status, FitStatus::NotTrusted);
  EXPECT_NE(warning_of(result, WarningKind::SeveralModes), nullptr);
  EXPECT_TRUE(result.posterior.modes.empty());
}

TEST(CoverModes, ASingleModeStaysAsItIs) {
  const NormalMixture density{{1}, {Vector({{3, 1}})}, {Vector({{1, 2}})}};
  const FitResult all = fit_modes(density, ModeCover::All, 1);
  EXPECT_EQ(all.status, FitStatus::Converged);
  EXPECT_TRUE(all.posterior.modes.empty());
  EXPECT_EQ(all.posterior.draws, fit_modes(density, ModeCover::One, 1).posterior.draws);
}

}  // namespace
}  // namespace g2t
