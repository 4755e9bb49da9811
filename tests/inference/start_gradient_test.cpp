// A wrong gradient is named by the fit that it led astray.
#include <gmock/gmock.h>
#include <inference/start_gradient.h>

#include <g2t/core/errors.hpp>
#include <g2t/inference/fit.hpp>
#include <support/costs.hpp>

namespace g2t {
namespace {

using ::testing::HasSubstr;

enum class Fault { None, Sign, AllSigns, Zero, Triple };

/// z_i ~ N(i, (i + 1)^2) for i from 0 on, with a gradient that has a fault in its last coordinate.
struct Faulty {
  Fault fault = Fault::None;
  int count = 2;

  int dimension() const { return count; }
  double log_density(const Vector& z, Vector& gradient) const {
    double value = 0;
    for (int i = 0; i < count; ++i) {
      const double off = (z[i] - i) / (i + 1);
      value -= off * off / 2;
      gradient[i] = -off / (i + 1);
    }
    double& last = gradient[count - 1];
    if (fault == Fault::Sign) last *= -1;
    if (fault == Fault::AllSigns) gradient *= -1;
    if (fault == Fault::Zero) last = 0;
    if (fault == Fault::Triple) last *= -3;
    return value;
  }
};

FitOptions options_of(FamilyChoice family, std::uint64_t seed) {
  FitOptions options;
  options.family = family;
  options.seed = seed;
  options.iterations = 2000;
  options.costs = testing::costs_with_taylor({1e-5, 1e-6});  // repeatable
  return options;
}

TEST(StartGradient, OfAFitThatWentAstrayIsNamed) {
  int refused = 0, warned = 0;
  for (const Fault fault : {Fault::Sign, Fault::AllSigns, Fault::Zero, Fault::Triple}) {
    for (const FamilyChoice family : {FamilyChoice::MeanField, FamilyChoice::FullRank}) {
      try {
        const FitResult result = fit(*make_model(Faulty{fault}), options_of(family, 1));
        ASSERT_FALSE(result.warnings.empty());
        EXPECT_EQ(result.warnings.front().kind, WarningKind::WrongGradient) << static_cast<int>(fault);
        EXPECT_NE(result.status, FitStatus::Converged);
        for (const FitWarning& warning : result.warnings) EXPECT_LT(describe(warning, Wording::Fields).size(), 400u);
        ++warned;
      } catch (const InvalidArgument& error) {
        EXPECT_THAT(error.what(), HasSubstr("the gradient is wrong: by z"));
        ++refused;
      }
    }
  }
  EXPECT_EQ(refused + warned, 8);
}

TEST(StartGradient, OfARightModelIsNotInDoubt) {
  for (const FamilyChoice family : {FamilyChoice::MeanField, FamilyChoice::FullRank}) {
    const FitResult result = fit(*make_model(Faulty{}), options_of(family, 1));
    EXPECT_EQ(result.status, FitStatus::Converged);
    EXPECT_TRUE(result.warnings.empty());
  }
}

TEST(StartGradient, SaysWhatItFound) {
  const auto found = wrong_gradient_at(Vector::Zero(2), *make_model(Faulty{Fault::Sign}));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->number("coordinate"), 2);
  EXPECT_DOUBLE_EQ(found->number("given"), -0.25);
  EXPECT_NEAR(found->number("expected"), 0.25, 1e-8);
  EXPECT_FALSE(wrong_gradient_at(Vector::Zero(2), *make_model(Faulty{})).has_value());
}

TEST(StartGradient, IsComparedBesideAPointWhereItIsZero) {
  EXPECT_TRUE(wrong_gradient_at(Vector::Zero(1), *make_model(Faulty{Fault::Sign, 1})).has_value());
  EXPECT_FALSE(wrong_gradient_at(Vector::Zero(1), *make_model(Faulty{Fault::None, 1})).has_value());
}

TEST(StartGradient, IsLeftOutWhereItWouldTakeLong) {
  EXPECT_FALSE(wrong_gradient_at(Vector::Zero(2), *make_model(Faulty{Fault::Sign}), 1e-12).has_value());
  const Index many = kMaxCheckedGradient + 1;
  EXPECT_FALSE(
      wrong_gradient_at(Vector::Zero(many), *make_model(Faulty{Fault::Sign, static_cast<int>(many)})).has_value());
}

TEST(StartGradient, IsAskedForByWhatTheRunMet) {
  FitResult result;
  result.status = FitStatus::Converged;
  EXPECT_FALSE(went_astray(result));
  result.warnings = {{.kind = WarningKind::EarlierIsResult, .numbers = {{"nats", 3.0}}}};
  EXPECT_FALSE(went_astray(result));
  result.warnings.front().numbers.front().second = 1e9;
  EXPECT_TRUE(went_astray(result));
  result.status = FitStatus::Interrupted;
  EXPECT_FALSE(went_astray(result));
}

}  // namespace
}  // namespace g2t
