#include <g2t/inference/terms.hpp>
#include <g2t/inference/choice/measure_costs.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/models/simulate.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

class MeasuredCosts : public ::testing::TestWithParam<Structure> {};

// No times here: what can be known without a clock is the shape of the table.
TEST_P(MeasuredCosts, HaveARowPerTermAndChargeSharedComputationsOnce) {
  const SimulatedPoisson simulated = simulate_poisson({3, 4}, 30, 1);
  const std::unique_ptr<Model> model = make_poisson(simulated.data);
  const std::unique_ptr<Family> q =
      make_family(isotropic_gaussian(GetParam(), Vector::Zero(model->dimension()), 0.1), {});
  const TermSet terms = make_terms(*model, GetParam(), {"all"});
  const CostMeasurement measured = measure_costs(*model, *q, terms, {}, {{8, 32}, false, 1, 0, 0.0, 2});
  ASSERT_EQ(static_cast<Index>(measured.costs.terms.size()), terms.size());
  for (const TermCost& term : measured.costs.terms) {
    EXPECT_GE(term.cost.per_step, 0) << term.name;
    EXPECT_GE(term.cost.per_draw, 0) << term.name;
    EXPECT_LT(term.cost.seconds(8), 1) << term.name;
  }
  EXPECT_EQ(measured.costs.terms[0].name, "rep");
  EXPECT_GT(measured.costs.term("rep").seconds(8), 0);
  EXPECT_GT(measured.density_evaluations, 8);

  const auto shares = [&](const std::string& a, const std::string& b) {
    for (const SharedCost& shared : measured.costs.shared) {
      const std::vector<std::string>& m = shared.members;
      if (std::count(m.begin(), m.end(), a) == 1 && std::count(m.begin(), m.end(), b) == 1) return true;
    }
    return false;
  };
  EXPECT_TRUE(shares("taylor", "taylor-products"));
  // both have a dense expected derivative in the full-rank family of a hierarchical model
  EXPECT_EQ(shares("taylor", "prior"), GetParam() == Structure::Dense);
}

TEST_P(MeasuredCosts, AreAsManyPointsAsAreAskedFor) {
  const SimulatedPoisson simulated = simulate_poisson({3, 4}, 30, 1);
  const std::unique_ptr<Model> model = make_poisson(simulated.data);
  const std::unique_ptr<NaturalFamily> q =
      make_natural(isotropic_gaussian(GetParam(), Vector::Zero(model->dimension()), 0.1));
  const TermSet terms = make_terms(*model, GetParam(), {"entropy.scale", "prior.mean", "prior.scale"});
  const auto cost = [&](std::vector<Index> draws, double step) {
    const Costs costs = measure_natural_costs(*model, *q, terms, {draws, true, 1, 0, 0.0, 2}, step).costs;
    EXPECT_EQ(static_cast<Index>(costs.terms.size()), terms.size());
    EXPECT_EQ(costs.shared.front().members, (std::vector<std::string>{"prior.mean", "prior.scale"}));
    return costs.term("rep");
  };
  const ComputationCost one = cost({8}, 1e-3), table = cost({2, 8, 32}, 0);
  EXPECT_EQ(one.per_step, 0);
  EXPECT_DOUBLE_EQ(one.seconds(8), 1e-3);  // as it was given
  ASSERT_EQ(table.by_draws.size(), 3u);
  EXPECT_EQ(table.by_draws[1].draws, 8);
  EXPECT_EQ(table.seconds(8), table.by_draws[1].seconds);
  EXPECT_THROW(static_cast<void>(measure_natural_costs(*model, *q, terms, {}, 0)), InvalidArgument);
}

TEST_P(MeasuredCosts, OfAnAnchorAreSpreadOverItsSteps) {
  const SimulatedPoisson simulated = simulate_poisson({3, 4}, 30, 1);
  const std::unique_ptr<Model> model = make_poisson(simulated.data);
  const TermSet terms =
      make_terms(*model, GetParam(), {"entropy", "anchored-taylor.mean", "anchored-taylor.scale", "taylor"});
  Costs costs;
  for (const std::string& name : terms.names()) costs.terms.push_back({name, {1, 0, {}}});
  const Costs before = costs;
  spread_anchor(costs, terms, 30, 0);  // nobody knows over how many
  EXPECT_TRUE(costs.shared.empty());
  spread_anchor(costs, terms, 30, 60);
  const auto extra = [&](const std::vector<std::string>& names) {
    return costs.seconds(names, 8) - before.seconds(names, 8);
  };
  EXPECT_DOUBLE_EQ(extra({"rep", "entropy", "taylor"}), 0);
  EXPECT_DOUBLE_EQ(extra({"rep", "anchored-taylor.mean"}), 0.5);
  EXPECT_DOUBLE_EQ(extra({"rep", "anchored-taylor.mean", "anchored-taylor.scale"}), 0.5);
}

TEST(AnchoringSeconds, AreThoseOfGradients) {
  const SimulatedPoisson simulated = simulate_poisson({3, 4}, 30, 1);
  const TermSet terms = make_terms(*make_poisson(simulated.data), Structure::Diagonal, {"none"});
  Costs costs;
  costs.terms.push_back({"rep", {1, 0.5, {}}});
  EXPECT_EQ(anchoring_seconds(costs, terms, 0, 10), 0);     // nothing has an anchor
  EXPECT_EQ(anchoring_seconds(costs, terms, 21, 10), 11.5);  // differences
  EXPECT_EQ(anchoring_seconds(costs, terms, 1, 10), 6.5);    // an exact Hessian
}

INSTANTIATE_TEST_SUITE_P(Structures, MeasuredCosts, ::testing::Values(Structure::Diagonal, Structure::Dense));

}  // namespace
}  // namespace g2t
