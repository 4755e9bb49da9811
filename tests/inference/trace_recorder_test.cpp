// When rows of a trace are due, what is in them, and that they take no time by the run's clock.
#include <gtest/gtest.h>
#include <inference/trace_recorder.h>

#include <cmath>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>

#include "slow_model.hpp"

namespace g2t {
namespace {

class Trace : public ::testing::Test {
 protected:
  const testing::GaussianModel model_{Vector::Constant(2, 1), Matrix::Identity(2, 2)};
  FitPlan plan_;
  FitHooks hooks_;
  const std::unique_ptr<Clock> clock_ = make_cost_model_clock();

  [[nodiscard]] Gaussian at(double mean) const {
    return isotropic_gaussian(Structure::Diagonal, Vector::Constant(2, mean), 1);
  }
};

TEST_F(Trace, RowsAreDueTwentyTimesADecade) {
  const RunLimits limits(plan_, hooks_, *clock_);
  TraceRecorder trace(model_, 1, hooks_, limits, *clock_);
  std::vector<Index> due;
  for (Index k = 1; k <= 10000; ++k)
    if (trace.is_due(k)) due.push_back(k);
  ASSERT_GT(due.size(), 20u);
  EXPECT_EQ(due.front(), 1);
  Index last_decade = 0;
  for (std::size_t i = 1; i < due.size(); ++i) {
    last_decade += due[i] > 1000 ? 1 : 0;
    // Every step at first, then 10^(1/20) apart, up to a step that rounding adds.
    if (due[i] < 10)
      EXPECT_EQ(due[i], due[i - 1] + 1);
    else
      EXPECT_NEAR(static_cast<double>(due[i]), 1.122 * static_cast<double>(due[i - 1]), 1.2);
  }
  EXPECT_NEAR(static_cast<double>(last_decade), 20, 1);
}

TEST_F(Trace, ARowIsDueOnce) {
  const RunLimits limits(plan_, hooks_, *clock_);
  TraceRecorder trace(model_, 1, hooks_, limits, *clock_);
  EXPECT_FALSE(trace.is_due(0));
  EXPECT_TRUE(trace.is_due(1));
  EXPECT_FALSE(trace.is_due(1));
  EXPECT_TRUE(trace.is_due(2));
}

TEST_F(Trace, RowsThatTakeDrawsTakeAQuarterOfThemAtMost) {
  const RunLimits limits(plan_, hooks_, *clock_);
  TraceRecorder trace(model_, 1, hooks_, limits, *clock_);
  EXPECT_FALSE(trace.is_due(1, 399, false));  // a row takes a hundred
  EXPECT_TRUE(trace.is_due(1, 400, false));
  trace.record(at(0), 1, 400, 0.1, "rep");
  EXPECT_FALSE(trace.is_due(2, 799, false));
  EXPECT_TRUE(trace.is_due(2, 799, true));  // an exact one takes none
  EXPECT_TRUE(trace.is_due(3, 800, false));
}

TEST_F(Trace, RowsAreWhatTheRunWas) {
  const RunLimits limits(plan_, hooks_, *clock_);
  TraceRecorder trace(model_, 1, hooks_, limits, *clock_);
  clock_->charge(2);
  trace.record(at(0), 3, 40, 0.5, "rep - 1.00 entropy");
  ASSERT_EQ(trace.points().size(), 1u);
  const TracePoint& row = trace.points().front();
  EXPECT_EQ(row.elapsed_seconds, 2);
  EXPECT_EQ(row.iteration, 3);
  EXPECT_EQ(row.gradient_draws, 40);
  EXPECT_EQ(row.step_size, 0.5);
  EXPECT_EQ(row.recipe, "rep - 1.00 entropy");
  EXPECT_TRUE(row.elbo.is_exact);
  EXPECT_NEAR(row.elbo.value, -1, 1e-12);  // half of the squared distance in sds
}

TEST_F(Trace, KeepsTheBestQ) {
  const RunLimits limits(plan_, hooks_, *clock_);
  TraceRecorder trace(model_, 1, hooks_, limits, *clock_);
  EXPECT_EQ(trace.best_q().dimension(), 0);
  trace.record(at(std::nan("")), 0, 0, 0, "");  // without an ELBO
  EXPECT_EQ(trace.best_q().dimension(), 0);
  EXPECT_EQ(trace.points().size(), 1u);
  for (const double mean : {3.0, 1.5, 2.0}) trace.record(at(mean), 1, 0, 0, "");
  EXPECT_EQ(trace.best_q().mean[0], 1.5);
  EXPECT_NEAR(trace.best_elbo().value, -0.25, 1e-12);
}

TEST_F(Trace, RowsShareTheirDraws) {
  const testing::Autoregression density{Vector::Constant(2, 1), Vector::Ones(2), 0.5};
  const std::unique_ptr<Model> model = make_model(density);
  const RunLimits limits(plan_, hooks_, *clock_);
  TraceRecorder trace(*model, 1, hooks_, limits, *clock_), other(*model, 2, hooks_, limits, *clock_);
  for (int k = 0; k < 2; ++k) trace.record(at(0), k, 0, 0, "");
  other.record(at(0), 0, 0, 0, "");
  EXPECT_EQ(trace.points()[0].elbo.value, trace.points()[1].elbo.value);
  EXPECT_NE(trace.points()[0].elbo.value, other.points()[0].elbo.value);
  EXPECT_EQ(trace.points()[0].elbo.draws, 100);
  EXPECT_GT(trace.points()[0].elbo.standard_error, 0);
}

// A clock that says when it was paused.
class PausedClock final : public Clock {
 public:
  double seconds() const override { return 1; }
  void pause() override { ++pauses; }
  void resume() override { ++resumptions; }
  void charge(double) override {}

