// What fits in natural coordinates start from: a path that can be relied on, or the best of all that was tried.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <inference/natural/exact_steps.h>
#include <inference/natural/natural_start.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/models/simulate.hpp>
#include <support/target_fits.hpp>

namespace g2t {
namespace {

using ::testing::ElementsAre;
using ::testing::IsSupersetOf;
using ::testing::StartsWith;

/// The start of a fit by these options, and what it took.
struct Started {
  NaturalStart found;
  double seconds = 0;
  Index evaluations = 0;

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const StartRecord& start : found.starts) out.push_back(start.name);
    return out;
  }
  [[nodiscard]] const StartRecord& chosen() const {
    return *std::find_if(found.starts.begin(), found.starts.end(), [](const auto& start) { return start.is_chosen; });
  }
};

Started start_of_fit(const Model& model, FitOptions options, const std::function<bool()>& should_stop = [] {
  return false;
}) {
  const FitPlan plan = plan_fit(model, options);
  const std::unique_ptr<Clock> clock = make_cost_model_clock();
  Started out;
  ModelUse use;
  const ModelUseScope scope(&use);
  out.found = find_start(model, plan, *clock, should_stop);
  out.seconds = clock->seconds();
  out.evaluations = use.gradients() + use.densities();
  EXPECT_EQ(std::count_if(out.found.starts.begin(), out.found.starts.end(), [](const auto& s) { return s.is_chosen; }),
            1);
  return out;
}

FitOptions with_family(FamilyChoice family) {
  FitOptions options;
  options.family = family;
  return options;
}

testing::Autoregression correlated_density() { return {Vector({{1, -2, 30}}), Vector({{0.1, 1, 20}}), 0.7}; }
std::unique_ptr<Model> correlated_gaussian() { return make_model(correlated_density()); }

TEST(NaturalStart, AGoodPathIsKept) {
  const std::unique_ptr<Model> model = correlated_gaussian();
  const Started start = start_of_fit(*model, with_family(FamilyChoice::FullRank));
  std::vector<std::string> names = start.names();
  EXPECT_EQ(names.size(), 12u);
  EXPECT_THAT(names, IsSupersetOf({"radius 2, number 2", "radius 5, number 1", "radius 2, number 8", "radius 5, number 4"}));
  names.resize(4);
  EXPECT_THAT(names, ElementsAre("zero", "radius 0.5", "radius 2", "best of 20"));
  EXPECT_EQ(start.found.q.structure, Structure::Dense);
  // The log evidence is 0, and a gap of 0.05 nats a parameter is small.
  EXPECT_NEAR(start.chosen().elbo.value, 0, 3 * 0.05 + 5 * start.chosen().elbo.standard_error);
  const double at_mode = -0.5 * (3 * testing::kLogTwoPi + correlated_density().log_determinant());
  for (const StartRecord& record : start.found.starts) {
    EXPECT_EQ(record.mode, 0);
    EXPECT_NEAR(record.log_density, at_mode, 1e-3);
    EXPECT_LE(record.elbo.value, start.chosen().elbo.value);
  }
}

TEST(NaturalStart, ADoubtfulPathIsComparedWithStepsFromARandomPoint) {
  // A path to the mode of a funnel says little about its mass, which steps find.
  const std::unique_ptr<Model> funnel = make_model(testing::Funnel{5});
  const Started start = start_of_fit(*funnel, with_family(FamilyChoice::FullRank));
  EXPECT_EQ(start.names().back(), "random, mean-field");
  EXPECT_TRUE(start.found.starts.back().is_chosen);
  EXPECT_NEAR(start.chosen().elbo.value, testing::Funnel{5}.best_elbo(), 0.1 + 5 * start.chosen().elbo.standard_error);
  ASSERT_EQ(start.found.q.structure, Structure::Dense);  // the family of the fit
  EXPECT_EQ(start.found.q.cholesky, Matrix(start.found.q.cholesky.diagonal().asDiagonal()));
  EXPECT_EQ(start.found.q.scale.size(), 0);
  EXPECT_EQ(start.found.starts.back().mode, -1);
}

TEST(NaturalStart, CountsEveryEvaluation) {
  const std::unique_ptr<Model> good = correlated_gaussian(), funnel = make_model(testing::Funnel{5});
  const std::unique_ptr<Model> modes = make_model(testing::TwoModes{});
  for (const Model* const model : {good.get(), funnel.get(), modes.get()}) {
    const Started start = start_of_fit(*model, {});
    EXPECT_EQ(start.found.draws, start.evaluations);
  }
}

TEST(NaturalStart, ChargesTheClockForItsDraws) {
  const std::unique_ptr<Model> model = correlated_gaussian();
  FitOptions options = with_family(FamilyChoice::FullRank);
  options.costs = testing::plain_costs(*model, Structure::Dense);
  const Started start = start_of_fit(*model, options);
  EXPECT_DOUBLE_EQ(start.seconds, options.costs->term("rep").seconds(start.found.draws));
  EXPECT_EQ(start_of_fit(*model, with_family(FamilyChoice::FullRank)).seconds, 0);
}

