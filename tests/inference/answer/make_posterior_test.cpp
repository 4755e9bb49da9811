// The answer of each way, and which way is taken for which q: right within its own errors, and repeatable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <inference/answer/make_posterior.h>

#include <cmath>
#include <g2t/inference/answer_checks.hpp>
#include <g2t/inference/posterior_draws.hpp>
#include <support/gaussians.hpp>
#include <support/targets_shapes.hpp>

#include "../slow_model.hpp"

namespace g2t {
namespace {

using ::testing::ElementsAre;

Posterior posterior_of(const Model& model, const Gaussian& q, const AnswerSettings& settings = {}, std::uint64_t seed = 1,
                       const AnswerTime& time = {}) {
  const SampleStreams sample{seed, Sample::Fit};
  QSample of_q(model, q, std::max(settings.needed_draws(), kReportDraws), sample);
  return make_posterior(model, q, settings, sample, time, of_q);
}

AnswerSettings settings_of(AnswerWay way) { return {.way = way}; }

/// Means and sds within so many of their errors, and those errors small.
void expect_right(const Posterior& answer, const Vector& mean, const Vector& sd, const std::string& name) {
  const QuantitySummary& seen = answer.parameters;
  EXPECT_TRUE(doubts_of(answer, kAnswerTolerance).empty()) << name;
  for (Index i = 0; i < mean.size(); ++i) {
    EXPECT_NEAR(seen.mean[i], mean[i], 4 * seen.mcse_mean[i] + 1e-9) << name << " " << i;
    EXPECT_NEAR(seen.sd[i], sd[i], 5 * seen.mcse_sd[i] + 1e-9) << name << " " << i;
    EXPECT_LT(seen.mcse_mean[i], 0.15 * sd[i]) << name << " " << i;
    EXPECT_LT(seen.mcse_sd[i], 0.2 * sd[i]) << name << " " << i;
  }
}

std::vector<std::string> ways_of(const Posterior& answer) {
  std::vector<std::string> out;
  for (const WayRecord& way : answer.ways)
    out.push_back(answer_name(way.way) + (way.is_tried ? "" : " forecast") + (way.is_chosen ? " chosen" : ""));
  return out;
}

/// Independent normals of mean 1 and sd 2, and a q that is off by so many sds and as much too wide.
std::unique_ptr<Model> answered_model(Index d) {
  return make_model(testing::DiagonalNormal{Vector::Ones(d), Vector::Constant(d, 2)});
}
Gaussian answered_q(Index d, double shift, double width) {
  return isotropic_gaussian(Structure::Diagonal, Vector::Constant(d, 1 + 2 * shift), 2 * width);
}

/// Mean-field: too narrow along correlations, which no weights mend in so many dimensions.
struct CorrelatedCase {
  testing::Autoregression density{Vector::Ones(20), Vector::Constant(20, 2), 0.9};
  std::unique_ptr<Model> model = make_model(density);
  Gaussian q = testing::diagonal_gaussian(density.mean, density.conditional_sds());
};

/// The best mean-field q of a bent ridge.
struct BentCase {
  testing::BentRidge density;
  std::unique_ptr<Model> model = make_model(density);
  Gaussian q = testing::diagonal_gaussian(density.best_mean(), density.best_sds());
};

TEST(MakePosterior, TakesAnExactQAsItIs) {
  const std::unique_ptr<Model> model = answered_model(5);
  const Gaussian q = answered_q(5, 0, 1);
  const Posterior answer = posterior_of(*model, q);
  EXPECT_EQ(answer.way, AnswerWay::Gaussian);
  EXPECT_EQ(answer.draw_count(), 2000);
  EXPECT_EQ(answer.densities, 256 + 1 + 2 * 5);  // along a line for each parameter
  EXPECT_EQ(answer.gradients, 0);
  EXPECT_THAT(ways_of(answer), ElementsAre("gaussian chosen"));
  EXPECT_TRUE(std::isnan(answer.khat));
  EXPECT_FALSE(answer.chains.has_value());
  EXPECT_GT(answer.seconds, 0);
  EXPECT_EQ(answer.effective_sample_size, 2000);
  expect_right(answer, q.mean, q.scale, "exact");
}

TEST(MakePosterior, TakesWeightsWhereTheyAreGood) {
  const std::unique_ptr<Model> model = answered_model(2);
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Posterior answer = posterior_of(*model, answered_q(2, 0.3, 1.1), {}, seed);
    EXPECT_EQ(answer.way, AnswerWay::Weighted);
    EXPECT_THAT(ways_of(answer), ElementsAre("gaussian", "weighted chosen", "moved forecast"));
    EXPECT_EQ(answer.draw_count(), 2000);
    EXPECT_GE(answer.densities, 2000);
    EXPECT_LT(answer.gradients, 8000);  // of a look beside the draws
    EXPECT_LT(answer.khat, 0.7);
    EXPECT_GT(answer.effective_sample_size, 1000);
    expect_right(answer, Vector::Ones(2), Vector::Constant(2, 2), "weighted");
  }
}

TEST(MakePosterior, MovesDrawsWhereWeightsAreNot) {
  const CorrelatedCase correlated;
  for (const std::uint64_t seed : {1, 2}) {
    const Posterior answer = posterior_of(*correlated.model, correlated.q, {}, seed);
    EXPECT_EQ(answer.way, AnswerWay::Moved);
    EXPECT_THAT(ways_of(answer), ElementsAre("gaussian", "weighted", "moved chosen"));
    ASSERT_TRUE(answer.chains.has_value());
    EXPECT_EQ(answer.gradients, answer.chains->gradients);
    EXPECT_LE(answer.gradients, 200'000);
    EXPECT_GE(answer.draw_count(), 2000);
    EXPECT_EQ(answer.draw_count() % answer.chain_count, 0);
    expect_right(answer, correlated.density.mean, correlated.density.sds, "correlated");
  }
}

// q's weights are even: hardly any of its draws falls where the tails are.
TEST(MakePosterior, SeesTailsBeyondTheDrawsOfQ) {
  for (const Index d : {1, 20}) {
    const std::unique_ptr<Model> model = make_model(testing::OneLongTail{3, d});
    Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(d), 1);
    q.scale[0] = 1.262;  // the best one
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
      const Posterior answer = posterior_of(*model, q, {}, seed);
      EXPECT_NE(answer.way, AnswerWay::Gaussian) << d << " " << seed;
      EXPECT_NEAR(answer.parameters.q95[0], 2.353, 0.3) << d << " " << seed;  // q's: 2.08
      EXPECT_NEAR(answer.parameters.sd[0], std::sqrt(3.0), 0.3) << d << " " << seed;
    }
  }
}

