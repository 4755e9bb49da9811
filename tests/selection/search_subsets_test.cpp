// The search against brute force over every kind of problem, and its bounds when it is stopped.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/selection/subset_solver.hpp>
#include <limits>
#include <support/gaussians.hpp>
#include <support/subset_problems.hpp>

namespace g2t {
namespace {

using testing::problem_of;
using testing::ProblemKind;

void expect_brute_force(const SubsetProblem& problem, const std::string& what) {
  const std::vector<SubsetSolution> all = solve_all_subsets(problem);
  const SubsetSolution& expected = all[static_cast<std::size_t>(best_subset(all))];
  const SubsetSearch found = search_subsets(problem);
  ASSERT_TRUE(found.is_optimal) << what;
  const SubsetSolution& best = found.best.front();
  ASSERT_NEAR(best.product, expected.product, 1e-9 * expected.product) << what;
  ASSERT_LE(best.members.size(), expected.members.size()) << what;
  ASSERT_EQ(best.weights.size(), static_cast<Index>(best.members.size())) << what;
}

// 10,000 of them, J from 0 to 14, most of them small.
TEST(SearchSubsets, EqualsBruteForce) {
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    const Index count = static_cast<Index>(seed % 1000 == 999 ? 11 + seed / 1000 % 4 : seed % 50 == 49 ? 8 : seed % 7);
    const ProblemKind kind = testing::kProblemKinds[seed / 7 % testing::kProblemKinds.size()];
    expect_brute_force(problem_of(kind, seed, count), testing::name_of(kind) + ", seed " + std::to_string(seed));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(SearchSubsets, FindsTheBestFew) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const SubsetProblem problem = problem_of(seed % 2 == 0 ? ProblemKind::Plain : ProblemKind::Groups, seed, 7);
    std::vector<double> products;
    for (const SubsetSolution& solution : solve_all_subsets(problem)) products.push_back(solution.product);
    std::sort(products.begin(), products.end());
    SearchLimits limits;
    limits.top = 10;
    const SubsetSearch found = search_subsets(problem, limits);
    ASSERT_EQ(found.best.size(), 10u);
    for (std::size_t k = 0; k < 10; ++k) ASSERT_NEAR(found.best[k].product, products[k], 1e-9 * products[k]) << seed;
  }
}

// Independent control variates of equal cost: the best k are the k largest gains, whatever J.
TEST(SearchSubsets, SolvesManyIndependentOnesAtOnce) {
  constexpr Index kCount = 120;
  SubsetProblem problem;
  problem.u = 1;
  problem.q = 2 * Matrix::Identity(kCount, kCount);
  problem.r.resize(kCount);
  for (Index i = 0; i < kCount; ++i) problem.r[i] = 2 * std::sqrt(0.9 * std::pow(0.9, static_cast<double>(i)) * 0.1);
  problem.base_seconds = 1;
  problem.seconds = Vector::Constant(kCount, 0.05);
  double best = 1, share = 1;
  for (Index i = 0; i < kCount; ++i) {
    share -= 0.25 * problem.r[i] * problem.r[i];
    best = std::min(best, share * (1 + 0.05 * static_cast<double>(i + 1)));
  }
  const SubsetSearch found = search_subsets(problem);
  EXPECT_TRUE(found.is_optimal);
  EXPECT_NEAR(found.best.front().product, best, 1e-12);
  EXPECT_LT(found.nodes, 1000);
}

TEST(SearchSubsets, CorrelatedSixtyAreProvedInSeconds) {
  const SubsetProblem problem = problem_of(ProblemKind::Plain, 5, 60);
  SearchLimits limits;
  limits.max_nodes = 200000;
  const SubsetSearch found = search_subsets(problem, limits);
  EXPECT_TRUE(found.is_optimal) << found.nodes;
}

TEST(SearchSubsets, SaysHowFarItMayBeOffWhenItIsStopped) {
  for (const std::int64_t nodes : {1, 5, 30}) {
    const SubsetProblem problem = problem_of(ProblemKind::Correlated, 3, 13);
    const SubsetSearch whole = search_subsets(problem);
    SearchLimits limits;
    limits.max_nodes = nodes;
    const SubsetSearch cut = search_subsets(problem, limits);
    if (whole.nodes <= nodes) continue;
    EXPECT_FALSE(cut.is_optimal);
    EXPECT_LE(cut.lower_bound, whole.best.front().product * (1 + 1e-9));
    EXPECT_GE(cut.best.front().product, whole.best.front().product * (1 - 1e-9));
    EXPECT_GT(cut.lower_bound, 0);
  }
  SearchLimits limits;
  limits.max_seconds = 0;
  EXPECT_FALSE(search_subsets(problem_of(ProblemKind::Correlated, 3, 30), limits).is_optimal);
}

TEST(SearchSubsets, NoControlVariatesIsTheBase) {
  SubsetProblem problem;
  problem.u = 2.5;
  problem.base_seconds = 1;
  problem.q.resize(0, 0);
  const SubsetSearch found = search_subsets(problem);
  EXPECT_TRUE(found.best.front().members.empty());
  EXPECT_EQ(found.best.front().product, 2.5);
  EXPECT_TRUE(found.is_optimal);
}

TEST(SearchSubsets, NothingToGainIsTheBase) {
  SubsetProblem problem = problem_of(ProblemKind::Plain, 4, 5);
  problem.u = 0;
  problem.r.setZero();
  EXPECT_TRUE(search_subsets(problem).best.front().members.empty());
}

TEST(SearchSubsets, FreeControlVariatesAreUsedIfTheyHelpAndLeftOutIfNot) {
  SubsetProblem problem = problem_of(ProblemKind::Plain, 4, 3);
  problem.q.row(1).setZero();
  problem.q.col(1).setZero();
  problem.q(1, 1) = 1;
  problem.r[1] = 0;  // useless
  problem.seconds.setZero();
  EXPECT_EQ(search_subsets(problem).best.front().members, (std::vector<Index>{0, 2}));
}

TEST(SearchSubsets, IsTheSameWhateverTheUnits) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const SubsetProblem problem = problem_of(ProblemKind::Groups, seed, 6);
    const SubsetSolution expected = search_subsets(problem).best.front();
    for (const double factor : {1e-300, 1e-12, 1e12, 1e300}) {
      SubsetProblem scaled = problem;
      scaled.u *= factor;
      scaled.r *= factor;
      scaled.q *= factor;
      EXPECT_EQ(search_subsets(scaled).best.front().members, expected.members);
      scaled = problem;
      scaled.base_seconds *= factor;
      scaled.seconds *= factor;
      for (CostGroup& group : scaled.groups) group.seconds *= factor;
      EXPECT_EQ(search_subsets(scaled).best.front().members, expected.members);
    }
  }
}

TEST(SearchSubsets, RefusesNumbersThatAreNoMoments) {
  SubsetProblem problem = problem_of(ProblemKind::Plain, 4, 3);
  problem.u *= 0.01;  // below what the control variates take away
  EXPECT_THROW(search_subsets(problem), InvalidArgument);
  problem = problem_of(ProblemKind::Plain, 4, 3);
  problem.q(0, 1) += 0.1;
  EXPECT_THROW(search_subsets(problem), InvalidArgument);
  SearchLimits none;
  none.top = 0;
  EXPECT_THROW(search_subsets(problem_of(ProblemKind::Plain, 4, 3), none), InvalidArgument);
}

}  // namespace
}  // namespace g2t
