// Posteriors without a bound: the fit ends, says so, and names the parameters.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <inference/natural/unbounded_direction.h>

#include <cmath>
#include <support/target_fits.hpp>

namespace g2t {
namespace {

using ::testing::UnorderedElementsAre;

/// Five observations of a + b, of mean 3, and one of c; flat priors. The posterior of a + b is N(3, 1/5).
struct SumAlone {
  Index dimension() const { return 3; }
  std::vector<std::string> parameter_names() const { return {"a", "b", "c"}; }
  double log_density(const Vector& z, Vector& gradient) const {
    const double residual = 3 - z[0] - z[1];
    gradient << 5 * residual, 5 * residual, 1 - z[2];
    return -2.5 * residual * residual - 0.5 * (1 - z[2]) * (1 - z[2]);
  }
};

/// Logistic regression of data that the sign of x tells apart, flat priors: the likelihood rises to 1 as the slope grows.
struct Separable {
  Index dimension() const { return 2; }
  std::vector<std::string> parameter_names() const { return {"intercept", "slope"}; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient.setZero();
    double value = 0;
    for (int i = 0; i < 10; ++i) {
      const double x = i - 4.5, sign = x > 0 ? 1 : -1, u = sign * (z[0] + z[1] * x), e = std::exp(-std::abs(u));
      value += std::min(u, 0.0) - std::log1p(e);
      gradient += sign * (u > 0 ? e / (1 + e) : 1 / (1 + e)) * Vector({{1, x}});
    }
    return value;
  }
};

/// log z2 rises for ever by slope 1, as an overdispersion does that data do not need and that has a flat prior; its
/// gradient is lost to rounding above 30.
struct LostByRounding {
  Index dimension() const { return 2; }
  std::vector<std::string> parameter_names() const { return {"log_mean", "log_phi"}; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient << 4 - 4 * z[0], z[1] < 30 ? 1 : 100 * (33 - z[1]);
    return -2 * (z[0] - 1) * (z[0] - 1) + z[1];
  }
};

FitResult unbounded_fit(const Model& model, FamilyChoice family, std::uint64_t seed) {
  FitOptions options;
  options.family = family;
  options.seed = seed;
  options.iterations = 200000;
  options.answer = AnswerWay::Gaussian;
  options.tolerance = 0.02;
  return fit(model, options);
}

const FitWarning* unbounded_of(const FitResult& result) {
  for (const FitWarning& warning : result.warnings)
    if (warning.kind == WarningKind::UnboundedDirection) return &warning;
  return nullptr;
}

TEST(Unbounded, ASumWithoutItsPartsIsNamed) {
  const std::unique_ptr<Model> model = make_model(SumAlone{});
  for (const FamilyChoice family : {FamilyChoice::FullRank, FamilyChoice::MeanField})
    for (const std::uint64_t seed : {1, 2, 3}) {
      SCOPED_TRACE(seed);
      const FitResult result = unbounded_fit(*model, family, seed);
      EXPECT_EQ(result.status, FitStatus::NotConverged);
      ASSERT_NE(unbounded_of(result), nullptr) << testing::warnings_of(result);
      EXPECT_THAT(unbounded_of(result)->names, UnorderedElementsAre("a", "b"));
      EXPECT_TRUE(is_usable(result.q));
      EXPECT_NEAR(result.q.mean[2], 1, 0.5);  // what is known is still found
    }
}

TEST(Unbounded, ASlopeThatGrowsIsNamed) {
  const std::unique_ptr<Model> model = make_model(Separable{});
  const FitResult result = unbounded_fit(*model, FamilyChoice::FullRank, 1);
  EXPECT_EQ(result.status, FitStatus::NotConverged);
  ASSERT_NE(unbounded_of(result), nullptr) << testing::warnings_of(result);
  EXPECT_THAT(unbounded_of(result)->names, ::testing::Contains("slope"));
  EXPECT_LT(result.iterations, 200000);  // it gives up
}

TEST(Unbounded, ARiseThatRoundingEndsIsNamed) {
  const std::unique_ptr<Model> model = make_model(LostByRounding{});
  for (const FamilyChoice family : {FamilyChoice::FullRank, FamilyChoice::MeanField})
    for (const std::uint64_t seed : {1, 2}) {
      const FitResult result = unbounded_fit(*model, family, seed);
      EXPECT_EQ(result.status, FitStatus::NotConverged);
      ASSERT_NE(unbounded_of(result), nullptr) << testing::warnings_of(result);
      EXPECT_THAT(unbounded_of(result)->names, UnorderedElementsAre("log_phi"));
    }
}

TEST(Unbounded, FarMeansAndRidgesOfProperPosteriorsAreNot) {
  const testing::Autoregression far{Vector({{1000, -500, 30}}), Vector({{0.1, 1, 0.5}}), 0},
      ridge{Vector({{100, -50}}), Vector::Ones(2), 0.999};
  const testing::StudentT tails{3, far};
  for (const auto& model : {make_model(far), make_model(ridge), make_model(tails), make_model(testing::Funnel{4})})
    for (const FamilyChoice family : {FamilyChoice::FullRank, FamilyChoice::MeanField}) {
      const FitResult result = unbounded_fit(*model, family, 1);
      EXPECT_EQ(unbounded_of(result), nullptr) << testing::warnings_of(result);
    }
}

}  // namespace
}  // namespace g2t
