#include <g2t/core/moments.hpp>

#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

// Moments of explicit gradients: rows of each matrix are units.
Moments moments_of(const std::vector<Matrix>& gradients) {
  Moments moments;
  const Index n = static_cast<Index>(gradients.size());
  moments.count = gradients[0].rows();
  moments.products.resize(n, n);
  moments.mean_products.resize(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const Matrix &a = gradients[static_cast<std::size_t>(i)], &b = gradients[static_cast<std::size_t>(j)];
      moments.products(i, j) = a.cwiseProduct(b).sum() / static_cast<double>(moments.count);
      moments.mean_products(i, j) = a.colwise().mean().dot(b.colwise().mean());
    }
  return moments;
}

TEST(Moments, TermsStandWhereTheyAreNamed) {
  Moments moments;
  moments.terms = {"rep", "entropy", "prior"};
  EXPECT_EQ(moments.index_of("entropy"), 0);
  EXPECT_EQ(moments.index_of("prior"), 1);
  EXPECT_EQ(moments.index_of("rep"), -1);  // the base is none
  EXPECT_EQ(moments.index_of("taylor"), -1);
}

TEST(Moments, SquaredNormIsThatOfTheCombination) {
  const Matrix a = testing::normals_of(1, 50, 4), b = testing::normals_of(2, 50, 4), c = testing::normals_of(3, 50, 4);
  const Moments moments = moments_of({a, b, c});
  const Vector weights = Vector({{-0.5, 2.0}});
  const Matrix combined = a + weights[0] * b + weights[1] * c;
  EXPECT_NEAR(moments.squared_norm(weights), combined.rowwise().squaredNorm().mean(), 1e-12);
  EXPECT_NEAR(moments.squared_norm(weights),
              moments.u() + moments.r().dot(weights) + 0.5 * weights.dot(moments.q() * weights), 1e-12);
}

TEST(Moments, GradientSquaredNormIsUnbiased) {
  // E g = (1, 2, 0), noise of variance 1 in each of three coordinates; the plug-in |mean g|^2 is 5 + 3/20 = 5.15.
  double sum = 0, squares = 0;
  constexpr int kRepetitions = 4000;
  for (int k = 0; k < kRepetitions; ++k) {
    Matrix g = testing::normals_of(static_cast<std::uint64_t>(100 + k), 20, 3);
    g.rowwise() += Eigen::RowVector3d(1, 2, 0);
    const double value = moments_of({g}).gradient_squared_norm(Vector());
    sum += value;
    squares += value * value;
  }
  const double mean = sum / kRepetitions;
  const double se = std::sqrt((squares / kRepetitions - mean * mean) / kRepetitions);
  EXPECT_NEAR(mean, 5.0, 4 * se);
  EXPECT_LT(4 * se, 0.15);  // so that the plug-in value would fail
}

TEST(Moments, MeansOfFoldsMakeThoseOfAll) {
  const Matrix a = testing::normals_of(1, 50, 4), b = testing::normals_of(2, 50, 4);
  const Moments expected = moments_of({a, b});
  Moments moments = expected;
  Matrix means(6, 4);  // of folds of 10, 15 and 25 units
  for (const auto& [fold, begin, count] : {std::tuple{0, 0, 10}, {1, 10, 15}, {2, 25, 25}}) {
    moments.folds.push_back({static_cast<double>(count), Matrix::Zero(2, 2)});
    means.row(2 * fold) = a.middleRows(begin, count).colwise().mean();
    means.row(2 * fold + 1) = b.middleRows(begin, count).colwise().mean();
  }
  moments.fold_mean_products = means * means.transpose();
  EXPECT_NEAR(moments.mean_products_of(0, 2)(0, 1), means.row(0).dot(means.row(5)), 1e-15);
  moments.join_fold_means();
  EXPECT_LT((moments.mean_products - expected.mean_products).norm(), 1e-14);
}

}  // namespace
}  // namespace g2t
