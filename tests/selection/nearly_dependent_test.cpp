// Control variates that are nearly proportional: they are taken together if the draws say that it pays.
#include <gtest/gtest.h>

#include <g2t/selection/gradient_moments.hpp>
#include <g2t/selection/select_recipe.hpp>
#include <g2t/selection/subset_solver.hpp>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

const Costs kCosts{{{"base", {1, 0}}, {"c1", {0.01, 0}}, {"c2", {0.01, 0}}}, {}};

// c2 is c1 and a difference of sd 0.05 (a correlation of 0.9988); the base is `slope` times that, and noise of sd 0.03.
Moments sampled(std::uint64_t seed, double slope) {
  constexpr Index kUnits = 200, kCoordinates = 3;
  GradientMoments moments({"base", "c1", "c2"});
  const Matrix normals = testing::normals_of(seed, 3 * kUnits, kCoordinates);
  for (Index m = 0; m < kUnits; ++m) {
    Matrix gradients = normals.middleRows(3 * m, 3);
    const Matrix difference = 0.05 * gradients.row(2);
    gradients.row(2) = gradients.row(1) + difference;
    gradients.row(0) = 0.03 * gradients.row(0) + slope * difference;
    moments.add(gradients);
  }
  return moments.moments();
}

TEST(NearlyDependent, ArePairedWhereTheDrawsSupportIt) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const SelectionEntry choice = select_subset(sampled(seed, 1.5), kCosts, 1, {DecideBy::CrossFit, 2}).choice();
    ASSERT_EQ(choice.recipe.weights.size(), 2u);
    EXPECT_NEAR(choice.recipe.weights[0], 1.5, 0.2);
    EXPECT_NEAR(choice.recipe.weights[1], -1.5, 0.2);
    EXPECT_NEAR(choice.squared_norm / (3 * 0.0009), 1, 0.25);  // of 7.25 with either or none
    const Recipe all = select_weights(sampled(seed, 1.5), kCosts, 1, {DecideBy::CrossFit, 2}).choice().recipe;
    EXPECT_NEAR(all.weights[1], -1.5, 0.2);
  }
}

TEST(NearlyDependent, AreNotWhereTheyDoNothing) {
  Index taken = 0, fixed = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    taken += select_subset(sampled(seed, 0), kCosts, 1, {DecideBy::CrossFit, 2}).choice().recipe.weights.size() == 2;
    const Recipe all = select_weights(sampled(seed, 0), kCosts, 1, {DecideBy::CrossFit, 2}).choice().recipe;
    fixed += all.weights[0] != 0 && all.weights[1] != 0;
  }
  EXPECT_LE(taken, 5);
  EXPECT_LE(fixed, 5);
}

// Their weights may be of any size without a bound, and are not tested on other draws as published.
TEST(NearlyDependent, AreDroppedWithoutABoundAndAsPublished) {
  for (const SelectionRules& rules : {SelectionRules(DecideBy::CrossFit), SelectionRules(DecideBy::PlugIn, 2)}) {
    const Selection selection = select_subset(sampled(1, 1.5), kCosts, 1, rules);
    EXPECT_EQ(selection.entries[3].recipe.weights[0] * selection.entries[3].recipe.weights[1], 0);
  }
}

// Moments that are given are exact: the pair leaves 0.166, the better of the two 0.9975.
TEST(NearlyDependent, AreSolvedExactlyWhereMomentsAreGiven) {
  const SubsetProblem problem{1, Vector{{0, 0.1}}, Matrix{{2, 1.997}, {1.997, 2}}, 1, Vector{{0.01, 0.01}}, {}};
  const SubsetSolution best = search_subsets(problem).best.front();
  EXPECT_EQ(best.members, (std::vector<Index>{0, 1}));
  EXPECT_NEAR(best.squared_norm, 0.166, 1e-3);
}

}  // namespace
}  // namespace g2t
