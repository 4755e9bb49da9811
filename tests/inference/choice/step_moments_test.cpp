// Moments that steps leave behind: the same as those of an accumulator, forgotten when q or the terms become others.
#include <gtest/gtest.h>
#include <inference/choice/step_moments.h>

#include <Eigen/Dense>
#include <cmath>
#include <g2t/core/sample.hpp>
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/moment_accumulator.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/families/natural.hpp>
#include <limits>
#include <support/terms.hpp>

namespace g2t {
namespace {

class StepMomentsOf : public ::testing::TestWithParam<Structure> {
 protected:
  static constexpr Index kDimension = 3;
  static constexpr Index kMeasureEvery = 8, kLaterEvery = 40, kEarlyMeasurements = 10;  // steps; updates
  const testing::GaussianModel model_{Vector::Constant(kDimension, 0.1), testing::wavy_precision(kDimension)};
  const TermSet terms_ = testing::all_terms(model_, GetParam());
  const Recipe stl_ = recipe_by_name("stl", 8, false), taylor_ = recipe_by_name("miller", 8, false);
  std::unique_ptr<NaturalFamily> q_ = make_natural(testing::wavy_gaussian(GetParam(), kDimension));
  std::uint64_t step_ = 0;

  Batch next_batch(Index draws, bool antithetic = false) {
    Batch batch;
    draw_batch(model_, *q_, {1, Purpose::Check, step_++}, draws, antithetic, batch);
    testing::run_terms(terms_, *q_, batch);
    return batch;
  }
  void make_steps(StepMoments& moments, Index steps, Index draws = 8, bool antithetic = false) {
    for (Index k = 0; k < steps; ++k) moments.add(terms_, *q_, next_batch(draws, antithetic));
  }
  void rescale(double factor) {
    Gaussian q = q_->gaussian();
    q.scale *= factor;
    q.cholesky *= factor;
    q_ = make_natural(q);
  }
};

TEST_P(StepMomentsOf, WatchTheBaseTheRecipeAndWhatIsFree) {
  StepMoments moments(false);
  make_steps(moments, 100);  // of nothing, before anything is watched
  EXPECT_FALSE(moments.is_ready());
  moments.watch(terms_, recipe_by_name("rep", 8, false));
  make_steps(moments, 1);
  EXPECT_EQ(moments.moments(terms_).terms, (std::vector<std::string>{"rep", "entropy"}));
  moments.watch(terms_, taylor_);
  make_steps(moments, 1);
  EXPECT_EQ(moments.moments(terms_).terms,
            (std::vector<std::string>{"rep", "entropy", "taylor", "taylor-products"}));  // one expansion
  EXPECT_EQ(moments.moments(terms_).products.rows(), 4);
}

TEST_P(StepMomentsOf, AreReadyOnceThereAreEnoughUnitsForTheTerms) {
  StepMoments few(false), many(false);
  few.watch(terms_, stl_);
  many.watch(terms_, taylor_);
  EXPECT_FALSE(few.is_ready());
  make_steps(few, 1);
  make_steps(many, 1);
  EXPECT_FALSE(few.is_ready());
  make_steps(few, 100);
  EXPECT_TRUE(few.is_ready());
  // Three terms need three times the units of one: sixteen each, which steps of 49 draws give at once, and of 47 do not.
  StepMoments one(false), two(false), three(false);
  one.watch(terms_, stl_);
  two.watch(terms_, taylor_);
  three.watch(terms_, taylor_);
  make_steps(one, 1, 17);
  make_steps(two, 1, 47);
  make_steps(three, 1, 49);
  EXPECT_TRUE(one.is_ready());
  EXPECT_FALSE(two.is_ready());
  EXPECT_TRUE(three.is_ready());
}

TEST_P(StepMomentsOf, AreForgottenWithTheTermsAndWhenTold) {
  StepMoments moments(false);
  moments.watch(terms_, stl_);
  make_steps(moments, 250);
  ASSERT_TRUE(moments.is_ready());
  const Matrix before = moments.moments(terms_).products;
  moments.watch(terms_, recipe_by_name("rep", 100, false));  // the entropy term is watched either way
  ASSERT_TRUE(moments.is_ready());
  EXPECT_EQ(moments.moments(terms_).products, before);
  moments.watch(terms_, taylor_);
  EXPECT_FALSE(moments.is_ready());
  make_steps(moments, 250);
  EXPECT_TRUE(moments.is_ready());
  moments.clear();
  EXPECT_FALSE(moments.is_ready());
  make_steps(moments, 250);
  EXPECT_TRUE(moments.is_ready());
}

TEST_P(StepMomentsOf, OfOneStepAreTheAccumulators) {
  for (const bool antithetic : {false, true}) {
    StepMoments moments(antithetic);
    moments.watch(terms_, stl_);
    const Batch batch = next_batch(10, antithetic);
    moments.add(terms_, *q_, batch);
    MomentAccumulator accumulator(terms_, {0, terms_.index_of("entropy")}, *q_,
                                  antithetic ? MomentUnit::Pair : MomentUnit::Draw);
    accumulator.add(batch);
    const Moments expected = accumulator.moments(), seen = moments.moments(terms_);
    EXPECT_EQ(seen.unit, expected.unit);
    EXPECT_EQ(seen.count, antithetic ? 5 : 10);
    EXPECT_EQ(seen.mean_count, antithetic ? 5 : 10);
    EXPECT_LT((seen.products - expected.products).norm(), 1e-13 * expected.products.norm());
    EXPECT_LT((seen.mean_products - expected.mean_products).norm(), 1e-13 * expected.mean_products.norm());
    EXPECT_TRUE(seen.products_standard_error.array().isNaN().all());  // not known
    ASSERT_EQ(seen.folds.size(), 1u);
    EXPECT_LT((seen.mean_products_of(0, 0) - seen.mean_products).norm(), 1e-13 * expected.mean_products.norm());
  }
}

TEST_P(StepMomentsOf, OfManyStepsAgreeWithAnAccumulatorOfManyDraws) {
  const Index measurements = 240, draws = 20;
  for (const bool antithetic : {false, true}) {
    StepMoments moments(antithetic);
    moments.watch(terms_, stl_);
    const Batch unused = next_batch(2, antithetic);
    for (Index k = 0; k < measurements; ++k) {
      moments.add(terms_, *q_, next_batch(draws, antithetic));
      const Index every = k < kEarlyMeasurements ? kMeasureEvery : kLaterEvery;
      for (Index skip = 1; skip < every; ++skip) moments.add(terms_, *q_, unused);  // not used
    }
    MomentAccumulator accumulator(terms_, {0, terms_.index_of("entropy")}, *q_,
                                  antithetic ? MomentUnit::Pair : MomentUnit::Draw);
    accumulator.add(next_batch(4000, antithetic));
    const Moments expected = accumulator.moments(), seen = moments.moments(terms_);
    // Weights that decrease from update to update: `count` units of weight about 1 are worth at least as many.
    const double ratio = static_cast<double>(expected.count) / static_cast<double>(seen.count);
    EXPECT_GT(seen.count, (antithetic ? 0.5 : 1.0) * 20 * draws);
    for (Index i = 0; i < 2; ++i)
      for (Index j = 0; j < 2; ++j) {
        const double standard_error = expected.products_standard_error(i, j) * std::sqrt(1 + ratio);
        EXPECT_NEAR(seen.products(i, j), expected.products(i, j), 5 * standard_error) << i << " " << j;
        EXPECT_LT(5 * standard_error, 0.7 * std::sqrt(expected.products(i, i) * expected.products(j, j)));
      }
  }
}

TEST_P(StepMomentsOf, TellTheSquaredNormOfTheExpectedGradient) {
  // Of few units per update, whose mean gradients are mostly noise, which the number of units per update corrects.
  StepMoments moments(false);
  moments.watch(terms_, stl_);
  Vector estimates(20);
  for (Index r = 0; r < 20; ++r) {
    moments.clear();
    for (Index k = 0; k < 20; ++k) {
      moments.add(terms_, *q_, next_batch(4));
      for (Index skip = 1; skip < kMeasureEvery; ++skip) moments.add(terms_, *q_, Batch{});
    }
    estimates[r] = moments.moments(terms_).gradient_squared_norm(Vector::Zero(1));
  }
  const Gaussian& q = q_->gaussian();
  const Matrix a = GetParam() == Structure::Dense ? q.cholesky : Matrix(q.scale.asDiagonal());
  const Matrix precision = testing::wavy_precision(kDimension);
  const Vector delta = a.transpose() * precision * (Vector::Constant(kDimension, 0.1) - q.mean);
  Matrix t = Matrix::Identity(kDimension, kDimension) - a.transpose() * precision * a;
  if (GetParam() == Structure::Diagonal) t = Matrix(t.diagonal().asDiagonal());
  const double exact = delta.squaredNorm() + 0.5 * t.squaredNorm();
  const double standard_error = std::sqrt(sample_variance(estimates.array()) / 20);
  EXPECT_NEAR(estimates.mean(), exact, 5 * standard_error);
  EXPECT_LT(5 * standard_error, 0.5 * moments.moments(terms_).u() / 4);  // the noise of a mean of four
}

TEST_P(StepMomentsOf, NotEveryStepIsMeasured) {
  StepMoments moments(false);
  moments.watch(terms_, stl_);
  make_steps(moments, 1);
  const Matrix first = moments.moments(terms_).products;
  make_steps(moments, kMeasureEvery - 1);
  EXPECT_EQ(moments.moments(terms_).products, first);
  make_steps(moments, 1);
  EXPECT_NE(moments.moments(terms_).products, first);
  EXPECT_GT(moments.moments(terms_).count, 8);
}

TEST_P(StepMomentsOf, StepsOfOneUnitTellNothing) {
  StepMoments moments(false), pairs(true);
  moments.watch(terms_, stl_);
  pairs.watch(terms_, stl_);
  make_steps(moments, 200, 1);
  make_steps(pairs, 200, 2, true);
  EXPECT_FALSE(moments.is_ready());
  EXPECT_FALSE(pairs.is_ready());
}

TEST_P(StepMomentsOf, AJumpInScaleForgets) {
  for (const double factor : {30.0, 1 / 30.0}) {
    q_ = make_natural(testing::wavy_gaussian(GetParam(), kDimension));
    rescale(factor < 1 ? 30 : 1);
    StepMoments moments(false);
    moments.watch(terms_, stl_);
    make_steps(moments, 20 * kMeasureEvery);
    ASSERT_TRUE(moments.is_ready());
    rescale(factor);
    const Batch batch = next_batch(8);
    moments.add(terms_, *q_, batch);
    EXPECT_FALSE(moments.is_ready()) << factor;
    MomentAccumulator accumulator(terms_, {0, terms_.index_of("entropy")}, *q_, MomentUnit::Draw);
    accumulator.add(batch);
    const Moments expected = accumulator.moments();  // of the new q alone
    EXPECT_LT((moments.moments(terms_).products - expected.products).norm(), 1e-12 * expected.products.norm())
        << factor;
  }
}

TEST_P(StepMomentsOf, SmallChangesAreAveragedOver) {
  StepMoments moments(false);
  moments.watch(terms_, stl_);
  make_steps(moments, 20 * kMeasureEvery, 40);
  rescale(1.2);
  make_steps(moments, 1, 40);
  EXPECT_TRUE(moments.is_ready());
  EXPECT_GT(moments.moments(terms_).count, 4 * 40);
}

TEST_P(StepMomentsOf, RememberAShareOfTheMeasurements) {
  StepMoments moments(false);
  moments.watch(terms_, stl_);
  make_steps(moments, kEarlyMeasurements * kMeasureEvery + 12 * kLaterEvery, 8);
  EXPECT_NEAR(static_cast<double>(moments.moments(terms_).count), 5 * 8, 2);  // updates times draws
  make_steps(moments, 100 * kLaterEvery, 8);
  EXPECT_NEAR(static_cast<double>(moments.moments(terms_).count), 15 * 8, 24);
  make_steps(moments, 300 * kLaterEvery, 8);
  EXPECT_NEAR(static_cast<double>(moments.moments(terms_).count), 30 * 8, 2);
}

TEST_P(StepMomentsOf, WhatIsNotFiniteIsNotSeen) {
  StepMoments moments(false);
  moments.watch(terms_, stl_);
  make_steps(moments, 1);
  const Matrix before = moments.moments(terms_).products;
  Batch batch = next_batch(8);
  batch.evaluation.score(3, 1) = std::numeric_limits<double>::quiet_NaN();
  testing::run_terms(terms_, *q_, batch);
  for (Index k = 0; k < kMeasureEvery; ++k) moments.add(terms_, *q_, batch);
  EXPECT_EQ(moments.moments(terms_).products, before);
  EXPECT_EQ(moments.moments(terms_).count, 8);
}

INSTANTIATE_TEST_SUITE_P(All, StepMomentsOf, ::testing::Values(Structure::Diagonal, Structure::Dense));

}  // namespace
}  // namespace g2t
