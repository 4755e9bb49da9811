#include <g2t/estimators/recipes.hpp>

#include <g2t/core/errors.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

TEST(Recipes, AreThePublishedOnes) {
  EXPECT_EQ(describe(recipe_by_name("rep", 5, false)), "rep");
  EXPECT_EQ(describe(recipe_by_name("stl", 5, false)), "rep - 1 entropy");
  EXPECT_EQ(describe(recipe_by_name("miller", 5, false)), "rep + 1 taylor");
}

TEST(Recipes, CarryDrawsAndPairs) {
  for (const std::string& name : recipe_names()) {
    const Recipe recipe = recipe_by_name(name, 6, true);
    EXPECT_EQ(recipe.draws, 6);
    EXPECT_TRUE(recipe.antithetic);
    EXPECT_NO_THROW(check(recipe));
  }
}

TEST(Recipes, RefuseUnknownNames) { EXPECT_THROW(recipe_by_name("adam", 5, false), InvalidArgument); }

}  // namespace
}  // namespace g2t
