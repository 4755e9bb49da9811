// Names of models and estimators.
#include <g2t/program/options/default_options.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/program/models/load_model.hpp>
#include <g2t/study/settings.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

TEST(StudyMembers, Names) {
  EXPECT_EQ(study_estimators({"rep", "paper", "rep"}).size(), 14u);
  EXPECT_EQ(study_estimators({"all"}).size(), study_estimator_names().size());
  EXPECT_EQ(study_estimators({"fixed:anchored-taylor+entropy"}).front().given.back().second, "anchored-taylor,entropy");
  EXPECT_EQ(study_models({"all"}).size(), preset_names().size());
  EXPECT_THROW(study_estimators({"outo"}), InvalidArgument);
  EXPECT_THROW(study_models({"a1a"}), InvalidArgument);
  EXPECT_THROW(study_models({"none.json"}), InputError);
}

TEST(StudyMembers, OfOneNameMustBeTheSame) {
  std::vector<StudyEstimator> members = study_estimators({"rep"});
  add_members(study_estimators({"rep", "stl"}), "estimators", members);
  EXPECT_EQ(members.size(), 2u);
  const StudyEstimator other{"rep", EstimatorRole::Ours, {{"estimator", "stl"}}};
  EXPECT_THROW(add_members(std::vector<StudyEstimator>{other}, "estimators", members), InvalidArgument);
}

TEST(StudyPresets, AreTheSameModelsAndEstimators) {
  EXPECT_EQ(quick_study().models, paper_study().models);
  EXPECT_EQ(quick_study().estimators, paper_study().estimators);
  EXPECT_EQ(paper_study().step_sizes.size(), 12u);
}

}  // namespace
}  // namespace g2t
