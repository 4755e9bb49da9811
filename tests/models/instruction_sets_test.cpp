// The models' kernels agree on every instruction set that this machine has.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/random.hpp>
#include <support/chosen_target.hpp>

#include "models/data.hpp"

namespace g2t::test {
namespace {

TEST(InstructionSets, GiveTheSameDensitiesAndScores) {
  const std::int64_t supported = hwy::SupportedTargets();
  for (const NamedModel& named : small_models()) {
    const Model& model = *named.model;
    Matrix draws(8, model.dimension());
    fill_normals({.seed = 3, .purpose = Purpose::Check, .iteration = 1}, draws);
    draws.row(3) *= 400;  // exponentials that overflow, margins that saturate
    draws.row(4) *= -1e200;
    draws(5, 0) = std::nan("");
    draws(6, 0) = INFINITY;
    Evaluation expected;
    model.evaluate(draws, expected);
    expected.mark_non_finite();
    for (const std::int64_t target : {std::int64_t{HWY_SSE4}, std::int64_t{HWY_AVX2}, std::int64_t{HWY_AVX3}}) {
      if ((supported & target) == 0) continue;
      SCOPED_TRACE(named.name + " " + hwy::TargetName(target));
      const testing::ChosenTarget chosen(target);
      Evaluation given;
      model.evaluate(draws, given);
      given.mark_non_finite();
      EXPECT_EQ(given.failed, expected.failed);
      for (Index draw = 0; draw < draws.rows(); ++draw) {
        if (expected.failed[static_cast<std::size_t>(draw)] != 0) continue;
        const double scale = std::abs(expected.log_density(draw)) + expected.score.row(draw).cwiseAbs().maxCoeff();
        EXPECT_NEAR(given.log_density(draw), expected.log_density(draw), 1e-13 * scale);
        EXPECT_LT((given.score.row(draw) - expected.score.row(draw)).cwiseAbs().maxCoeff(), 1e-13 * scale);
      }
    }
  }
}

TEST(InstructionSets, ThatFuseGiveTheSameBits) {
  for (const NamedModel& named : small_models()) {
    SCOPED_TRACE(named.name);
    const Model& model = *named.model;
    Matrix first_draws;
    Evaluation first;
    Vector first_alone;
    double first_expected = 0;
    Matrix first_hessian;
    for (const std::int64_t target : testing::fused_targets()) {
      const testing::ChosenTarget chosen(target);
      Matrix draws(24, model.dimension());
      fill_normals({.seed = 3, .purpose = Purpose::Check, .iteration = 1}, draws);
      Evaluation given;
      model.evaluate(draws, given);
      Vector alone;
      model.log_densities(draws.topRows(11), alone);
      ExpectedLogDensity expected;
      Gaussian q = isotropic_gaussian(Structure::Diagonal, draws.row(0).transpose(), 0.4);
      q.scale(0) = 7;  // some margins are wide
      model.expectation()->expect(q, expected);
      Matrix hessian;
      model.curvature()->hessian(draws.row(0), hessian);
      if (first_hessian.size() == 0) first_hessian = hessian;
      EXPECT_EQ(hessian, first_hessian);
      if (first_draws.size() == 0) first_draws = draws, first = given, first_alone = alone, first_expected = expected.value;
      EXPECT_EQ(draws, first_draws);
      EXPECT_EQ(given.log_density, first.log_density);
      EXPECT_EQ(given.score, first.score);
      EXPECT_EQ(alone, first_alone);
      EXPECT_EQ(expected.value, first_expected);
    }
  }
}

}  // namespace
}  // namespace g2t::test
