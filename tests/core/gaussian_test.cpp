#include <g2t/core/gaussian.hpp>

#include <gtest/gtest.h>

#include <numbers>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

using testing::normals_of;
using testing::wavy_gaussian;

Matrix root_of_formula(const Gaussian& q) {
  if (q.structure == Structure::Dense) return q.cholesky;
  const Matrix identity = Matrix::Identity(q.dimension(), q.dimension()), scale = q.scale.asDiagonal();
  if (q.structure == Structure::Diagonal) return scale;
  const Matrix factors = (q.variances.cwiseSqrt().array() - 1).matrix().asDiagonal();
  return scale * (identity + q.basis * factors * q.basis.transpose());
}

TEST(Gaussian, ProductsWithTheRootAreThoseOfTheMatrix) {
  for (Structure structure : {Structure::Diagonal, Structure::Dense, Structure::LowRank}) {
    const Gaussian q = wavy_gaussian(structure, 6);
    const Matrix root = root_of_formula(q), rows = normals_of(5, 3, 6), inverse = root.inverse();
    EXPECT_LT((dense_root(q) - root).norm(), 1e-15);
    EXPECT_LT((times_root(q, rows) - rows * root.transpose()).norm(), 1e-14);
    EXPECT_LT((times_root_transposed(q, rows) - rows * root).norm(), 1e-14);
    EXPECT_LT((solve_root(q, rows) - rows * inverse.transpose()).norm(), 1e-11);
    EXPECT_LT((solve_root_transposed(q, rows) - rows * inverse).norm(), 1e-11);
    const Gaussian dense = dense_gaussian(q);
    EXPECT_LT((dense.cholesky * dense.cholesky.transpose() - root * root.transpose()).norm(), 1e-15);
    EXPECT_NEAR(entropy(dense), entropy(q), 1e-12);
    EXPECT_LT((standard_deviations(dense) - standard_deviations(q)).norm(), 1e-15);
  }
}

TEST(Gaussian, SdsOfADirectionWithoutVarianceAreNotRounding) {
  Gaussian q = isotropic_gaussian(Structure::LowRank, Vector::Zero(2), 3);
  q.basis = Vector::Unit(2, 1);
  q.variances = Vector::Constant(1, 1e-20);
  EXPECT_NEAR(standard_deviations(q)[1], 3e-10, 1e-16);
}

TEST(Gaussian, IsotropicHasOneScale) {
  for (Structure structure : {Structure::Diagonal, Structure::Dense, Structure::LowRank}) {
    const Gaussian q = isotropic_gaussian(structure, Vector::Constant(3, 2.0), 0.1);
    EXPECT_EQ(q.mean, Vector::Constant(3, 2.0));
    EXPECT_TRUE(standard_deviations(q).isApprox(Vector::Constant(3, 0.1)));
    EXPECT_NEAR(entropy(q), 3 * (std::log(0.1) + 0.5 * std::log(2 * std::numbers::pi * std::numbers::e)), 1e-12);
  }
}

TEST(Gaussian, TransformsEveryBatchSizeLikeTheFormula) {
  for (Structure structure : {Structure::Diagonal, Structure::Dense, Structure::LowRank})
    for (Index d : {1, 7, 8, 9, 38})
      for (Index draw_count : {1, 5, 8, 13}) {
        const Gaussian q = wavy_gaussian(structure, d);
        const Matrix normals = normals_of(3, draw_count, d);
        const Matrix factor = root_of_formula(q);
        const Matrix expected = (normals * factor.transpose()).rowwise() + q.mean.transpose();
        Matrix draws;
        transform_normals(q, normals, draws);
        EXPECT_LT((draws - expected).cwiseAbs().maxCoeff(), 1e-14) << d << " " << draw_count;
      }
}

TEST(Gaussian, LogDensityIsThatOfTheDraws) {
  for (Structure structure : {Structure::Diagonal, Structure::Dense, Structure::LowRank}) {
    const Gaussian q = wavy_gaussian(structure, 6);
    const Matrix normals = normals_of(4, 5, 6);
    Matrix draws;
    transform_normals(q, normals, draws);
    const Matrix factor = root_of_formula(q);
    const testing::GaussianModel same(q.mean, (factor * factor.transpose()).inverse());
    Evaluation evaluation;
    same.evaluate(draws, evaluation);
    EXPECT_LT((log_density_of_normals(q, normals) - evaluation.log_density).cwiseAbs().maxCoeff(), 1e-10);
  }
}

TEST(Gaussian, FamiliesHaveNames) {
  EXPECT_EQ(family_name(Structure::Diagonal), "mean-field");
  EXPECT_EQ(family_name(Structure::Dense), "full-rank");
  EXPECT_EQ(family_name(Structure::LowRank), "low-rank");
}

}  // namespace
}  // namespace g2t
