// Products of columns against Eigen's, and the same bits from any number of threads and any fused instruction set.
#include <core/cross_products.h>
#include <g2t/core/thread_team.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <support/chosen_target.hpp>
#include <support/gaussians.hpp>
#include <vector>

namespace g2t {
namespace {

TEST(CrossProducts, AreThoseOfEigen) {
  for (const Index rows : {1, 7, 8, 9, 511, 512, 513, 1300})
    for (const Index left : {1, 3, 4, 9})
      for (const Index right : {1, 2, 5}) {
        const Matrix a = testing::normals_of(1, rows, left), b = testing::normals_of(2, rows, right);
        Matrix out = Matrix::Ones(left, right + 2);
        add_cross_products(a, b, out, 2);
        const Matrix expected = (a.transpose() * b).array() + 1;
        ASSERT_LT((out.rightCols(right) - expected).cwiseAbs().maxCoeff(), 1e-12 * static_cast<double>(rows));
        ASSERT_EQ(out.leftCols(2), Matrix(Matrix::Ones(left, 2)));
      }
}

TEST(CrossProducts, OfSymmetricOnesHaveTheLowerTriangle) {
  const Matrix rows = testing::normals_of(3, 300, 11);
  Matrix out = Matrix::Zero(11, 11);
  add_symmetric_products(rows, rows, out);
  const Matrix expected = rows.transpose() * rows;
  EXPECT_LT((out - expected).triangularView<Eigen::Lower>().toDenseMatrix().cwiseAbs().maxCoeff(), 1e-11);
}

TEST(CrossProducts, AreTheSameBitsForAllFusedInstructions) {
  const Matrix a = testing::normals_of(4, 777, 9), b = testing::normals_of(5, 777, 7);
  std::vector<Matrix> found;
  for (const std::int64_t target : testing::fused_targets()) {
    const testing::ChosenTarget chosen(target);
    found.push_back(Matrix::Zero(9, 7));
    add_cross_products(a, b, found.back());
    EXPECT_EQ(found.back(), found.front());
  }
}

TEST(CrossProducts, WeightedCovarianceIsThatOfItsDefinition) {
  constexpr Index kRows = 3000;
  const Matrix rows = testing::normals_of(6, kRows, 5);
  const Vector weights = testing::normals_of(7, kRows, 1).col(0).cwiseAbs(), mean = rows.colwise().mean();
  const Matrix centred = rows.rowwise() - mean.transpose();
  const Matrix expected = centred.transpose() * weights.asDiagonal() * centred, found = weighted_covariance(rows, mean, weights);
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_EQ(found, Matrix(found.transpose()));
  for (const Index threads : {2, 4}) {
    const ThreadScope scope(threads);
    EXPECT_EQ(weighted_covariance(rows, mean, weights), found);
  }
}

TEST(CrossProducts, BlocksCoverAllRowsOnce) {
  for (const Index rows : {0, 1, 256, 257, 2000}) {
    std::vector<int> seen(static_cast<std::size_t>(rows), 0);
    const ThreadScope scope(2);
    share_row_blocks(rows, [&](Index first, Index count) {
      for (Index row = first; row < first + count; ++row) ++seen[static_cast<std::size_t>(row)];
    });
    EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; })) << rows;
    EXPECT_EQ(sum_over_rows(rows, 1, 1, [](Index, Index count, Matrix& sum) { sum.array() += static_cast<double>(count); })(0, 0),
              static_cast<double>(rows));
  }
}

}  // namespace
}  // namespace g2t
