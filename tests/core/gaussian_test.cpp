#include <g2t/core/gaussian.hpp>

#include <gtest/gtest.h>

#include <numbers>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

using testing::normals_of;
using testing::wavy_gaussian;

TEST(Gaussian, IsotropicHasOneScale) {
  for (Structure structure : {Structure::Diagonal, Structure::Dense}) {
    const Gaussian q = isotropic_gaussian(structure, Vector::Constant(3, 2.0), 0.1);
    EXPECT_EQ(q.mean, Vector::Constant(3, 2.0));
    EXPECT_TRUE(standard_deviations(q).isApprox(Vector::Constant(3, 0.1)));
    EXPECT_NEAR(entropy(q), 3 * (std::log(0.1) + 0.5 * std::log(2 * std::numbers::pi * std::numbers::e)), 1e-12);
  }
}

TEST(Gaussian, TransformsEveryBatchSizeLikeTheFormula) {
  for (Structure structure : {Structure::Diagonal, Structure::Dense})
    for (Index d : {1, 7, 8, 9, 38})
      for (Index draw_count : {1, 5, 8, 13}) {
        const Gaussian q = wavy_gaussian(structure, d);
        const Matrix normals = normals_of(3, draw_count, d);
        const Matrix factor = structure == Structure::Dense ? q.cholesky : Matrix(q.scale.asDiagonal());
        const Matrix expected = (normals * factor.transpose()).rowwise() + q.mean.transpose();
        Matrix draws;
        transform_normals(q, normals, draws);
        EXPECT_LT((draws - expected).cwiseAbs().maxCoeff(), 1e-14) << d << " " << draw_count;
      }
}

TEST(Gaussian, LogDensityIsThatOfTheDraws) {
  for (Structure structure : {Structure::Diagonal, Structure::Dense}) {
    const Gaussian q = wavy_gaussian(structure, 6);
    const Matrix normals = normals_of(4, 5, 6);
    Matrix draws;
    transform_normals(q, normals, draws);
    const Matrix factor = structure == Structure::Dense ? q.cholesky : Matrix(q.scale.asDiagonal());
    const testing::GaussianModel same(q.mean, (factor * factor.transpose()).inverse());
    Evaluation evaluation;
    same.evaluate(draws, evaluation);
    EXPECT_LT((log_density_of_normals(q, normals) - evaluation.log_density).cwiseAbs().maxCoeff(), 1e-10);
  }
}

TEST(Gaussian, FamiliesHaveNames) {
  EXPECT_EQ(family_name(Structure::Diagonal), "mean-field");
  EXPECT_EQ(family_name(Structure::Dense), "full-rank");
}

}  // namespace
}  // namespace g2t
