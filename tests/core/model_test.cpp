#include <g2t/core/model.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace g2t {
namespace {

TEST(Evaluation, MarksDrawsThatAreNotFinite) {
  Evaluation evaluation;
  evaluation.resize(5, 3);
  evaluation.log_density.setZero();
  evaluation.score.setZero();
  evaluation.log_density[1] = -std::numeric_limits<double>::infinity();
  evaluation.score(2, 0) = std::numeric_limits<double>::quiet_NaN();
  evaluation.score(3, 2) = std::numeric_limits<double>::infinity();
  evaluation.mark_non_finite();
  EXPECT_EQ(evaluation.failed, (Flags{0, 1, 1, 1, 0}));
  EXPECT_EQ(evaluation.failure_count(), 3);
}

TEST(Evaluation, KeepsFlagsThatAModelSet) {
  Evaluation evaluation;
  evaluation.resize(2, 1);
  evaluation.log_density.setZero();
  evaluation.score.setZero();
  evaluation.failed[0] = 1;
  evaluation.mark_non_finite();
  EXPECT_EQ(evaluation.failure_count(), 1);
}

}  // namespace
}  // namespace g2t
