// Choices on draws that did not fit the weights: they predict what is realised, and do not fall for noise.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/selection/gradient_moments.hpp>
#include <g2t/selection/select_recipe.hpp>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

std::vector<std::string> names_of(Index control_variates) {
  std::vector<std::string> names = {"base"};
  for (Index i = 1; i <= control_variates; ++i) names.push_back("c" + std::to_string(i));
  return names;
}

Costs costs_of(Index control_variates, double seconds) {
  Costs costs;
  costs.terms.push_back({"base", {1, 0}});
  for (Index i = 1; i <= control_variates; ++i) costs.terms.push_back({names_of(i).back(), {seconds, 0}});
  return costs;
}

// Gradients with one coordinate: a standard normal base, of which the first `useful` control variates take away a tenth
// each and the others nothing.
Moments sampled(std::uint64_t seed, Index units, Index control_variates, Index useful) {
  GradientMoments moments(names_of(control_variates));
  const Matrix normals = testing::normals_of(seed, units, control_variates + 1);
  for (Index m = 0; m < units; ++m) {
    Matrix gradients = normals.row(m).transpose();
    gradients(0, 0) *= std::sqrt(1 - 0.1 * static_cast<double>(useful));
    for (Index i = 1; i <= useful; ++i) gradients(0, 0) += std::sqrt(0.1) * normals(m, i);
    moments.add(gradients);
  }
  return moments.moments();
}

// Of weights w: base and control variates are independent standard normals but for the shares of sqrt(0.1).
double realised(const SelectionEntry& entry, Index useful) {
  double squared = 1 - 0.1 * static_cast<double>(useful);
  Vector on = Vector::Zero(64);
  on.head(useful).setConstant(std::sqrt(0.1));
  for (std::size_t i = 0; i < entry.recipe.weights.size(); ++i)
    on[std::stoi(entry.recipe.control_variates[i].substr(1)) - 1] += entry.recipe.weights[i];
  return squared + on.squaredNorm();
}

struct Prediction {
  double cross_fitted = 0, plug_in = 0;  // mean of predicted over realised
};

Prediction predict(Index units, Index control_variates, Index useful) {
  constexpr int kRepetitions = 200;
  Prediction out;
  for (int k = 0; k < kRepetitions; ++k) {
    const Moments moments = sampled(1000 + static_cast<std::uint64_t>(k), units, control_variates, useful);
    const SelectionEntry all = select_weights(moments, costs_of(control_variates, 0), 1).choice();
    out.cross_fitted += all.squared_norm / realised(all, useful) / kRepetitions;
    out.plug_in += all.plug_in_squared_norm / realised(all, useful) / kRepetitions;
  }
  return out;
}

// One prediction is off by sqrt(2 / units) = 0.25 or so: 200 of them by 0.018.
TEST(CrossFittedChoice, PredictsWhatIsRealised) {
  const Prediction few = predict(32, 8, 3);
  EXPECT_NEAR(few.cross_fitted, 1, 0.12);  // on fits to 28 of 32 units, so a little too high
  EXPECT_LT(few.plug_in, 0.7);
  const Prediction many = predict(400, 8, 3);
  EXPECT_NEAR(many.cross_fitted, 1, 0.03);
  EXPECT_NEAR(many.plug_in, 1, 0.08);
}

// How many control variates that do nothing are taken, over `seeds` choices from `units` units each.
Index taken(DecideBy decide_by, Index units, Index control_variates, std::uint64_t seeds) {
  Index count = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Moments moments = sampled(seed, units, control_variates, 0);
    const Selection selection = select_subset(moments, costs_of(control_variates, 0.01), 1, decide_by);
    count += static_cast<Index>(selection.choice().recipe.weights.size());
  }
  return count;
}

TEST(CrossFittedChoice, DoesNotFallForNoise) {
  EXPECT_GT(taken(DecideBy::PlugIn, 24, 6, 40), 100);  // of 240
  EXPECT_LT(taken(DecideBy::CrossFit, 24, 6, 40), 20);
}

// Of thirty without effect, the best one on every fold is best by chance: a few are taken, not most of them.
TEST(CrossFittedChoice, HardlyFallsForNoiseOfManyControlVariates) {
  EXPECT_GT(taken(DecideBy::PlugIn, 40, 30, 5), 100);  // of 150
  EXPECT_LT(taken(DecideBy::CrossFit, 40, 30, 5), 30);
}

TEST(CrossFittedChoice, FindsTheFewThatHelpAmongMany) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const SelectionEntry choice = select_subset(sampled(seed, 200, 30, 6), costs_of(30, 0.01), 1).choice();
    EXPECT_LT(realised(choice, 6), 0.75) << seed;  // 1 without any, 0.4 with exactly those six
    EXPECT_LE(choice.recipe.weights.size(), 10u);
  }
}

TEST(CrossFittedChoice, OfThoseThatCannotBeToldApartTheSimplestIsTaken) {
  // c2 is c1 and a little noise of its own: together they are no better than c1, which costs nothing.
  GradientMoments moments(names_of(2));
  const Matrix normals = testing::normals_of(3, 200, 3);
  for (Index m = 0; m < 200; ++m) {
    Matrix gradients(3, 1);
    gradients << normals(m, 0) + normals(m, 1), normals(m, 1), normals(m, 1) + 0.3 * normals(m, 2);
    moments.add(gradients);
  }
  const Selection selection = select_subset(moments.moments(), costs_of(2, 0), 1);
  EXPECT_EQ(selection.choice().recipe.control_variates, std::vector<std::string>{"c1"});
  EXPECT_TRUE(selection.choice().is_tied);
  EXPECT_TRUE(selection.entries[3].is_tied);   // both
  EXPECT_FALSE(selection.entries[0].is_tied);  // none
  EXPECT_EQ(selection.decided_by, DecideBy::CrossFit);
}

TEST(CrossFittedChoice, WithoutFoldsThePlugInDecides) {
  Moments moments = sampled(1, 100, 3, 1);
  const Selection with = select_subset(moments, costs_of(3, 0.01), 1, DecideBy::PlugIn);
  moments.folds.clear();
  const Selection without = select_subset(moments, costs_of(3, 0.01), 1);
  EXPECT_EQ(without.decided_by, DecideBy::PlugIn);
  EXPECT_TRUE(std::isnan(without.choice().standard_error));
  for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(without.entries[k].squared_norm, with.entries[k].plug_in_squared_norm);
}

TEST(CrossFittedChoice, StandardErrorsAreThoseOfRepetitions) {
  Vector values(200);
  double claimed = 0;
  for (Index k = 0; k < values.size(); ++k) {
    const SelectionEntry entry =
        select_weights(sampled(5000 + static_cast<std::uint64_t>(k), 160, 2, 2), costs_of(2, 0), 1).choice();
    values[k] = entry.squared_norm;
    claimed += entry.standard_error / 200;
  }
  const double sd = std::sqrt((values.array() - values.mean()).square().mean());
  EXPECT_NEAR(claimed, sd,
              0.2 * sd);  // an sd of 200 is known to 5 %, a standard error of eight folds to 25 % / sqrt(200)
}

}  // namespace
}  // namespace g2t
