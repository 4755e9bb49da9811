#include <g2t/selection/select_recipe.hpp>

#include <g2t/core/errors.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace g2t {
namespace {

// |E g|^2 = 4. The base has variance 96; c1 removes all but 6 of it for half a second, c2 all of it for 100.
Moments example(MomentUnit unit = MomentUnit::Draw) {
  Moments moments;
  moments.terms = {"rep", "entropy", "taylor"};
  moments.unit = unit;
  moments.count = 1000000;
  moments.products = (Matrix(3, 3) << 100, -90, -96, -90, 90, 90, -96, 90, 96).finished();
  moments.products_standard_error = Matrix::Zero(3, 3);
  // means of the control variates are zero but for the noise of a mean of `count` draws
  moments.mean_products = moments.products / static_cast<double>(moments.count);
  moments.mean_products(0, 0) = 4 + 96.0 / static_cast<double>(moments.count);
  return moments;
}

Costs costs() {
  Costs out;
  out.terms = {{"rep", {0.5, 0.1}}, {"entropy", {0.0, 0.1}}, {"taylor", {100, 0}}};
  return out;
}

TEST(SelectSubset, PredictsAStepOfSeveralDraws) {
  const Selection selection = select_subset(example(), costs(), 5);
  ASSERT_EQ(selection.entries.size(), 4u);
  EXPECT_NEAR(selection.gradient_squared_norm, 4, 1e-3);
  EXPECT_NEAR(selection.entries[0].squared_norm, 4 + 96.0 / 5, 1e-3);
  EXPECT_NEAR(selection.entries[0].seconds, 1.0, 1e-12);
  EXPECT_NEAR(selection.entries[1].squared_norm, 4 + 6.0 / 5, 1e-3);
  EXPECT_NEAR(selection.entries[1].seconds, 1.5, 1e-12);
  EXPECT_NEAR(selection.entries[1].recipe.weights[0], 1, 1e-9);
  for (const SelectionEntry& entry : selection.entries)
    EXPECT_DOUBLE_EQ(entry.product, entry.squared_norm * entry.seconds);
}

TEST(SelectSubset, ChoosesTheLeastProduct) {
  const Selection selection = select_subset(example(), costs(), 5);
  EXPECT_EQ(describe(selection.choice().recipe), "rep + 1 entropy");
  EXPECT_EQ(selection.choice().recipe.draws, 5);
  ASSERT_NE(selection.best_alternative(), nullptr);
  EXPECT_EQ(describe(selection.best_alternative()->recipe), "rep");
  for (const SelectionEntry& entry : selection.entries) EXPECT_GE(entry.product, selection.choice().product);
}

TEST(SelectSubset, CheapComputationsAreChosenWhenTheyPay) {
  Costs cheap = costs();
  cheap.terms[2].cost = {0.01, 0};
  EXPECT_EQ(describe(select_subset(example(), cheap, 5).choice().recipe), "rep + 1 taylor");
}

TEST(SelectSubset, ManyDrawsLeaveLittleForControlVariates) {
  // With 1000 draws the noise is averaged away already: |Eg|^2 dominates and the base alone is cheapest.
  EXPECT_EQ(describe(select_subset(example(), costs(), 1000).choice().recipe), "rep");
}

TEST(ChoicesByDraws, HaveAnOptimumBetweenFixedCostsAndTheGradientItself) {
  const std::vector<SelectionEntry> choices = choices_by_draws(example(), costs(), draw_candidates(1, 1024));
  ASSERT_EQ(choices.size(), 11u);
  for (std::size_t k = 0; k < choices.size(); ++k) {
    const double draws = std::pow(2, static_cast<double>(k));
    EXPECT_EQ(choices[k].recipe.draws, static_cast<Index>(draws));
    // The base alone, or c1 with its 0.1 a draw.
    const double base = (4 + 96 / draws) * (0.5 + 0.1 * draws), with = (4 + 6 / draws) * (0.5 + 0.2 * draws);
    EXPECT_NEAR(choices[k].product, std::min(base, with), 1e-3 * choices[k].product) << draws;
  }
  EXPECT_EQ(choices.back().recipe.control_variates.size(), 0u);
  EXPECT_EQ(choices.front().recipe.control_variates.size(), 1u);
  EXPECT_EQ(choices_by_draws(example(MomentUnit::Pair), costs(), draw_candidates(1, 8)).front().recipe.draws, 2);
  EXPECT_THROW(draw_candidates(0, 4), InvalidArgument);
}

// Of both units, with a cost table in which four lanes cost as much as one.
TEST(SelectWithDraws, TakesTheLeastProductOfAllNumbersAndUnits) {
  Costs lanes = costs();
  for (TermCost& term : lanes.terms) {
    const ComputationCost line = term.cost;
    for (const Index n : {1, 2, 4}) term.cost.by_draws.push_back({n, line.seconds(4)});
    for (const Index n : {8, 16, 32}) term.cost.by_draws.push_back({n, line.seconds(n)});
  }
  const std::vector<Index> draws = draw_candidates(1, 32);
  const Moments singles = example(), pairs = example(MomentUnit::Pair);  // a pair is as noisy as a draw: no good
  const Selection both = select_with_draws({singles, pairs}, lanes, draws);
  ASSERT_EQ(both.by_draws.size(), 6u + 5u);
  double least = std::numeric_limits<double>::infinity();
  for (const bool is_pair : {false, true})
    for (const Index n : draws) {
      if (is_pair && n % 2 != 0) continue;
      least = std::min(least, select_subset(is_pair ? pairs : singles, lanes, n).choice().product);
    }
  EXPECT_NEAR(both.choice().product, least, 0.02 * least);
  EXPECT_FALSE(both.choice().recipe.antithetic);
  EXPECT_GE(both.draws, 4);  // fewer cost the same
  EXPECT_EQ(both.choice().recipe.draws, both.draws);
  EXPECT_EQ(select_with_draws({pairs}, lanes, draws).choice().recipe.antithetic, true);
  EXPECT_THROW(select_with_draws({}, lanes, draws), InvalidArgument);
  EXPECT_THROW(select_with_draws({pairs}, lanes, {1}), InvalidArgument);
}

TEST(SelectWithDraws, TakesFewerDrawsWhereTimesCannotTell) {
  Costs flat = costs();
  for (TermCost& term : flat.terms) term.cost = {0, term.cost.per_draw};  // no cost of a step
  Moments noise = example();
  noise.mean_products.setZero();  // |E g| is 0: every number of draws has the same product
  EXPECT_EQ(select_with_draws({noise}, flat, draw_candidates(2, 64)).draws, 2);
}

TEST(SelectSubset, PairsAreUnitsOfTwoDraws) {
  const Selection pairs = select_subset(example(MomentUnit::Pair), costs(), 10);
  EXPECT_NEAR(pairs.entries[0].squared_norm, 4 + 96.0 / 5, 1e-3);
  EXPECT_TRUE(pairs.choice().recipe.antithetic);
  EXPECT_THROW(select_subset(example(MomentUnit::Pair), costs(), 5), InvalidArgument);
}

// 20 control variates, each of which takes away a share of its own of the base's noise.
Moments many() {
  constexpr Index kCount = 20;
  Moments moments = example();
  moments.terms = {"rep"};
  moments.products = Matrix::Identity(kCount + 1, kCount + 1);
  moments.products(0, 0) = 100;
  for (Index i = 1; i <= kCount; ++i) {
    moments.terms.push_back("c" + std::to_string(i));
    moments.products(0, i) = moments.products(i, 0) = std::sqrt(96 * std::pow(0.5, static_cast<double>(i)));
  }
  moments.products_standard_error = Matrix::Zero(kCount + 1, kCount + 1);
  moments.mean_products = moments.products / 1e6;
  moments.mean_products(0, 0) = 4 + 96e-6;
  return moments;
}

TEST(SelectSubset, OfManyShowsTheBestAndTheBaseAlone) {
  Costs table;
  table.terms = {{"rep", {1, 0}}};
  for (Index i = 1; i <= 20; ++i) table.terms.push_back({"c" + std::to_string(i), {0.05, 0}});
  const Selection selection = select_subset(many(), table, 4);
  EXPECT_EQ(selection.entries.size(), 21u);
  EXPECT_TRUE(selection.entries[0].recipe.control_variates.empty());
  double best = 28;  // the first k are the best k
  std::size_t best_count = 0;
  for (std::size_t k = 1; k <= 20; ++k) {
    const double product = (4 + 24 * std::pow(0.5, static_cast<double>(k))) * (1 + 0.05 * static_cast<double>(k));
    if (product < best) best = product, best_count = k;
  }
  EXPECT_NEAR(selection.choice().product, best, 1e-3);
  EXPECT_EQ(selection.choice().recipe.control_variates.size(), best_count);
  EXPECT_NEAR(select_weights(many(), table, 4).choice().squared_norm, 4 + 24 * std::pow(0.5, 20), 1e-3);
}

TEST(SelectWeights, UsesAllControlVariates) {
  const Selection selection = select_weights(example(), costs(), 5);
  ASSERT_EQ(selection.entries.size(), 1u);
  EXPECT_EQ(selection.choice().recipe.control_variates, (std::vector<std::string>{"entropy", "taylor"}));
  EXPECT_EQ(selection.best_alternative(), nullptr);
}

TEST(SelectFromPool, TakesTheLeastProductAtGivenWeights) {
  const SelectionEntry rep{"rep", Recipe{"rep", {}, {}, 5, false}};
  const SelectionEntry half{"half", Recipe{"rep", {"entropy"}, {0.5}, 5, false}};
  const Selection selection = select_from_pool(example(), costs(), {rep, half}, 5);
  ASSERT_EQ(selection.entries.size(), 2u);
  // 100 - 90 + 22.5 = 32.5 for one draw
  EXPECT_NEAR(selection.entries[1].squared_norm, 4 + 28.5 / 5, 1e-3);
  EXPECT_EQ(selection.choice().name, "half");
  EXPECT_NEAR(selection.choice().product, (4 + 28.5 / 5) * 1.5, 2e-3);
}

TEST(SelectMeasured, TakesTheLeastProductAndOfEqualOnesTheCheaper) {
  SelectionEntry slow, fast, noisy;
  slow.squared_norm = 1, slow.seconds = 4;
  fast.squared_norm = 2, fast.seconds = 2;
  noisy.squared_norm = 9, noisy.seconds = 1;
  EXPECT_EQ(select_measured({slow, fast, noisy}).chosen, 1);
  EXPECT_EQ(select_measured({noisy, slow}).chosen, 1);
  EXPECT_THROW(select_measured({}), InvalidArgument);
  noisy.seconds = 0;
  EXPECT_THROW(select_measured({slow, noisy}), InvalidArgument);
  fast.squared_norm = NAN;
  EXPECT_THROW(select_measured({slow, fast}), InvalidArgument);
}

TEST(SelectFromPool, RefusesWhatItCannotCompare) {
  EXPECT_THROW(select_from_pool(example(), costs(), {}, 5), InvalidArgument);
  const SelectionEntry prior{"p", Recipe{"rep", {"prior"}, {1}, 5, false}};
  EXPECT_THROW(select_from_pool(example(), costs(), {prior}, 5), InvalidArgument);
  const SelectionEntry other{"o", Recipe{"rep", {}, {}, 6, false}};
  EXPECT_THROW(select_from_pool(example(), costs(), {other}, 5), InvalidArgument);
}

TEST(SelectSubset, ComputationsSharedWithTheBaseArePaidByAll) {
  Costs shared = costs();
  shared.shared = {{{"rep", "entropy"}, {7, 0}}};
  const Selection selection = select_subset(example(), shared, 5);
  for (const SelectionEntry& entry : selection.entries) {
    std::vector<std::string> names = {"rep"};
    names.insert(names.end(), entry.recipe.control_variates.begin(), entry.recipe.control_variates.end());
    EXPECT_NEAR(entry.seconds, shared.seconds(names, 5), 1e-12);
  }
}

TEST(SelectSubset, ASharedComputationIsAGroup) {
  Costs shared = costs();
  shared.terms[2].cost = {0, 0};
  shared.shared = {{{"taylor", "taylor-products"}, {7, 0}}};
  const Selection selection = select_subset(example(), shared, 5);
  EXPECT_NEAR(selection.entries[2].seconds, 8.0, 1e-12);
}

}  // namespace
}  // namespace g2t
