// Pools by the order of subsets; subsets by the search.
#include <gtest/gtest.h>

#include <g2t/core/errors.hpp>
#include <g2t/program/files/solve.hpp>
#include <support/subset_problems.hpp>

namespace g2t {
namespace {

TEST(Solve, RanksAPool) {
  ProblemFile problem;
  problem.pool = {{"dear", 0.5, 8}, {"tie", 1, 3}, {"cheap tie", 3, 1}, {"its equal", 3, 1}, {"none", 9, 1}};
  SearchLimits limits;
  limits.top = 4;
  limits.max_nodes = 1;
  const SubsetSearch found = solve(problem, limits);
  ASSERT_EQ(found.best.size(), 4U);
  EXPECT_EQ(found.best[0].members, (std::vector<Index>{2}));
  EXPECT_EQ(found.best[1].members, (std::vector<Index>{3}));
  EXPECT_EQ(found.best[2].members, (std::vector<Index>{1}));
  EXPECT_EQ(found.best[3].members, (std::vector<Index>{0}));
  EXPECT_EQ(found.best[0].weights, Vector::Ones(1));
  EXPECT_EQ(found.best[3].product, 4);
  EXPECT_TRUE(found.is_optimal);
  EXPECT_EQ(found.lower_bound, 3);
  limits.top = 0;
  EXPECT_THROW(solve(problem, limits), InvalidArgument);
}

TEST(Solve, SearchesSubsets) {
  ProblemFile problem;
  problem.subsets = testing::problem_of(testing::ProblemKind::Groups, 3, 6);
  SearchLimits limits;
  limits.top = 3;
  const SubsetSearch found = solve(problem, limits), expected = search_subsets(problem.subsets, limits);
  ASSERT_EQ(found.best.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(found.best[k].members, expected.best[k].members);
}

}  // namespace
}  // namespace g2t
