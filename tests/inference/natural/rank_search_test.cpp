// Directions of Gaussians, where they are known.
#include <inference/natural/rank_search.h>

#include <gtest/gtest.h>

#include <g2t/models/struct_model.hpp>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

using testing::normals_of;

const std::function<bool()> never = [] { return false; };

struct Factors {
  Index d = 80;
  Matrix basis = Matrix(Eigen::HouseholderQR<Matrix>(normals_of(1, d, d)).householderQ()).leftCols(4);
  Vector variances{{100, 30, 0.02, 0.1}};
  Matrix precision = Matrix::Identity(d, d) + basis * (variances.cwiseInverse().array() - 1).matrix().asDiagonal() * basis.transpose();
  testing::GaussianModel model{Vector::Zero(d), precision, false};
};

// The same density without second derivatives.
struct ScoreAlone {
  Matrix precision;
  [[nodiscard]] Index dimension() const { return precision.rows(); }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = -precision * z;
    return 0.5 * z.dot(gradient);
  }
};

TEST(RankSearch, FindsTheDirectionsWithAndWithoutSecondDerivatives) {
  const Factors truth;
  const std::unique_ptr<Model> plain = make_model(ScoreAlone{truth.precision});
  const Gaussian q = isotropic_gaussian(Structure::LowRank, Vector::Zero(truth.d), 1);
  for (const Model* model : {static_cast<const Model*>(&truth.model), static_cast<const Model*>(plain.get())}) {
    const RankFinding found = search_directions(*model, q, q.mean.transpose(), {0.1, 32, false}, never);
    ASSERT_EQ(found.directions.count(), 4);
    const Gaussian grown = with_directions(q, found.directions, 0.1, 32);
    EXPECT_LT((dense_root(grown) * dense_root(grown).transpose() - truth.precision.inverse()).norm(), 1e-3);
    double gain = 0;
    for (const double v : truth.variances) gain += cost_without(v);
    EXPECT_NEAR(found.gain, gain, 0.01 * gain);
    EXPECT_NEAR(found.least_curvature, 1, 0.01);
    // Nothing is left to be found.
    EXPECT_EQ(search_directions(*model, grown, q.mean.transpose(), {0.1, 32, false}, never).directions.count(), 0);
  }
}

TEST(RankSearch, TakesThoseThatAreWorthMostIfNotAllMayBe) {
  const Factors truth;
  const Gaussian q = isotropic_gaussian(Structure::LowRank, Vector::Zero(truth.d), 1);
  const RankFinding found = search_directions(truth.model, q, q.mean.transpose(), {0.1, 2, false}, never);
  const Gaussian two = with_directions(q, found.directions, 0.1, 2);
  ASSERT_EQ(two.rank(), 2);
  EXPECT_NEAR(two.variances[0], 0.02, 1e-3);
  EXPECT_NEAR(two.variances[1], 0.1, 1e-2);
}

TEST(RankSearch, FindsAsManyAsAreAskedForWhateverTheyAreWorth) {
  const Factors truth;
  const Gaussian q = isotropic_gaussian(Structure::LowRank, Vector::Zero(truth.d), 1);
  const RankFinding found = search_directions(truth.model, q, q.mean.transpose(), {0, 9, true}, never);
  EXPECT_GE(with_directions(q, found.directions, 0, 9).rank(), 4);
}

TEST(RankSearch, ScalesAreThoseOfTheDiagonal) {
  const Index d = 50;
  const Vector sds = normals_of(2, d, 1).col(0).array().exp();
  const Matrix precision = sds.cwiseAbs2().cwiseInverse().asDiagonal();
  const testing::GaussianModel curved(Vector::Zero(d), precision, false);
  const std::unique_ptr<Model> plain = make_model(ScoreAlone{precision});
  const Gaussian q = isotropic_gaussian(Structure::LowRank, Vector::Zero(d), 1);
  for (const Model* model : {static_cast<const Model*>(&curved), static_cast<const Model*>(plain.get())}) {
    Index evaluations = 0;
    const Gaussian found = scales_by_curvature(*model, q, normals_of(3, 8, d), evaluations);
    EXPECT_LT((found.scale.cwiseQuotient(sds).array() - 1).abs().maxCoeff(), 1e-5);
  }
}

}  // namespace
}  // namespace g2t
