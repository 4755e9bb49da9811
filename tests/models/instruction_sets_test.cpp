// The models' kernels agree on every instruction set that this machine has.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <g2t/core/random.hpp>

#include "models/data.hpp"

namespace g2t::test {
namespace {

// Runs Highway on one instruction set until the end of the scope.
class ChosenTarget {
 public:
  explicit ChosenTarget(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
  ~ChosenTarget() {
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
  ChosenTarget(const ChosenTarget&) = delete;
  ChosenTarget& operator=(const ChosenTarget&) = delete;
};

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
      const ChosenTarget chosen(target);
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

}  // namespace
}  // namespace g2t::test