TEST(MakePosterior, FollowsABentRidge) {
  const BentCase bent;
  const Posterior answer = posterior_of(*bent.model, bent.q);
  EXPECT_NE(answer.way, AnswerWay::Gaussian);
  expect_right(answer, Vector({{0, bent.density.bend}}), bent.density.posterior_sd(), "bent");
}

TEST(MakePosterior, GoesTheWayThatIsAskedFor) {
  const std::unique_ptr<Model> model = answered_model(3);
  const Gaussian q = answered_q(3, 0.1, 1.05);
  const Posterior as_it_is = posterior_of(*model, q, settings_of(AnswerWay::Gaussian));
  EXPECT_EQ(as_it_is.way, AnswerWay::Gaussian);
  EXPECT_EQ(as_it_is.densities, 2000);
  EXPECT_EQ(as_it_is.gradients, 0);
  const Posterior by_weights = posterior_of(*model, q, settings_of(AnswerWay::Weighted));
  EXPECT_EQ(by_weights.way, AnswerWay::Weighted);
  EXPECT_EQ(by_weights.gradients, 0);
  const Posterior by_chains = posterior_of(*model, q, settings_of(AnswerWay::Moved));
  EXPECT_EQ(by_chains.way, AnswerWay::Moved);
  EXPECT_GT(by_chains.gradients, 1000);
  for (const Posterior& answer : {by_weights, by_chains})
    expect_right(answer, Vector::Ones(3), Vector::Constant(3, 2), answer_name(answer.way));
}

