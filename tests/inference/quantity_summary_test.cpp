// Moments and quantiles of quantities, plain and weighted, with values that are missing.
#include <gtest/gtest.h>
#include <inference/quantity_summary.h>

#include <cmath>
#include <limits>

namespace g2t {
namespace {

// z, exp(z), and what is NaN where z is negative.
struct SummaryValues final : Quantities {
  std::vector<std::string> names() const override { return {"z", "exp", "late"}; }
  Index parameter_count() const override { return 1; }
  Index computed_count() const override { return 2; }
  Index compute(const Matrix& draws, std::uint64_t, const StopRule&, Matrix& values) const override {
    values.resize(draws.rows(), 3);
    for (Index k = 0; k < draws.rows(); ++k) {
      const double z = draws(k, 0);
      values.row(k) << z, std::exp(z), z < 0 ? std::numeric_limits<double>::quiet_NaN() : z;
    }
    return draws.rows();
  }
  Vector unconstrain(const std::string&) const override { return {}; }
};

TEST(QuantitySummary, DescribesDrawsOfQ) {
  const Matrix draws = Vector::LinSpaced(101, -50, 50);
  const QuantitySummary seen = summarize_quantities(SummaryValues{}, draws, 101, {}, 1);
  EXPECT_EQ(seen.names.size(), 3U);
  EXPECT_NEAR(seen.mean[0], 0, 1e-12);
  EXPECT_NEAR(seen.sd[0], std::sqrt(101 * 102 / 12.0), 1e-12);
  EXPECT_NEAR(seen.q5[0], -45, 1e-12);
  EXPECT_NEAR(seen.median[0], 0, 1e-12);
  EXPECT_NEAR(seen.q95[0], 45, 1e-12);
  EXPECT_NEAR(seen.mean[2], 25, 1e-12);  // of those that are there
  EXPECT_EQ(seen.weighted_mean.size(), 0);
  EXPECT_EQ(seen.draws, 101);
}

TEST(QuantitySummary, WeighsAllDraws) {
  const Matrix draws{{0}, {1}, {5}};
  const Vector weights{{0.5, 0.25, 0.25}};
  const QuantitySummary seen = summarize_quantities(SummaryValues{}, draws, 2, weights, 1);
  EXPECT_NEAR(seen.mean[0], 0.5, 1e-15);  // the first two are q's
  EXPECT_NEAR(seen.weighted_mean[0], 1.5, 1e-15);
  EXPECT_EQ(seen.draws, 2);
  EXPECT_EQ(seen.weighted_draws, 3);
  EXPECT_NEAR(seen.weighted_sd[0], std::sqrt(0.5 * 2.25 + 0.25 * 0.25 + 0.25 * 12.25), 1e-14);
}

TEST(QuantitySummary, LeavesOutWhatIsTooLarge) {
  struct Large final : Quantities {
    std::vector<std::string> names() const override { return std::vector<std::string>(30000, "x"); }
    Index parameter_count() const override { return 2; }
    Index computed_count() const override { return 3; }
    Index compute(const Matrix& draws, std::uint64_t, const StopRule&, Matrix& values) const override {
      values.setZero(draws.rows(), 30000);
      return draws.rows();
    }
    Vector unconstrain(const std::string&) const override { return {}; }
  };
  EXPECT_EQ(summarize_quantities(Large{}, Matrix::Zero(1000, 1), 1000, {}, 1).names.size(), 3U);
}

}  // namespace
}  // namespace g2t