  int pauses = 0, resumptions = 0;
};

TEST_F(Trace, TheClockStandsStillForAnElbo) {
  PausedClock clock;
  const RunLimits limits(plan_, hooks_, clock);
  int running_pauses = 0;  // while densities were computed
  ModelFunctions functions;
  functions.dimension = 1;
  functions.log_density = [&](const Vector& z, Vector& gradient) {
    running_pauses = clock.pauses - clock.resumptions;
    gradient = -z;
    return -0.5 * z[0] * z[0];
  };
  const std::unique_ptr<Model> model = make_model(functions);
  TraceRecorder trace(*model, 1, hooks_, limits, clock);
  trace.record(isotropic_gaussian(Structure::Diagonal, Vector::Zero(1), 1), 0, 0, 0, "");
  EXPECT_EQ(running_pauses, 1);
  EXPECT_EQ(clock.resumptions, 1);
}

TEST_F(Trace, AnElboEndsSoonAfterARequest) {
  testing::SlowModel model;
  model.density_seconds = 0.005;
  hooks_.should_stop = [] { return true; };
  const RunLimits limits(plan_, hooks_, *clock_);
  TraceRecorder trace(model, 1, hooks_, limits, *clock_);
  trace.record(at(0), 0, 0, 0, "");
  EXPECT_GE(trace.points()[0].elbo.draws, 8);
  EXPECT_LT(trace.points()[0].elbo.draws, 100);  // of 0.5 seconds
}

TEST_F(Trace, HooksHearOfRowsAndBlocks) {
  std::vector<FitProgress> seen, blocks;
  Gaussian last;
  hooks_.progress = [&](const FitProgress& progress) { seen.push_back(progress); };
  hooks_.block_end = [&](const Gaussian& q, const FitProgress& progress) { last = q, blocks.push_back(progress); };
  const RunLimits limits(plan_, hooks_, *clock_);
  TraceRecorder trace(model_, 1, hooks_, limits, *clock_);
  trace.report(1, 8, 0.5);  // nothing is known yet
  trace.end_block(at(0), 1, 8);
  EXPECT_TRUE(seen.empty() && blocks.empty());

  trace.record(at(0), 2, 16, 0.25, "rep");
  clock_->charge(3);
  trace.report(5, 40, 0.75);
  trace.end_block(at(2), 6, 48);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].iteration, 2);
  EXPECT_TRUE(std::isnan(seen[0].nats_to_go));
  EXPECT_EQ(seen[1].elapsed_seconds, 3);
  EXPECT_EQ(seen[1].iteration, 5);
  EXPECT_EQ(seen[1].gradient_draws, 40);
  EXPECT_NEAR(seen[1].elbo, -1, 1e-12);
  EXPECT_EQ(seen[1].nats_to_go, 0.75);
  EXPECT_EQ(seen[1].recipe, "rep");
  EXPECT_EQ(seen[1].step_size, 0.25);
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(last.mean[0], 2);
  EXPECT_EQ(blocks[0].iteration, 6);
}

}  // namespace
}  // namespace g2t
