#include <g2t/core/costs.hpp>
#include <g2t/core/errors.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

TEST(ComputationCost, IsALineOrItsTable) {
  const ComputationCost line{2, 0.5, {}};
  EXPECT_DOUBLE_EQ(line.seconds(8), 6);
  const ComputationCost table{9, 0.25, {{2, 3}, {8, 4}, {16, 8}}};
  EXPECT_DOUBLE_EQ(table.seconds(1), 3);  // a lane that stands idle
  EXPECT_DOUBLE_EQ(table.seconds(2), 3);
  EXPECT_DOUBLE_EQ(table.seconds(5), 3.5);
  EXPECT_DOUBLE_EQ(table.seconds(8), 4);
  EXPECT_DOUBLE_EQ(table.seconds(12), 6);
  EXPECT_DOUBLE_EQ(table.seconds(20), 9);
}

Costs example() {
  Costs costs;
  costs.terms = {{"rep", {1, 0.1}}, {"taylor", {2, 0}}, {"taylor-products", {0, 0.5}}, {"entropy", {0, 0}}};
  costs.shared = {{{"taylor", "taylor-products"}, {10, 1}}};
  return costs;
}

TEST(Costs, AreLinearInDraws) { EXPECT_DOUBLE_EQ(example().seconds({"rep"}, 5), 1.5); }

TEST(Costs, ChargeSharedComputationsOnce) {
  const Costs costs = example();
  EXPECT_DOUBLE_EQ(costs.seconds({"rep", "entropy"}, 5), 1.5);
  EXPECT_DOUBLE_EQ(costs.seconds({"rep", "taylor"}, 5), 1.5 + 2 + 15);
  EXPECT_DOUBLE_EQ(costs.seconds({"rep", "taylor", "taylor-products"}, 5), 1.5 + 2 + 2.5 + 15);
}

TEST(Costs, OfARecipeAreThoseOfItsTerms) {
  Recipe recipe{"rep", {"taylor", "entropy"}, {1, -1}, 5, false};
  EXPECT_DOUBLE_EQ(example().of(recipe), example().seconds({"rep", "taylor", "entropy"}, 5));
  EXPECT_DOUBLE_EQ(example().of(recipe, 80), example().seconds({"rep", "taylor", "entropy"}, 80));
}

TEST(Costs, NameAMissingTerm) {
  try {
    static_cast<void>(example().term("prior"));
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("prior"), std::string::npos);
  }
}

TEST(Costs, OfPiecesAreTogetherThatOfTheirKind) {
  const std::vector<std::string> names = {"rep", "taylor.mean", "taylor.scale.a", "entropy"};
  const Costs costs = example().with_pieces(names);
  const double whole = example().seconds({"rep", "taylor"}, 5);
  EXPECT_DOUBLE_EQ(costs.seconds({"rep", "taylor.mean"}, 5), whole);
  EXPECT_DOUBLE_EQ(costs.seconds({"rep", "taylor.mean", "taylor.scale.a"}, 5), whole);
  EXPECT_DOUBLE_EQ(costs.seconds({"rep", "taylor-products", "taylor.mean"}, 5),
                   example().seconds({"rep", "taylor-products", "taylor"}, 5));  // they share the same computations
  EXPECT_EQ(example().with_pieces({"rep", "entropy"}).terms.size(), example().terms.size());
  const Costs twice = costs.with_pieces({"taylor.scale.b", "taylor.mean.b"});  // of the longest name there is
  EXPECT_DOUBLE_EQ(twice.seconds({"rep", "taylor.mean.b"}, 5), whole);
  EXPECT_EQ(twice.terms.size(), costs.terms.size() + 2);
  EXPECT_THROW(static_cast<void>(example().with_pieces({"prior.mean"}).term("prior.mean")), InvalidArgument);
}

TEST(Costs, HaveTheWholeOfPieces) {
  const Costs pieces{{{"rep", {0, 1e-6}}, {"entropy.mean", {1e-6, 1e-7}}, {"entropy.scale", {2e-6, 2e-7}}},
                     {{{"entropy.scale", "taylor"}, {0, 1e-8}}}};
  EXPECT_FALSE(pieces.has("entropy"));
  const Costs both = pieces.with_pieces({"rep", "entropy"});
  EXPECT_DOUBLE_EQ(both.seconds({"rep", "entropy"}, 10), 10e-6 + 3e-6 + 10 * 3e-7 + 10 * 1e-8);
  EXPECT_DOUBLE_EQ(both.seconds({"rep", "entropy.mean"}, 10), 10e-6 + 1e-6 + 10 * 1e-7);
}

}  // namespace
}  // namespace g2t
