#include <gtest/gtest.h>
#include <inference/choice/trial_terms.h>

namespace g2t {
namespace {

using Names = std::vector<std::string>;

const Names kTrialNames{"entropy.scale", "taylor.scale", "anchored-taylor", "prior.mean", "prior.scale"};

TEST(TrialTerms, CostWhatTheirKindsTake) {
  const TrialSize size{500, 100, 0};
  EXPECT_DOUBLE_EQ(trial_draws({}, size), 100);
  EXPECT_DOUBLE_EQ(trial_draws({"entropy"}, size), 110);
  EXPECT_DOUBLE_EQ(trial_draws({"prior.mean", "prior.scale"}, size), 110);  // one kind
  EXPECT_DOUBLE_EQ(trial_draws({"taylor"}, size), 200);
  EXPECT_DOUBLE_EQ(trial_draws({"anchored-taylor"}, size), 610);
  EXPECT_DOUBLE_EQ(trial_draws({"taylor"}, {500, 100, 50}), 250);  // and its time has to be measured
}

TEST(TrialTerms, AreAllOrThoseWithoutExpansionsOrNone) {
  const TrialSize size{500, 100, 0};
  const double all = trial_draws(kTrialNames, size);
  const Names cheap{"entropy.scale", "prior.mean", "prior.scale"};
  EXPECT_EQ(affordable_trial(kTrialNames, size, all), kTrialNames);
  EXPECT_EQ(affordable_trial(kTrialNames, size, all - 1), cheap);
  EXPECT_EQ(affordable_trial(kTrialNames, size, trial_draws(cheap, size)), cheap);
  EXPECT_EQ(affordable_trial(kTrialNames, size, trial_draws(cheap, size) - 1), Names{});
  EXPECT_EQ(affordable_trial({"taylor"}, size, 199), Names{});
}

}  // namespace
}  // namespace g2t
