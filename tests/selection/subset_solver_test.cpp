#include <g2t/selection/subset_solver.hpp>

#include <g2t/core/errors.hpp>

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>
#include <limits>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

// Moments of a random regression: y on `count` columns, of which the last copies the first if is_dependent.
SubsetProblem random_problem(std::uint64_t seed, Index count, bool is_dependent) {
  Matrix x = testing::normals_of(seed, 40, count + 1);
  for (Index j = 2; j <= count; ++j) x.col(j) += 0.7 * x.col(j - 1);
  for (Index j = 1; j <= count; ++j)
    x.col(0) += std::sin(static_cast<double>(seed) + 2.0 * static_cast<double>(j)) * x.col(j);
  if (is_dependent) x.col(count) = -3 * x.col(1);
  const Matrix gram = x.transpose() * x / 40;
  SubsetProblem problem = problem_of_products(gram);
  problem.seconds = 0.3 * testing::normals_of(seed + 1000, count, 1).col(0).array().abs();
  return problem;
}

// Of the subset of all.
Vector best_weights(const SubsetProblem& problem) {
  std::vector<Index> all;
  for (Index i = 0; i < problem.r.size(); ++i) all.push_back(i);
  return solve_subset(problem, all).weights;
}

double objective(const SubsetProblem& problem, const SubsetSolution& solution) {
  Vector a = Vector::Zero(problem.r.size());
  a(solution.members) = solution.weights;
  return 0.5 * a.dot(problem.q * a) + problem.r.dot(a) + problem.u;
}

TEST(SubsetSolver, WeightsAreTheLeastSquaresSolution) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const SubsetProblem problem = random_problem(seed, 4, false);
    const Vector expected = -problem.q.ldlt().solve(problem.r);
    EXPECT_LT((best_weights(problem) - expected).norm(), 1e-10 * expected.norm());
  }
}

TEST(SubsetSolver, SquaredNormIsTheObjectiveAtTheWeights) {
  for (bool is_dependent : {false, true}) {
    const SubsetProblem problem = random_problem(3, 4, is_dependent);
    for (const SubsetSolution& solution : solve_all_subsets(problem))
      EXPECT_NEAR(solution.squared_norm, objective(problem, solution), 1e-12 * problem.u);
  }
}

TEST(SubsetSolver, ListsEverySubsetOnceStartingWithNone) {
  const std::vector<SubsetSolution> solutions = solve_all_subsets(random_problem(1, 3, false));
  ASSERT_EQ(solutions.size(), 8u);
  EXPECT_TRUE(solutions[0].members.empty());
  EXPECT_EQ(solutions[5].members, (std::vector<Index>{0, 2}));
  EXPECT_EQ(solutions[7].members.size(), 3u);
}

TEST(SubsetSolver, NoWeightsBeatThoseOfItsChoice) {
  const SubsetProblem problem = random_problem(8, 3, false);
  const std::vector<SubsetSolution> solutions = solve_all_subsets(problem);
  const SubsetSolution& best = solutions[static_cast<std::size_t>(best_subset(solutions))];
  const Matrix trials = 3 * testing::normals_of(77, 2000, 3);
  for (Index k = 0; k < trials.rows(); ++k)
    for (const SubsetSolution& solution : solutions) {
      SubsetSolution other = solution;
      for (std::size_t i = 0; i < other.members.size(); ++i)
        other.weights[static_cast<Index>(i)] += trials(k, static_cast<Index>(i));
      ASSERT_GE(objective(problem, other) * solution.seconds, best.product * (1 - 1e-12));
    }
}

TEST(SubsetSolver, DependentColumnsKeepModerateWeights) {
  const SubsetProblem problem = random_problem(5, 4, true);
  const Vector weights = best_weights(problem);
  EXPECT_LT(weights.cwiseAbs().maxCoeff(), 10);
  // the copy adds nothing, so it is not paid for
  const std::vector<SubsetSolution> solutions = solve_all_subsets(problem);
  const std::vector<Index> chosen = solutions[static_cast<std::size_t>(best_subset(solutions))].members;
  EXPECT_FALSE(chosen.front() == 0 && chosen.back() == 3);
}

TEST(SubsetSolver, NearlyDependentColumnsAreDroppedNotPlayedAgainstEachOther) {
  // c2 = c1 + a little of something that explains the rest of g: exact weights are of size 1e4.
  SubsetProblem problem;
  problem.u = 3;
  problem.r = Vector({{2, 2 + 2e-4}});
  problem.q = (Matrix(2, 2) << 2, 2, 2, 2 + 2e-8).finished();
  problem.base_seconds = 1;
  problem.seconds = Vector({{0.1, 0.1}});
  problem.rank_tolerance = 1e-4;
  const SubsetSolution both = solve_subset(problem, {0, 1});
  EXPECT_LT(both.weights.cwiseAbs().maxCoeff(), 2);
  EXPECT_NEAR(both.squared_norm, 2, 1e-3);
  problem.rank_tolerance = 1e-10;
  EXPECT_GT(solve_subset(problem, {0, 1}).weights.cwiseAbs().maxCoeff(), 1e3);
}

TEST(SubsetSolver, ASubsetIsNeverWorseThanItsOwnSubsets) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed)
    for (const double tolerance : {1e-10, 1e-2, 0.2}) {
      SubsetProblem problem = random_problem(seed, 5, seed % 2 == 0);
      problem.rank_tolerance = tolerance;
      const std::vector<SubsetSolution> solutions = solve_all_subsets(problem);
      for (unsigned bits = 0; bits < solutions.size(); ++bits)
        for (unsigned i = 0; i < 5; ++i) {
          ASSERT_LE(solutions[bits | 1u << i].squared_norm, solutions[bits].squared_norm * (1 + 1e-12));
        }
    }
}

