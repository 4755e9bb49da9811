// The objective of weights against the mean squared norm that it stands for.
#include <g2t/core/subset_problem.hpp>
#include <gtest/gtest.h>

namespace g2t {
namespace {

TEST(SubsetProblem, OfProductsIsTheMeanSquaredNorm) {
  const Matrix vectors{{1, 2, -1, 0.5}, {0.3, -1, 2, 1}, {2, 0, 1, -1}};  // v_0, v_1, v_2
  const SubsetProblem problem = problem_of_products(vectors * vectors.transpose());
  EXPECT_EQ(problem.base_seconds, 1);
  EXPECT_EQ(problem.seconds, Vector::Zero(2));
  for (const Vector& a : {Vector({{0, 0}}), Vector({{0.5, -2}}), Vector({{-1, 3}})}) {
    const double norm = (vectors.row(0) + a.transpose() * vectors.bottomRows(2)).squaredNorm();
    EXPECT_NEAR(0.5 * a.dot(problem.q * a) + problem.r.dot(a) + problem.u, norm, 1e-12 * (1 + norm));
  }
}

}  // namespace
}  // namespace g2t
