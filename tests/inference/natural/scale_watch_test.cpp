// Scales that still move, or grow beyond all measure.
#include <inference/natural/scale_watch.h>

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

namespace g2t {
namespace {

Gaussian with_scales(const Vector& scale) {
  Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(scale.size()), 1);
  q.scale = scale;
  return q;
}

TEST(ScaleWatch, NamesTheParameterThatMovesMost) {
  ScaleWatch watch;
  EXPECT_FALSE(watch.is_moving());
  watch.observe(with_scales(Vector{{1, 1, 1}}), with_scales(Vector{{1.2, 1.34, 0.8}}));
  EXPECT_FALSE(watch.is_moving());  // log 1.34 < 0.3
  watch.observe(with_scales(Vector{{1, 1, 1}}), with_scales(Vector{{1.2, 1.3, 0.7}}));
  EXPECT_TRUE(watch.is_moving());
  EXPECT_EQ(watch.moving_parameter(), 2);
  EXPECT_FALSE(watch.is_hopeless());
}

TEST(ScaleWatch, GivesUpAfterTwoBlocksOfGrowthInARow) {
  const Gaussian small = with_scales(Vector{{1, 1}}), large = with_scales(Vector{{1, 2e6}});
  ScaleWatch watch;
  watch.observe(small, large);
  EXPECT_FALSE(watch.is_hopeless());
  watch.observe(small, small);
  watch.observe(small, large);
  EXPECT_FALSE(watch.is_hopeless());  // not in a row
  watch.observe(small, large);
  EXPECT_TRUE(watch.is_hopeless());
}

TEST(ScaleWatch, GivesUpWhereAScaleGrowsAMillionfoldInAllAndMovesOn) {
  ScaleWatch watch;
  double scale = 1;
  Index blocks = 0;
  for (; !watch.is_hopeless() && blocks < 100; ++blocks, scale *= 10)
    watch.observe(with_scales(Vector{{1, scale}}), with_scales(Vector{{1, 10 * scale}}));
  EXPECT_EQ(blocks, 6);
  watch.observe(with_scales(Vector{{1, scale}}), with_scales(Vector{{1, scale}}));
  EXPECT_FALSE(watch.is_hopeless());  // it stands still
}

TEST(ScaleWatch, NamesTheDirectionOfGrowth) {
  // Along (1, -2) in units of sds 1 and 10, a hundred million times; the others stay.
  Gaussian first = isotropic_gaussian(Structure::Dense, Vector::Zero(3), 1), last = first;
  first.cholesky.diagonal() << 1, 10, 5;
  const Vector along = Vector({{1, -20, 0}}).normalized();
  const Matrix grown = first.cholesky * first.cholesky.transpose() + 1e12 * along * along.transpose();
  last.cholesky = grown.llt().matrixL();
  ScaleWatch watch;
  watch.observe(first, last);
  EXPECT_EQ(watch.unbounded_direction(last).size(), 0);  // once may be a start that was too narrow
  watch.give_up();
  EXPECT_TRUE(watch.is_hopeless());
  const Vector direction = watch.unbounded_direction(last);
  ASSERT_EQ(direction.size(), 3);
  EXPECT_NEAR(direction[1] / direction[0], -2, 1e-3);
  EXPECT_NEAR(direction[2], 0, 1e-3);
  EXPECT_EQ(watch.unbounded_direction(first).size(), 0);
}

TEST(ScaleWatch, NamesAtOnceWhatGrewBeyondMeasure) {
  for (const Structure structure : {Structure::Diagonal, Structure::Dense})
    for (const double growth : {1e8, 1e10}) {
      const Gaussian first = isotropic_gaussian(structure, Vector::Zero(2), 1);
      Gaussian last = first;
      (structure == Structure::Dense ? last.cholesky(1, 1) : last.scale[1]) = growth;
      ScaleWatch watch;
      watch.observe(first, last);
      const Vector direction = watch.unbounded_direction(last);
      ASSERT_EQ(direction.size(), growth > 1e9 ? 2 : 0);
      if (direction.size() > 0) {
        EXPECT_GT(std::abs(direction[1]), 1e5 * std::abs(direction[0]));
      }
      watch.observe(last, last);  // it stands still
      EXPECT_EQ(watch.unbounded_direction(last).size(), 0);
    }
}

TEST(ScaleWatch, WhatIsNotANumberMoves) {
  ScaleWatch watch;
  watch.observe(with_scales(Vector{{1, 1}}), with_scales(Vector{{1, std::nan("")}}));
  EXPECT_TRUE(watch.is_moving());
}

}  // namespace
}  // namespace g2t
