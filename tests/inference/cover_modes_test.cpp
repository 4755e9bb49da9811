// Posteriors of several modes, whose moments are known.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/model_use.hpp>
#include <g2t/inference/fit.hpp>
#include <memory>
#include <string>
#include <support/normal_mixture.hpp>
#include <support/target_fits.hpp>
#include <vector>

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

/// A mixture with a value of its own, z_1, which fails on the right.
struct FailingOnTheRight : Model, Quantities {
  std::unique_ptr<Model> inner;

  explicit FailingOnTheRight(const NormalMixture& density) : inner(make_model(density)) {}
  Index dimension() const override { return inner->dimension(); }
  std::vector<std::string> parameter_names() const override { return inner->parameter_names(); }
  void evaluate(const Matrix& draws, Evaluation& out) const override { inner->evaluate(draws, out); }
  const Curvature* curvature() const override { return inner->curvature(); }
  const Expectation* expectation() const override { return nullptr; }
  const Model* prior() const override { return nullptr; }
  const Quantities* quantities() const override { return this; }
  Index lane_width() const override { return 1; }
  bool is_thread_safe() const override { return false; }

  std::vector<std::string> names() const override { return {"z1", "left"}; }
  Index parameter_count() const override { return 1; }
  Index computed_count() const override { return 2; }
  Index compute(const Matrix& draws, std::uint64_t, const StopRule&, Matrix& values) const override {
    values = draws.col(0).replicate(1, 2);
    for (Index k = 0; k < draws.rows(); ++k) {
      if (draws(k, 0) < 0) continue;
      values(k, 1) = std::nan("");
      count_failure("on the right");
    }
    return draws.rows();
  }
  Vector unconstrain(const std::string&) const override { return {}; }
};

// The mode that was fitted first has them all.
TEST(CoverModes, SaysWhichValuesTheWholeLacks) {
  const FailingOnTheRight model({{0.7, 0.3}, {Vector({{-3}}), Vector({{3}})}, {Vector({{0.6}}), Vector({{0.7}})}});
  for (const std::uint64_t seed : {1, 2, 3}) {
    FitOptions options;
    options.seed = seed;
    options.starts = 20;
    const FitResult result = fit(model, options);
    EXPECT_EQ(result.status, FitStatus::Converged);
    ASSERT_EQ(result.posterior.modes.size(), 2u);
    const QuantitySummary& values = result.posterior.quantities;
    EXPECT_EQ(values.missing[0], 0);
    EXPECT_NEAR(static_cast<double>(values.missing[1]), 0.3 * static_cast<double>(values.draws), 10);
    EXPECT_NEAR(values.mean[1], -3, 0.1);
    const FitWarning* const incomplete = warning_of(result, WarningKind::IncompleteValues);
    ASSERT_NE(incomplete, nullptr) << testing::warnings_of(result);
    EXPECT_EQ(incomplete->number("missing_1"), values.missing[1]);
    EXPECT_EQ(warning_of(result, WarningKind::MissingValues), nullptr);
    ASSERT_EQ(result.diagnostics.failures.size(), 1u);
    EXPECT_EQ(result.diagnostics.failures[0].count, values.missing[1]);
  }
}

}  // namespace
}  // namespace g2t
