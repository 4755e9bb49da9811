// What every model keeps: score, Hessians and expectations agree with its density; bad draws are flagged alone.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/random.hpp>
#include <g2t/models/gradient_check.hpp>
#include <limits>
#include <ostream>
#include <thread>

#include "models/data.hpp"

namespace g2t::test {

void PrintTo(const NamedModel& named, std::ostream* out);
void PrintTo(const NamedModel& named, std::ostream* out) { *out << named.name; }

namespace {

Matrix normals(Index rows, Index columns, std::uint64_t iteration) {
  Matrix out(rows, columns);
  fill_normals({.seed = 11, .purpose = Purpose::Check, .iteration = iteration}, out);
  return out;
}

class ModelLaws : public ::testing::TestWithParam<NamedModel> {
 protected:
  const Model& model_ = *GetParam().model;
  const Index dimension_ = model_.dimension();
  const Vector point_ = 0.7 * normals(1, dimension_, 1).row(0).transpose();

  [[nodiscard]] Gaussian gaussian(Structure structure) const {
    Gaussian q = isotropic_gaussian(structure, point_, 0.2);
    const Matrix noise = normals(dimension_, dimension_, 2);
    if (structure != Structure::Dense) {
      q.scale = 0.2 * (0.3 * noise.col(0)).array().exp();
      if (structure == Structure::Diagonal) return q;
      const Index rank = std::min<Index>(2, dimension_);
      q.basis = Matrix(Eigen::HouseholderQR<Matrix>(noise).householderQ()).leftCols(rank);
      q.variances = Vector({{2, 0.4}}).head(rank);
    } else {
      q.cholesky = (0.06 * noise).triangularView<Eigen::StrictlyLower>();
      q.cholesky.diagonal() = 0.2 * (0.3 * noise.col(0)).array().exp();
    }
    return q;
  }
  [[nodiscard]] std::vector<Structure> structures() const {
    std::vector<Structure> all;
    for (const Structure structure : {Structure::Diagonal, Structure::Dense, Structure::LowRank}) {
      if (model_.expectation()->supports(structure)) all.push_back(structure);
    }
    return all;
  }
  [[nodiscard]] double expected_value(const Gaussian& q) const {
    ExpectedLogDensity out;
    model_.expectation()->expect(q, out);
    return out.value;
  }
};

TEST_P(ModelLaws, HasOneNameAParameter) { EXPECT_EQ(static_cast<Index>(model_.parameter_names().size()), dimension_); }

TEST_P(ModelLaws, ScoreIsTheDerivativeOfTheDensity) {
  const GradientCheck check = check_gradient(model_, point_, 1e-8);
  EXPECT_TRUE(check.passed) << check.message();
}

TEST_P(ModelLaws, HessianIsTheDerivativeOfTheScore) {
  constexpr double kStep = 1e-5;
  Matrix hessian;
  model_.curvature()->hessian(point_, hessian);
  Evaluation above;
  Evaluation below;
  model_.evaluate(point_.transpose().replicate(dimension_, 1) + kStep * Matrix::Identity(dimension_, dimension_),
                  above);
  model_.evaluate(point_.transpose().replicate(dimension_, 1) - kStep * Matrix::Identity(dimension_, dimension_),
                  below);
  const Matrix expected = (above.score - below.score) / (2 * kStep);
  EXPECT_LT((hessian - expected).cwiseAbs().maxCoeff(), 1e-7 * (1 + expected.cwiseAbs().maxCoeff()));
}

TEST_P(ModelLaws, HessianDiagonalAndProductsAreThoseOfTheHessian) {
  Matrix hessian;
  model_.curvature()->hessian(point_, hessian);
  const double tolerance = 1e-12 * (1 + hessian.cwiseAbs().maxCoeff());
  EXPECT_LT((hessian - hessian.transpose()).cwiseAbs().maxCoeff(), tolerance);
  Vector diagonal;
  model_.curvature()->hessian_diagonal(point_, diagonal);
  EXPECT_LT((hessian.diagonal() - diagonal).cwiseAbs().maxCoeff(), tolerance);
  const Matrix vectors = normals(3, dimension_, 4);
  Matrix products;
  model_.curvature()->hessian_times(point_, vectors, products);
  EXPECT_LT((products - vectors * hessian).cwiseAbs().maxCoeff(), 10 * tolerance);
}

TEST_P(ModelLaws, DrawsOfABatchDoNotMatterToEachOther) {
  const Matrix draws = normals(19, dimension_, 5);
  Evaluation batch;
  model_.evaluate(draws, batch);
  for (Index draw = 0; draw < draws.rows(); ++draw) {
    Evaluation alone;
    model_.evaluate(draws.row(draw), alone);
    EXPECT_EQ(alone.log_density(0), batch.log_density(draw));
    EXPECT_EQ(alone.score.row(0), batch.score.row(draw));
  }
  Evaluation none;
  model_.evaluate(Matrix(0, dimension_), none);
  EXPECT_EQ(none.score.rows(), 0);
}

TEST_P(ModelLaws, DensitiesAloneAreThoseOfEvaluations) {
  const Matrix draws = normals(19, dimension_, 5);
  Evaluation expected;
  model_.evaluate(draws, expected);
  for (const Index count : {1, 2, 3, 5, 7, 8, 9, 19}) {
    Vector alone;
    model_.log_densities(draws.topRows(count), alone);
    EXPECT_EQ(alone, expected.log_density.head(count)) << count << " draws";
  }
}

// Where the score overflows or is not a number the density alone says so too.
TEST_P(ModelLaws, DensitiesAloneFailWhereEvaluationsDo) {
  Matrix draws = normals(12, dimension_, 6);
  draws(1, 0) = std::numeric_limits<double>::quiet_NaN();
  draws(2, dimension_ - 1) = std::numeric_limits<double>::infinity();
  draws.row(3).setConstant(-std::numeric_limits<double>::infinity());
  draws.row(4) *= 1e30;
  draws.row(5) *= 1e100;
  draws.row(6) *= -1e160;
  draws.row(7).setConstant(-340);
  draws.row(8).setConstant(340);
  draws.row(9) *= 100;
  draws.row(10) *= -300;
  Evaluation expected;
  model_.evaluate(draws, expected);
  expected.mark_non_finite();
  Vector alone;
  model_.log_densities(draws, alone);
  for (Index draw = 0; draw < draws.rows(); ++draw) {
    const bool failed = expected.failed[static_cast<std::size_t>(draw)] != 0;
    EXPECT_EQ(!std::isfinite(alone(draw)), failed) << draw;
    if (!failed) {
      EXPECT_EQ(alone(draw), expected.log_density(draw)) << draw;
    }
  }
}

TEST_P(ModelLaws, BadDrawsAreFlaggedAlone) {
  Matrix draws = normals(11, dimension_, 6);
  draws(2, 0) = std::numeric_limits<double>::quiet_NaN();
  draws(5, dimension_ - 1) = std::numeric_limits<double>::infinity();
  draws.row(9).setConstant(-std::numeric_limits<double>::infinity());
  Evaluation evaluation;
  model_.evaluate(draws, evaluation);
  evaluation.mark_non_finite();
  EXPECT_EQ(evaluation.failed, (Flags{0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0}));
  // Nor does a point that is not finite upset the rest.
  Matrix hessian;
  model_.curvature()->hessian(draws.row(2), hessian);
  for (const Structure structure : structures()) {
    Gaussian q = gaussian(structure);
    q.mean(0) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(expected_value(q)));
  }
}

TEST_P(ModelLaws, ThreadsGetTheSame) {
  if (!model_.is_thread_safe()) GTEST_SKIP() << "the model is not thread-safe";
  const Matrix draws = normals(16, dimension_, 7);
  Evaluation expected;
  model_.evaluate(draws, expected);
  std::vector<Evaluation> results(4);
  std::vector<std::thread> threads;
  for (Evaluation& result : results) {
    threads.emplace_back([&] {
      for (int k = 0; k < 20; ++k) model_.evaluate(draws, result);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Evaluation& result : results) EXPECT_EQ(result.score, expected.score);
}

TEST_P(ModelLaws, ExpectationAgreesWithMonteCarlo) {
  constexpr Index kDraws = 20000;
  for (const Structure structure : structures()) {
    const Gaussian q = gaussian(structure);
    ExpectedLogDensity expected;
    model_.expectation()->expect(q, expected);
    Matrix draws;
    transform_normals(q, normals(kDraws, dimension_, 8), draws);
    Evaluation evaluation;
    model_.evaluate(draws, evaluation);
    const auto expect_mean = [&](const Vector& sample, double mean, const std::string& what) {
      const double average = sample.mean();
      const double error = std::sqrt((sample.array() - average).square().sum()) / static_cast<double>(kDraws);
      EXPECT_NEAR(average, mean, 5 * error + 1e-12 * (1 + std::abs(mean))) << family_name(structure) << " " << what;
    };
    expect_mean(evaluation.log_density, expected.value, "value");
    for (Index i = 0; i < dimension_; ++i) {
      expect_mean(evaluation.score.col(i), expected.score(i), "score " + std::to_string(i));
    }
  }
}

TEST_P(ModelLaws, ExpectedScoreAndHessianAreDerivativesOfTheValue) {
  constexpr double kStep = 1e-5;
  for (const Structure structure : structures()) {
    const bool is_dense = structure == Structure::Dense;
    const Gaussian q = gaussian(structure);
    ExpectedLogDensity expected;
    model_.expectation()->expect(q, expected);
    EXPECT_TRUE(is_dense || expected.hessian.size() == 0);
    const bool is_full = expected.hessian.size() > 0;
    if (is_full) {
      EXPECT_EQ(expected.hessian, expected.hessian.transpose());
      EXPECT_EQ(expected.hessian.diagonal(), expected.hessian_diagonal);
    }
    const auto differentiate = [&](auto change) {
      Gaussian above = q;
      Gaussian below = q;
      change(above) += kStep;
      change(below) -= kStep;
      return (expected_value(above) - expected_value(below)) / (2 * kStep);
    };
    const double tolerance = 1e-9 * (10 + std::abs(expected.value) + expected.hessian_diagonal.cwiseAbs().maxCoeff());
    // Bonnet and Price: dE/dm = E score, dE/ds = E[H_ii] s, dE/dL = tril(E[H] L).
    const Matrix by_factor = is_full    ? Matrix(expected.hessian * q.cholesky)
                             : is_dense ? Matrix(expected.hessian_diagonal.asDiagonal() * q.cholesky)
                                        : Matrix();
    for (Index k = 0; k < q.rank(); ++k)  // half of the curvature along the direction
      EXPECT_NEAR(differentiate([&](Gaussian& at) -> double& { return at.variances(k); }),
                  0.5 * q.scale.cwiseProduct(q.basis.col(k)).dot(expected.hessian_products.col(k)), tolerance)
          << k;
    for (Index i = 0; i < dimension_; ++i) {
      EXPECT_NEAR(differentiate([&](Gaussian& at) -> double& { return at.mean(i); }), expected.score(i), tolerance)
          << i;
      if (!is_dense) {
        // Low rank: dE/ds = diag(E[H] S (I + W (V - 1) W^T)).
        const double beside = q.rank() > 0 ? (expected.hessian_products.row(i).cwiseProduct(q.basis.row(i))).dot(
                                                 (q.variances.array() - 1).matrix())
                                           : 0;
        EXPECT_NEAR(differentiate([&](Gaussian& at) -> double& { return at.scale(i); }),
                    expected.hessian_diagonal(i) * q.scale(i) + beside, tolerance)
            << i;
        continue;
      }
      for (Index j = 0; j <= i; ++j) {
        EXPECT_NEAR(differentiate([&](Gaussian& at) -> double& { return at.cholesky(i, j); }), by_factor(i, j),
                    tolerance)
            << i << ", " << j;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SmallModels, ModelLaws, ::testing::ValuesIn(small_models()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace g2t::test
