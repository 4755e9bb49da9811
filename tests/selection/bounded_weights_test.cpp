// Weights at their bound: the conditions of a minimum, the search over subsets, and what they are for.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/selection/select_recipe.hpp>
#include <g2t/selection/subset_solver.hpp>
#include <numeric>
#include <random>

namespace g2t {
namespace {

SubsetProblem random_problem(Index count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const Matrix vectors = Matrix::NullaryExpr(count + 4, count + 1, [&] { return normal(random); });
  const Matrix products = vectors.transpose() * vectors;
  SubsetProblem out = problem_of_products(products);
  out.seconds = Vector::Constant(count, 0.1);
  return out;
}

double value_at(const SubsetProblem& problem, const Vector& weights) {
  return problem.u + problem.r.dot(weights) + 0.5 * weights.dot(problem.q * weights);
}

TEST(BoundWeights, LeaveModerateOnesAlone) {
  SubsetProblem problem = random_problem(3, 1);
  const SubsetSolution free = solve_subset(problem, {0, 2});
  problem.largest_weight = 100;
  const SubsetSolution bounded = solve_subset(problem, {0, 2});
  EXPECT_EQ(bounded.weights, free.weights);
  EXPECT_EQ(bounded.product, free.product);
}

// At the minimum slopes vanish at weights inside, and at the bound no weight wants to come back.
TEST(BoundWeights, AreTheBestInTheBox) {
  constexpr double kLargest = 0.2;
  int held = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    const Index count = 1 + static_cast<Index>(seed % 8);
    SubsetProblem problem = random_problem(count, seed);
    std::vector<Index> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), Index{0});
    problem.largest_weight = kLargest;
    const SubsetSolution solution = solve_subset(problem, all);
    const Vector slopes = problem.r + problem.q * solution.weights;
    for (Index i = 0; i < count; ++i) {
      const double weight = solution.weights[i];
      ASSERT_LE(std::abs(weight), kLargest);
      const bool is_held = std::abs(weight) == kLargest;
      held += is_held;
      EXPECT_LE(is_held ? weight * slopes[i] : std::abs(slopes[i]), 1e-9 * problem.u) << seed;
    }
    EXPECT_NEAR(solution.squared_norm, value_at(problem, solution.weights), 1e-9 * problem.u);
    EXPECT_NEAR(solution.product, solution.squared_norm * solution.seconds, 1e-12 * solution.product);
  }
  EXPECT_GT(held, 300);
}

// The best subset without a bound is often not the best one with it.
TEST(BoundWeights, AreSearchedUnderTheirBound) {
  int different = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SubsetProblem problem = random_problem(8, seed);
    const std::vector<Index> free = search_subsets(problem).best.front().members;
    problem.largest_weight = 0.3;
    const std::vector<SubsetSolution> all = solve_all_subsets(problem);
    const SubsetSolution& expected = all[static_cast<std::size_t>(best_subset(all))];
    const SubsetSearch found = search_subsets(problem);
    ASSERT_TRUE(found.is_optimal);
    ASSERT_NEAR(found.best.front().product, expected.product, 1e-9 * expected.product) << seed;
    different += found.best.front().members != free;
  }
  EXPECT_GT(different, 50);
}

// A term of little size that happens to point along the gradient where q is: its least-squares weight is 800.
TEST(BoundWeights, KeepAChoiceFromTermsOfLittleSize) {
  Moments moments;
  moments.terms = {"rep", "entropy", "prior"};
  moments.count = 400;
  moments.products = Matrix{{100, 20, -0.08}, {20, 20, 0.0}, {-0.08, 0.0, 1e-4}};
  moments.products_standard_error = Matrix::Zero(3, 3);
  moments.mean_products = Matrix::Zero(3, 3);
  Costs costs;
  for (const char* name : {"rep", "entropy", "prior"})
    costs.terms.push_back({name, {std::string(name) == "rep" ? 1.0 : 0.01, 0, {}}});
  const SelectionEntry free = select_subset(moments, costs, 1, DecideBy::PlugIn).choice();
  EXPECT_EQ(free.recipe.control_variates, (std::vector<std::string>{"entropy", "prior"}));
  EXPECT_NEAR(free.recipe.weights[1], 800, 1e-6);
  const Selection bounded = select_subset(moments, costs, 1, {DecideBy::PlugIn, 2});
  EXPECT_EQ(bounded.choice().recipe.control_variates, std::vector<std::string>{"entropy"});
  EXPECT_NEAR(bounded.choice().recipe.weights[0], -1, 1e-9);
  for (const SelectionEntry& entry : bounded.entries)
    for (const double weight : entry.recipe.weights) EXPECT_LE(std::abs(weight), 2);
}

}  // namespace
}  // namespace g2t
