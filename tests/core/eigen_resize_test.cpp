// Without memory, and with it: what Eigen promises, which keeps as many numbers as before.
#include <core/eigen_resize.h>

#include <gtest/gtest.h>

#include <new>

namespace g2t {
namespace {

constexpr Eigen::Index kTooMany = Eigen::Index{1} << 61;  // numbers, so that bytes cannot be counted

template <class Values>
void expect_empty_after_failure(Values values) {
  EXPECT_THROW(values.resize(kTooMany), std::bad_alloc);
  EXPECT_EQ(values.size(), 0);  // and the earlier numbers are not freed again
  values.setOnes(3);
  EXPECT_EQ(values.sum(), 3);
}

TEST(EigenResize, LeavesNothingWithoutMemory) {
  expect_empty_after_failure(Eigen::VectorXd(5));
  expect_empty_after_failure(Eigen::RowVectorXd(5));
  expect_empty_after_failure(Eigen::ArrayXd(5));
  Eigen::MatrixXd matrix(2, 3);
  EXPECT_THROW(matrix.resize(kTooMany, 1), std::bad_alloc);
  EXPECT_EQ(matrix.size(), 0);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows(2, 3);
  EXPECT_THROW(rows.resize(kTooMany, 1), std::bad_alloc);
  EXPECT_EQ(rows.size(), 0);
}

TEST(EigenResize, KeepsAsManyNumbersAsBefore) {
  Eigen::MatrixXd matrix{{1, 3, 5}, {2, 4, 6}};
  matrix.resize(3, 2);
  EXPECT_EQ(matrix, (Eigen::MatrixXd{{1, 4}, {2, 5}, {3, 6}}));
  matrix.resize(4, 5);
  EXPECT_EQ(matrix.rows(), 4);
  EXPECT_EQ(matrix.cols(), 5);
  matrix.resize(0, 5);
  EXPECT_EQ(matrix.size(), 0);
  EXPECT_EQ(matrix.cols(), 5);
}

}  // namespace
}  // namespace g2t
