// Scales that still move, or grow beyond all measure.
#include <inference/natural/scale_watch.h>

#include <gtest/gtest.h>

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

TEST(ScaleWatch, WhatIsNotANumberMoves) {
  ScaleWatch watch;
  watch.observe(with_scales(Vector{{1, 1}}), with_scales(Vector{{1, std::nan("")}}));
  EXPECT_TRUE(watch.is_moving());
}

}  // namespace
}  // namespace g2t