TEST(SubsetSolver, ZeroColumnsGetNoWeight) {
  SubsetProblem problem = random_problem(5, 2, false);
  problem.q.row(1).setZero();
  problem.q.col(1).setZero();
  problem.r[1] = 0;
  EXPECT_EQ(best_weights(problem)[1], 0);
}

TEST(SubsetSolver, DoesNotDependOnTheScaleOfAColumn) {
  SubsetProblem problem = random_problem(6, 3, false);
  const std::vector<SubsetSolution> before = solve_all_subsets(problem);
  Vector factor({{1e-12, 1, 1e12}});
  problem.q = factor.asDiagonal() * problem.q * factor.asDiagonal();
  problem.r = factor.asDiagonal() * problem.r;
  const std::vector<SubsetSolution> after = solve_all_subsets(problem);
  for (std::size_t k = 0; k < before.size(); ++k)
    EXPECT_NEAR(after[k].squared_norm, before[k].squared_norm, 1e-9 * problem.u);
}

TEST(SubsetSolver, AnExactFitIsClampedAndTheCheaperSupportWins) {
  // c1 = -g exactly, and so does c2; c1 is cheaper.
  SubsetProblem problem;
  problem.u = 2;
  problem.r = Vector({{-4, -4}});
  problem.q = Matrix::Constant(2, 2, 4);
  problem.base_seconds = 1;
  problem.seconds = Vector({{0.1, 0.2}});
  const std::vector<SubsetSolution> solutions = solve_all_subsets(problem);
  for (const SubsetSolution& solution : solutions) EXPECT_GT(solution.product, 0);
  EXPECT_EQ(solutions[static_cast<std::size_t>(best_subset(solutions))].members, std::vector<Index>{0});
}

TEST(SubsetSolver, GroupsArePaidOnce) {
  SubsetProblem problem = random_problem(2, 3, false);
  problem.seconds.setZero();
  problem.groups = {{{0, 2}, 5}};
  for (const SubsetSolution& solution : solve_all_subsets(problem)) {
    bool is_member = false;
    for (const Index i : solution.members) is_member = is_member || i != 1;
    EXPECT_EQ(solution.seconds, is_member ? 6 : 1);
  }
}

TEST(SubsetSolver, AnInfiniteCostIsNeverChosen) {
  SubsetProblem problem = random_problem(2, 2, false);
  problem.seconds[0] = problem.seconds[1] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(best_subset(solve_all_subsets(problem)), 0);
}

TEST(SubsetSolver, TiesGoToTheSimplerSubset) {
  const SubsetSolution none{{}, Vector(), 2, 1, 2};
  const SubsetSolution one{{0}, Vector::Ones(1), 1, 2, 2};
  EXPECT_EQ(best_subset({one, none}), 1);
  EXPECT_EQ(best_subset({none, one}), 0);
}

TEST(SubsetSolver, NamesTheEntryThatCannotBe) {
  const auto message_of = [](const SubsetProblem& problem) -> std::string {
    try {
      static_cast<void>(solve_all_subsets(problem));
      return "";
    } catch (const InvalidArgument& error) {
      return error.what();
    }
  };
  const SubsetProblem good = random_problem(1, 2, false);
  EXPECT_EQ(message_of(good), "");
  SubsetProblem bad = good;
  bad.q(1, 0) = NAN;
  EXPECT_NE(message_of(bad).find("Q[2][1]"), std::string::npos);
  bad = good;
  bad.r[1] = INFINITY;
  EXPECT_NE(message_of(bad).find("r[2]"), std::string::npos);
  bad = good;
  bad.base_seconds = 0;
  EXPECT_NE(message_of(bad).find("t0"), std::string::npos);
  bad = good;
  bad.seconds[0] = -1;
  EXPECT_NE(message_of(bad).find("t[1]"), std::string::npos);
  bad = good;
  bad.seconds.resize(1);
  EXPECT_NE(message_of(bad).find("t"), std::string::npos);
  bad = good;
  bad.u = -1;
  EXPECT_NE(message_of(bad).find("u"), std::string::npos);
  bad = good;
  bad.groups = {{{5}, 1}};
  EXPECT_NE(message_of(bad).find("groups[1].members"), std::string::npos);
}

TEST(SubsetSolver, ControlVariatesThatAreZeroGetFiniteWeightsAndAreNotPaidFor) {
  SubsetProblem problem;
  problem.u = 2.681168850225;
  problem.r = Vector({{0, 2 * 0.8795411163999997, 0}});
  problem.q = Matrix::Zero(3, 3);
  problem.q(1, 1) = 2 * 0.9891490442750002;
  problem.base_seconds = 1;
  problem.seconds = Vector({{0, 0.1, 0.1}});
  const std::vector<SubsetSolution> all = solve_all_subsets(problem);
  const SubsetSolution& best = all[static_cast<std::size_t>(best_subset(all))];
  EXPECT_EQ(best.members, std::vector<Index>{1});
  EXPECT_NEAR(best.weights[0], -0.88919, 5e-6);
  EXPECT_NEAR(best.product, 2.088999, 5e-7);
  for (const SubsetSolution& solution : all) EXPECT_TRUE(solution.weights.allFinite());
}

}  // namespace
}  // namespace g2t
