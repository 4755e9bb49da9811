#include <inference/plain/step_race.h>

#include <g2t/inference/terms.hpp>
#include <g2t/inference/fit.hpp>

#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

class StepRace : public ::testing::Test {
 protected:
  const testing::GaussianModel model_{Vector::Constant(3, 2), Matrix::Identity(3, 3) * 4};
  const TermSet terms_ = make_terms(model_, Structure::Diagonal, {"none"});
  FitDiagnostics diagnostics_;
  const std::unique_ptr<Clock> clock_ = make_cost_model_clock();
  PlainStepper stepper_{model_, terms_, nullptr, *clock_, diagnostics_};
  const StepState start_{make_family(isotropic_gaussian(Structure::Diagonal, Vector::Zero(3), 0.1), {}),
                         Optimizer({OptimizerKind::Sgd, 0})};
  StepRaceOptions options_{{1e-6, 1e-3, 0.05, 10}, 20, 1, 1};

  double elbo_of(const Gaussian& q) const { return elbo(model_, q, {}, 0).value; }
  StepRaceResult race(const std::function<bool()>& should_stop = [] { return false; }) {
    stepper_.use(Recipe{"rep", {}, {}, 8, false});
    return race_step_sizes(start_, stepper_, options_, *clock_, [&](const Gaussian& q) { return elbo_of(q); },
                           should_stop);
  }
};

TEST_F(StepRace, TheBestSizeWinsAndTheWinnerGoesOn) {
  const StepRaceResult result = race();
  EXPECT_EQ(result.step_size, 0.05);
  EXPECT_GT(elbo_of(result.winner.q->gaussian()), elbo_of(start_.q->gaussian()) + 10);
  ASSERT_EQ(result.entries.size(), 4u);
  EXPECT_EQ(result.entries[0].steps, 20);       // out after the first round
  EXPECT_EQ(result.entries[2].steps, 20 + 40);  // the winner
  EXPECT_EQ(stepper_.draws(), 8 * 20 * race_steps_per_first_step(4));
}

TEST_F(StepRace, LeavesTheStartAlone) {
  const Gaussian before = start_.q->gaussian();
  race();
  EXPECT_EQ(start_.q->gaussian().mean, before.mean);
}

TEST_F(StepRace, CountsItsStepsInAdvance) {
  EXPECT_EQ(race_steps_per_first_step(4), 4 + 2 * 2);
  EXPECT_EQ(race_steps_per_first_step(12), 12 + 6 * 2 + 3 * 4 + 2 * 8);
  EXPECT_EQ(race_steps_per_first_step(1), 0);
}

TEST_F(StepRace, ADivergedSizeLoses) {
  options_.step_sizes = {1e300, 1e-6};
  const StepRaceResult result = race();
  EXPECT_EQ(result.step_size, 1e-6);
}

TEST_F(StepRace, EndsAtOnceWhenTold) {
  race([] { return true; });
  EXPECT_EQ(stepper_.draws(), 0);
}

}  // namespace
}  // namespace g2t
