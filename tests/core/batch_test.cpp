#include <g2t/core/batch.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

Batch numbered_batch(Index draw_count) {
  Batch batch;
  batch.normals.resize(draw_count, 2);
  for (Index s = 0; s < draw_count; ++s) batch.normals.row(s).setConstant(static_cast<double>(s));
  batch.draws = 10 * batch.normals;
  batch.evaluation.resize(draw_count, 2);
  batch.evaluation.score = 100 * batch.normals;
  batch.evaluation.log_density = batch.normals.col(0);
  return batch;
}

TEST(Batch, KeepsEverythingWhenNothingFailed) {
  Batch batch = numbered_batch(4);
  EXPECT_EQ(batch.drop_failed(false), 0);
  EXPECT_EQ(batch.draw_count(), 4);
}

TEST(Batch, DropsFailedDrawsFromEveryArray) {
  Batch batch = numbered_batch(4);
  batch.evaluation.failed[1] = 1;
  EXPECT_EQ(batch.drop_failed(false), 1);
  ASSERT_EQ(batch.draw_count(), 3);
  EXPECT_EQ(batch.draws(1, 0), 20);
  EXPECT_EQ(batch.normals(2, 1), 3);
  EXPECT_EQ(batch.evaluation.score(1, 1), 200);
  EXPECT_EQ(batch.evaluation.log_density[1], 2);
  EXPECT_EQ(batch.evaluation.failure_count(), 0);
}

TEST(Batch, DropsWholePairs) {
  Batch batch = numbered_batch(6);  // pairs (0, 3), (1, 4), (2, 5)
  batch.evaluation.failed[4] = 1;
  EXPECT_EQ(batch.drop_failed(true), 2);
  ASSERT_EQ(batch.draw_count(), 4);
  EXPECT_EQ(batch.draws.col(0), Vector({{0, 20, 30, 50}}));
}

TEST(Batch, CanLoseEveryDraw) {
  Batch batch = numbered_batch(3);
  batch.evaluation.failed.assign(3, 1);
  EXPECT_EQ(batch.drop_failed(false), 3);
  EXPECT_EQ(batch.draw_count(), 0);
}

}  // namespace
}  // namespace g2t
