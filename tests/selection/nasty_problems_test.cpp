// Problems on which a careless solver errs, each with the answer written out and against brute force of its own.
#include <core/decompositions.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <g2t/selection/subset_solver.hpp>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

using Members = std::vector<Index>;

constexpr Index kColumns = 6, kRows = 60;
constexpr double kPlain = 0.0270327491;                        // product of the best, of that of the base alone
constexpr double kCheaperCopy = 0.0263454758;                  // with a copy of c2 at a quarter of its cost
constexpr double kMin = 1.15 * SubsetSolution::kMinShare;      // of an exact fit by c1, c2 and c3

// Six independent columns, of which the base is a combination of the first four.
struct Data {
  Matrix x = testing::normals_of(11, kRows, kColumns + 1);  // the base's noise first, control variates from 1
  Vector seconds = (Vector(kColumns) << 0.05, 0.04, 0.06, 0.03, 0.02, 0.01).finished();

  void make_base(double c1, double c2, double c3, double c4, double noise) {
    x.col(0) = c1 * x.col(1) + c2 * x.col(2) + c3 * x.col(3) + c4 * x.col(4) + noise * x.col(0);
  }
  [[nodiscard]] SubsetProblem problem(double unit = 1) const {
    const Matrix gram = unit * (x.transpose() * x) / static_cast<double>(kRows);
    SubsetProblem out = problem_of_products(gram);
    out.seconds = seconds;
    return out;
  }
};

Data plain() {
  Data data;
  data.make_base(1, -0.8, 0.5, 0.3, 0.2);
  return data;
}

// The least product over all supports, by pseudo-inverses that drop what the header calls nearly dependent.
double brute_force(const SubsetProblem& problem) {
  double least = problem.u * problem.base_seconds;
  const Vector roots = problem.q.diagonal().cwiseSqrt();
  for (unsigned bits = 1; bits < 1u << kColumns; ++bits) {
    Members members;
    for (Index i = 0; i < kColumns; ++i)
      if ((bits >> i & 1u) != 0 && roots[i] > 0) members.push_back(i);
    const Index n = static_cast<Index>(members.size());
    if (n == 0) continue;
    const Vector scales = roots(members).cwiseInverse();
    const Matrix scaled = scales.asDiagonal() * problem.q(members, members) * scales.asDiagonal();
    const auto [eigenvalues, eigenvectors] = symmetric_eigen(scaled);
    const Vector along = eigenvectors.transpose() * scales.cwiseProduct(problem.r(members));
    double squared_norm = problem.u;
    for (Index k = 0; k < n; ++k)
      if (eigenvalues[k] > problem.rank_tolerance * static_cast<double>(n))
        squared_norm -= 0.5 * along[k] * along[k] / eigenvalues[k];
    double seconds = problem.base_seconds;
    for (Index i = 0; i < kColumns; ++i)
      if ((bits >> i & 1u) != 0) seconds += problem.seconds[i];
    least = std::min(least, std::max(squared_norm, SubsetSolution::kMinShare * problem.u) * seconds);
  }
  return least;
}

// @param product  relative to that of the base alone
void expect_best(const SubsetProblem& problem, const Members& members, double product) {
  const SubsetSearch found = search_subsets(problem);
  EXPECT_TRUE(found.is_optimal);
  EXPECT_EQ(found.best.front().members, members);
  const double base = problem.u * problem.base_seconds;
  EXPECT_NEAR(found.best.front().product / base, product, 1e-6 * product + 1e-13);
  EXPECT_NEAR(found.best.front().product / base, brute_force(problem) / base, 1e-9 * product + 1e-13);
  const std::vector<SubsetSolution> all = solve_all_subsets(problem);
  EXPECT_EQ(all[static_cast<std::size_t>(best_subset(all))].members, members);
}

TEST(NastyProblems, Plain) { expect_best(plain().problem(), {0, 1, 2, 3}, kPlain); }

TEST(NastyProblems, CheaperDoubleAndZeroColumn) {
  Data data = plain();
  data.x.col(6) = 2 * data.x.col(2);
  data.x.col(5).setZero();
  expect_best(data.problem(), {0, 2, 3, 5}, kCheaperCopy);
}

TEST(NastyProblems, DearerDoubleAndZeroColumn) {
  Data data = plain();
  data.x.col(6) = 2 * data.x.col(2);
  data.x.col(5).setZero();
  data.seconds[5] = 0.05;
  expect_best(data.problem(), {0, 1, 2, 3}, kPlain);
}

TEST(NastyProblems, ThirdOfAnother) {
  Data data = plain();
  data.x.col(6) = data.x.col(2) / 3;
  expect_best(data.problem(), {0, 2, 3, 5}, kCheaperCopy);
}

TEST(NastyProblems, TwoLinearRelations) {
  Data data = plain();
  data.x.col(5) = data.x.col(1) - 2 * data.x.col(2);
  data.x.col(6) = 0.5 * data.x.col(1) + data.x.col(3);
  expect_best(data.problem(), {1, 3, 4, 5}, 0.0252000204);
}

TEST(NastyProblems, TinyAndHugeMoments) {
  for (const double unit : {1e-12, 1e12}) expect_best(plain().problem(unit), {0, 1, 2, 3}, kPlain);
}

TEST(NastyProblems, TinyAndHugeColumns) {
  Data data = plain();
  data.x.col(1) *= 1e6;
  data.x.col(3) *= 1e-6;
  data.x.col(6) *= 1e6;
  expect_best(data.problem(), {0, 1, 2, 3}, kPlain);
}

TEST(NastyProblems, ExactCombination) {
  Data data;
  data.make_base(1, -1, 0.5, 0, 0);
  expect_best(data.problem(), {0, 1, 2}, kMin);
  EXPECT_GT(search_subsets(data.problem()).best.front().product, 0);
}

TEST(NastyProblems, CombinationWithTinyResidual) {
  Data data;
  data.make_base(1, -1, 0.5, 0, 1e-10);
  expect_best(data.problem(), {0, 1, 2}, kMin);
}

TEST(NastyProblems, CostsFromNanosecondsToTheBase) {
  Data data = plain();
  data.seconds << 1, 1e-1, 1e-3, 1e-5, 1e-7, 1e-9;
  expect_best(data.problem(), {0, 1, 2, 3, 4, 5}, 0.0476801914);
}

}  // namespace
}  // namespace g2t