TEST(NaturalStart, RequestsReplaceThePoints) {
  const std::unique_ptr<Model> good = correlated_gaussian(), funnel = make_model(testing::Funnel{3});
  FitOptions options = with_family(FamilyChoice::FullRank);
  options.start.point = Vector({{1, 2, 3}});
  EXPECT_THAT(start_of_fit(*good, options).names(), ElementsAre("init"));
  EXPECT_THAT(start_of_fit(*funnel, options).names(), ElementsAre("init", "init, mean-field"));
  options.start = {};
  options.start.radius = 1;
  options.starts = 2;
  EXPECT_THAT(start_of_fit(*good, options).names(), ElementsAre(StartsWith("radius 1"), StartsWith("radius 1")));
  options.start = {};
  options.starts = 6;
  EXPECT_EQ(start_of_fit(*good, options).names().size(), 14u);  // with those that look for modes
  options.starts = 3;
  EXPECT_EQ(start_of_fit(*good, options).names().size(), 3u);
  options.starts = 4;
  const std::unique_ptr<Model> larger = make_model(testing::DiagonalNormal{Vector::Zero(11), Vector::Ones(11)});
  EXPECT_EQ(start_of_fit(*larger, options).names().size(), 4u);
}

TEST(NaturalStart, OfTwoModesTheBetterOneIsChosen) {
  const std::unique_ptr<Model> model = make_model(testing::TwoModes{});
  FitOptions options;
  options.starts = 8;
  const Started start = start_of_fit(*model, options);
  EXPECT_NEAR(start.found.q.mean[0], -4, 0.1);
  Index left = 0, right = 0;
  for (const StartRecord& record : start.found.starts) {
    if (record.mode < 0) continue;
    const bool is_left = record.mode == start.chosen().mode;
    (is_left ? left : right) += 1;
    EXPECT_NEAR(record.log_density, std::log((is_left ? 0.7 : 0.3) / 0.5) - 0.5 * testing::kLogTwoPi, 1e-6);
  }
  EXPECT_GT(left, 0);
  EXPECT_GT(right, 0);
}

TEST(NaturalStart, WithoutAFiniteElboStepsGoOnFromTheLastTry) {
  Index calls = 0;  // finite at the point itself alone
  ModelFunctions functions;
  functions.dimension = 2;
  functions.log_density = [&](const Vector& z, Vector& gradient) {
    gradient = -z;
    return calls++ == 0 ? 0 : std::nan("");
  };
  FitOptions options = with_family(FamilyChoice::FullRank);
  options.start.point = Vector({{3, 4}});
  const Started start = start_of_fit(*make_model(functions), options);
  EXPECT_THAT(start.names(), ElementsAre("init", "init, mean-field"));
  EXPECT_EQ(start.chosen().name, "init, mean-field");
  EXPECT_TRUE(std::isinf(start.chosen().elbo.value));
  EXPECT_EQ(start.found.q.mean, Vector({{3, 4}}));
  EXPECT_EQ(start.found.q.structure, Structure::Dense);
}

TEST(NaturalStart, ADensityThatIsFiniteNowhereIsRefused) {
  ModelFunctions functions;
  functions.dimension = 2;
  functions.log_density = [](const Vector&, Vector&) { return std::nan(""); };
  EXPECT_THROW(start_of_fit(*make_model(functions), {}), InvalidArgument);
}

TEST(NaturalStart, ARequestToStopLeavesAStart) {
  const std::unique_ptr<Model> model = make_model(testing::Funnel{5});
  const Started start = start_of_fit(*model, {}, [] { return true; });
  EXPECT_EQ(start.found.q.dimension(), 5);
  for (const std::string& name : start.names()) EXPECT_NE(name, "random, mean-field");
  EXPECT_LT(start.found.draws, 1000);

  Index asked = 0, all = 0;  // stopped during the steps from the random point, which are the last to ask
  const auto whole = start_of_fit(*model, {}, [&] { return ++all, false; });
  const Started later = start_of_fit(*model, {}, [&] { return ++asked > all - 20; });
  EXPECT_EQ(later.names().back(), "random, mean-field");
  EXPECT_LT(later.found.starts.back().draws, whole.found.starts.back().draws);
}

// ELBOs of other starts are of few draws, and some are above the exact one by chance.
TEST(NaturalStart, KeepsTheStartThatExactStepsLedToTheBestGaussian) {
  const std::unique_ptr<Model> model = make_logistic(simulate_logistic(3000, 8, 2).data);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    FitOptions options;
    options.seed = seed;
    const FitResult result = fit(*model, options);
    ASSERT_EQ(result.iterations, 0);
    const ExactSteps best = exact_steps(*model, result.q, [] { return false; });
    EXPECT_NEAR(result.elbo.value, best.elbo.value, 1e-4) << seed;
    EXPECT_EQ(best.steps, 0) << seed;
  }
}

}  // namespace
}  // namespace g2t
