#include <g2t/core/score.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

TEST(ExpectedScore, AddsPartsThatMayBeAbsent) {
  ExpectedScore a, b;
  a.own_score_weight = 1;
  b.mean = Vector({{1, 2}});
  b.diagonal = Vector({{3, 4}});
  a.add(2, b);
  EXPECT_EQ(a.mean, Vector({{2, 4}}));
  EXPECT_EQ(a.diagonal, Vector({{6, 8}}));
  EXPECT_EQ(a.own_score_weight, 1);
  EXPECT_EQ(a.dense.size(), 0);
  b.dense = Matrix::Identity(2, 2);
  b.own_score_weight = 5;
  a.add(-1, b);
  EXPECT_EQ(a.mean, Vector({{1, 2}}));
  EXPECT_EQ(a.own_score_weight, -4);
  EXPECT_EQ(a.dense, Matrix(-Matrix::Identity(2, 2)));
  a.set_zero();
  EXPECT_EQ(a.mean.size() + a.diagonal.size() + a.dense.size(), 0);
  EXPECT_EQ(a.own_score_weight, 0);
}

}  // namespace
}  // namespace g2t