TEST(MakePosterior, AsItIsQsErrorsAreStated) {
  // A shift of 0.3 sds: no number of draws helps.
  const std::unique_ptr<Model> model = answered_model(3);
  const Posterior answer = posterior_of(*model, answered_q(3, 0.3, 1), settings_of(AnswerWay::Gaussian));
  EXPECT_NEAR(answer.mean_error, 0.3, 0.05);
  EXPECT_EQ(doubts_of(answer, kAnswerTolerance).at(0).kind, WarningKind::ImpreciseMeans);
  for (const double mean : answer.parameters.mean) EXPECT_NEAR(mean, 1.6, 0.2);  // q's
  for (const double error : answer.parameters.mcse_mean) EXPECT_NEAR(error, 0.3 * 2, 0.15);
}

TEST(MakePosterior, IsRepeatable) {
  const CorrelatedCase correlated;
  const std::unique_ptr<Model> normal = answered_model(2);
  for (const AnswerWay way : {AnswerWay::Gaussian, AnswerWay::Weighted, AnswerWay::Moved}) {
    const Model& model = way == AnswerWay::Moved ? *correlated.model : *normal;
    const Gaussian q = way == AnswerWay::Moved ? correlated.q : answered_q(2, 0.3, 1.1);
    const Posterior one = posterior_of(model, q, settings_of(way)), again = posterior_of(model, q, settings_of(way));
    EXPECT_EQ(one.draws, again.draws) << answer_name(way);
    EXPECT_EQ(one.parameters.mcse_mean, again.parameters.mcse_mean);
    EXPECT_NE(one.draws, posterior_of(model, q, settings_of(way), 2).draws) << answer_name(way);
  }
}

TEST(MakePosterior, LaterOnesAreTheSameFromOtherNumbers) {
  const std::unique_ptr<Model> model = answered_model(2);
  const Gaussian q = answered_q(2, 0.3, 1.1);
  const Posterior of_fit = posterior_of(*model, q), later = posterior_from(q, *model, {}, 1);
  EXPECT_EQ(later.way, of_fit.way);
  EXPECT_EQ(later.draw_count(), of_fit.draw_count());
  EXPECT_NE(later.draws, of_fit.draws);
  EXPECT_EQ(later.draws, posterior_from(q, *model, {}, 1).draws);
  expect_right(later, Vector::Ones(2), Vector::Constant(2, 2), "later");
}

TEST(MakePosterior, HasAsManyDrawsAsAreAskedForOrNeeded) {
  const std::unique_ptr<Model> model = answered_model(2);
  for (const AnswerWay way : {AnswerWay::Gaussian, AnswerWay::Weighted}) {
    EXPECT_EQ(posterior_of(*model, answered_q(2, 0.2, 1), {.way = way, .draws = 100}).draw_count(), 600);
    EXPECT_EQ(posterior_of(*model, answered_q(2, 0.2, 1), {.way = way, .draws = 3000}).draw_count(), 3000);
  }
}

TEST(MakePosterior, KeepsToItsLimits) {
  const CorrelatedCase correlated;
  AnswerSettings settings{.weight_draws = 4000, .chain_gradients = 0};
  const Posterior without = posterior_of(*correlated.model, correlated.q, settings);
  EXPECT_LE(without.densities, 4000);
  EXPECT_EQ(without.gradients, 0);
  EXPECT_NE(without.way, AnswerWay::Moved);
  EXPECT_FALSE(doubts_of(without, kAnswerTolerance).empty());
  settings.way = AnswerWay::Moved;
  EXPECT_EQ(posterior_of(*correlated.model, correlated.q, settings).way, AnswerWay::Gaussian);  // there is no other
}

