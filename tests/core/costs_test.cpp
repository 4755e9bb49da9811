#include <g2t/core/costs.hpp>
#include <g2t/core/errors.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

Costs example() {
  Costs costs;
  costs.terms = {{"rep", {1, 0.1}}, {"taylor", {2, 0}}, {"taylor-products", {0, 0.5}}, {"entropy", {0, 0}}};
  costs.shared = {{{"taylor", "taylor-products"}, {10, 1}}};
  return costs;
}

TEST(Costs, AreLinearInDraws) { EXPECT_DOUBLE_EQ(example().seconds({"rep"}, 5), 1.5); }

TEST(Costs, ChargeSharedWorkOnce) {
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

}  // namespace
}  // namespace g2t
