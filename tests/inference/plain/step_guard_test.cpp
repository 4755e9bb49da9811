// A run that falls far goes back to its best block; noise, and a better block, do not send it back.
#include <gtest/gtest.h>
#include <inference/plain/step_guard.h>

#include <cmath>
#include <g2t/inference/terms.hpp>
#include <limits>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

/// Log densities by the script of a test, whatever the draws: every call adds the next of them to a base.
struct ScriptedDensity {
  const double* base;
  const double* swing;  // added and subtracted in turn
  mutable Index calls = 0;

  Index dimension() const { return 1; }
  double log_density(const Vector&, Vector& gradient) const {
    gradient[0] = 0;
    return *base + (calls++ % 2 == 0 ? *swing : -*swing);
  }
};

class StepGuardRun : public ::testing::Test {
 protected:
  double base_ = 0, swing_ = 0;
  const std::unique_ptr<Model> model_ = make_model(ScriptedDensity{&base_, &swing_});
  const TermSet terms_ = make_terms(*model_, Structure::Diagonal, {"none"});
  FitDiagnostics diagnostics_;
  const std::unique_ptr<Clock> clock_ = make_cost_model_clock();
  PlainStepper stepper_{*model_, terms_, nullptr, *clock_, diagnostics_};
  // Of entropy zero, so that the ELBO of a block is the mean log density.
  StepState state_{make_family(isotropic_gaussian(Structure::Diagonal, Vector::Zero(1),
                                                  std::exp(-0.5 * (testing::kLogTwoPi + 1))),
                               {}),
                   Optimizer({OptimizerKind::Sgd, 0})};
  StepGuard guard_;

  void SetUp() override { stepper_.use(Recipe{"rep", {}, {}, 1, false}); }

  /// Steps of size 0 until the guard sends the run back. @returns how many, or -1 if it did not
  Index steps_to_divergence(double base, Index count) {
    base_ = base;
    for (Index k = 0; k < count; ++k) {
      stepper_.step(state_, 0, {1, Purpose::Step, static_cast<std::uint64_t>(k)});
      if (guard_.has_diverged(state_, stepper_)) return k + 1;
    }
    return -1;
  }
  void put(double mean) {
    Gaussian q = state_.q->gaussian();
    q.mean[0] = mean;
    state_.q->set_gaussian(q);
  }
  [[nodiscard]] double best_mean() const { return guard_.best()->q->gaussian().mean[0]; }
};

TEST_F(StepGuardRun, AFallBelowTheBestBlockIsDivergence) {
  put(1);
  EXPECT_EQ(steps_to_divergence(0, 100), -1);
  put(2);
  EXPECT_EQ(steps_to_divergence(-19.9, 300), -1);  // twenty nats are borne
  EXPECT_EQ(steps_to_divergence(-20.1, 300), 100);  // at the end of a block
  EXPECT_EQ(best_mean(), 1);
}

TEST_F(StepGuardRun, TheBestBlockIsTheOneToGoBackTo) {
  for (const double elbo : {0.0, 50.0, 45.0}) {
    put(elbo);
    EXPECT_EQ(steps_to_divergence(elbo, 100), -1);
  }
  EXPECT_EQ(best_mean(), 50);
  EXPECT_EQ(steps_to_divergence(29, 100), 100);
}

TEST_F(StepGuardRun, TheEntropyIsPartOfTheElbo) {
  EXPECT_EQ(steps_to_divergence(0, 100), -1);
  Gaussian q = state_.q->gaussian();
  q.scale[0] *= std::exp(10.0);
  state_.q->set_gaussian(q);
  EXPECT_EQ(steps_to_divergence(-29, 100), -1);  // -19 with the entropy
  EXPECT_EQ(steps_to_divergence(-31, 100), 100);
}

TEST_F(StepGuardRun, NoiseOfTheBestBlockIsAllowedFor) {
  swing_ = 10;  // a standard error of one nat, in whole blocks, whose mean is the base
  EXPECT_EQ(steps_to_divergence(0, 100), -1);
  EXPECT_EQ(steps_to_divergence(-29.9, 100), -1);
  EXPECT_EQ(steps_to_divergence(-30.1, 100), 100);
}

TEST_F(StepGuardRun, TheStartCountsUntilABlockIsBetter) {
  put(3);
  guard_.begin(state_, {.value = 5, .standard_error = 1});
  put(4);
  EXPECT_EQ(steps_to_divergence(-24.9, 100), -1);  // twenty nats and ten standard errors
  EXPECT_EQ(best_mean(), 3);
  EXPECT_EQ(steps_to_divergence(-25.1, 100), 100);
  EXPECT_EQ(steps_to_divergence(5.1, 100), -1);
  EXPECT_EQ(best_mean(), 4);
}

TEST_F(StepGuardRun, TheStateIsACopy) {
  put(3);
  guard_.begin(state_, {.value = 5, .standard_error = 1});
  put(4);
  EXPECT_EQ(best_mean(), 3);
}

TEST_F(StepGuardRun, ManySkipsInARowAreDivergence) {
  constexpr double kFails = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(steps_to_divergence(kFails, 40), -1);  // there is no state to go back to
  stepper_.forget_skips();
  guard_.begin(state_, {.value = 0, .standard_error = 0});
  EXPECT_EQ(steps_to_divergence(kFails, 19), -1);
  EXPECT_EQ(steps_to_divergence(0, 1), -1);  // a step in between
  EXPECT_EQ(steps_to_divergence(kFails, 40), 20);
}

TEST_F(StepGuardRun, SkippedStepsAreNotPartOfABlock) {
  guard_.begin(state_, {.value = 0, .standard_error = 0});
  EXPECT_EQ(steps_to_divergence(-30, 99), -1);
  EXPECT_EQ(steps_to_divergence(std::numeric_limits<double>::quiet_NaN(), 10), -1);
  EXPECT_EQ(steps_to_divergence(-30, 10), 1);
}

TEST_F(StepGuardRun, ABlockCanBeForgotten) {
  guard_.begin(state_, {.value = 0, .standard_error = 0});
  EXPECT_EQ(steps_to_divergence(-1000, 99), -1);
  guard_.forget_block();
  EXPECT_EQ(steps_to_divergence(-10, 100), -1);  // -19.9 on average with one of those steps left
}

}  // namespace
}  // namespace g2t
