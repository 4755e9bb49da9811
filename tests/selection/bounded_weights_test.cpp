// Held weights against a search over the box, and what they are for.
#include <g2t/selection/select_recipe.hpp>
#include <g2t/selection/subset_solver.hpp>
#include <selection/bounded_weights.h>

#include <gtest/gtest.h>

#include <cmath>
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
  const SubsetProblem problem = random_problem(3, 1);
  SubsetSolution solution = solve_subset(problem, {0, 2});
  const Vector before = solution.weights;
  const double product = solution.product;
  bound_weights(problem, 100, solution);
  EXPECT_EQ(solution.weights, before);
  EXPECT_EQ(solution.product, product);
}

TEST(BoundWeights, AreNearlyTheBestInTheBox) {
  constexpr double kLargest = 0.2;
  int held = 0;
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const SubsetProblem problem = random_problem(2, seed);
    SubsetSolution solution = solve_subset(problem, {0, 1});
    held += solution.weights.cwiseAbs().maxCoeff() > kLargest;
    bound_weights(problem, kLargest, solution);
    EXPECT_LE(solution.weights.cwiseAbs().maxCoeff(), kLargest * (1 + 1e-12));
    EXPECT_NEAR(solution.squared_norm, value_at(problem, solution.weights), 1e-9 * problem.u);
    EXPECT_NEAR(solution.product, solution.squared_norm * solution.seconds, 1e-12 * solution.product);
    double least = problem.u;
    for (int i = -20; i <= 20; ++i)
      for (int j = -20; j <= 20; ++j)
        least = std::min(least, value_at(problem, Vector{{kLargest * i / 20, kLargest * j / 20}}));
    EXPECT_LE(solution.squared_norm, 1.05 * least) << seed;
  }
  EXPECT_GT(held, 25);
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