// Weights without a variance are no answer, whatever their draws say.
TEST(MakePosterior, TakesQWhereNothingElseIsRight) {
  const CorrelatedCase correlated;
  const Posterior answer = posterior_of(*correlated.model, correlated.q, {.weight_draws = 2000, .chain_gradients = 2000});
  EXPECT_EQ(answer.way, AnswerWay::Gaussian);
  EXPECT_FALSE(doubts_of(answer, kAnswerTolerance).empty());
  for (const WayRecord& way : answer.ways) EXPECT_EQ(way.is_chosen, way.way == AnswerWay::Gaussian);
}

TEST(MakePosterior, LeavesOutWhatHasNoDensity) {
  // A normal, cut off at 1.5 sds below its mean: q's draws there have no weight, and chains do not go there.
  ModelFunctions functions;
  functions.dimension = 1;
  functions.log_density = [](const Vector& z, Vector& gradient) {
    gradient = -z;
    return z[0] < -1.5 ? -std::numeric_limits<double>::infinity() : -0.5 * z[0] * z[0];
  };
  const std::unique_ptr<Model> model = make_model(functions);
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(1), 1);
  // Of the normal above -1.5: mean = phi / Phi, variance = 1 - 1.5 mean - mean^2.
  const double mean = std::exp(-1.125) / std::sqrt(2 * M_PI) / (0.5 * std::erfc(-1.5 / std::sqrt(2.0)));
  const double sd = std::sqrt(1 - 1.5 * mean - mean * mean);
  for (const AnswerWay way : {AnswerWay::Auto, AnswerWay::Moved}) {
    const Posterior answer = posterior_of(*model, q, settings_of(way));
    EXPECT_NE(answer.way, AnswerWay::Gaussian);
    EXPECT_GE(answer.draws.minCoeff(), -1.5);
    expect_right(answer, Vector::Constant(1, mean), Vector::Constant(1, sd), answer_name(answer.way));
  }
  EXPECT_FALSE(doubts_of(posterior_of(*model, q, settings_of(AnswerWay::Gaussian)), kAnswerTolerance).empty());
}

TEST(MakePosterior, WithoutTimeItIsOfFewDensities) {
  const std::unique_ptr<Model> model = answered_model(2);
  const StopRequest none;
  AnswerTime time;
  time.of_densities = Deadline(none, 0, 1e-3);
  const Posterior answer = posterior_of(*model, answered_q(2, 0.5, 1), {}, 1, time);
  EXPECT_LE(answer.densities, 64);  // those that are always made
  EXPECT_LE(answer.gradients, 64);
  EXPECT_FALSE(doubts_of(answer, kAnswerTolerance).empty());
}

TEST(MakePosterior, HasTheModelsOwnValues) {
  const testing::SlowModel model;
  const Posterior answer = posterior_of(model, isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 1));
  EXPECT_EQ(answer.quantities.names, model.names());
  EXPECT_EQ(answer.quantities.draws, answer.draw_count());
  EXPECT_EQ(model.computed, answer.draw_count());
  EXPECT_EQ(answer.values.leftCols(2), answer.draws);
}

TEST(MakePosterior, SaysWhatItDoes) {
  const CorrelatedCase correlated;
  std::vector<std::string> said;
  AnswerTime time;
  time.progress = [&](const char* what, Index) {
    if (said.empty() || said.back() != what) said.emplace_back(what);
  };
  posterior_of(*correlated.model, correlated.q, {}, 1, time);
  EXPECT_THAT(said, ElementsAre("draws of q", "importance weights", "chains", "values"));
}

}  // namespace
}  // namespace g2t
