#include <g2t/core/errors.hpp>
#include <g2t/core/recipe.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace g2t {
namespace {

TEST(Recipe, DescribesItself) {
  EXPECT_EQ(describe(Recipe{}), "rep");
  EXPECT_EQ(describe(Recipe{"rep", {"entropy", "taylor"}, {-0.98, 0.1}, 5, false}),
            "rep - 0.98 entropy + 0.1 taylor");
}

TEST(Recipe, RefusesWhatIsMalformed) {
  EXPECT_NO_THROW(check(Recipe{"rep", {"entropy"}, {-1}, 4, true}));
  EXPECT_THROW(check(Recipe{"rep", {"entropy"}, {}, 4, false}), InvalidArgument);
  EXPECT_THROW(check(Recipe{"rep", {"entropy", "entropy"}, {1, 1}, 4, false}), InvalidArgument);
  EXPECT_THROW(check(Recipe{"rep", {"entropy"}, {NAN}, 4, false}), InvalidArgument);
  EXPECT_THROW(check(Recipe{"rep", {}, {}, 0, false}), InvalidArgument);
  EXPECT_THROW(check(Recipe{"rep", {}, {}, 5, true}), InvalidArgument);
}

}  // namespace
}  // namespace g2t
