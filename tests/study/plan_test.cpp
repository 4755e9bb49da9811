// What a study consists of, in which order, and how it is shared and kept.
#include <g2t/core/errors.hpp>
#include <g2t/inference/load_model.hpp>
#include <g2t/study/folder.hpp>
#include <g2t/study/runner.hpp>
#include "study_testing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

namespace g2t {
namespace {

StudyPlan paper_plan() {
  StudyPlan out;
  out.settings = paper_study();
  for (const StudyModel& model : out.settings.models) {
    ModelPlan plan;
    plan.model = model;
    plan.step_seconds = 1e-4;
    plan.budget_seconds = 2;
    plan.plain = Costs{{{"rep", {1e-5, 1e-6, {{1, 2e-6}, {8, 5e-6}}}}}, {}};
    out.models.push_back(plan);
  }
  out.environment = {"0", "c++", "a machine"};
  return out;
}

TEST(StudyPlan, HasThePublishedFactorial) {
  const StudyPlan plan = paper_plan();
  const auto runs = plan.runs();
  EXPECT_EQ(std::set<RunKey>(runs.begin(), runs.end()).size(), runs.size());
  const auto count = [&](const std::string& estimator) {
    return std::count_if(runs.begin(), runs.end(), [&](const RunKey& key) { return key.estimator == estimator; });
  };
  for (const StudyEstimator& estimator : study_estimators({"paper"}))
    EXPECT_EQ(count(estimator.name), 5 * 12 * 20) << estimator.name;
  EXPECT_EQ(count("natural"), 5 * 20);
  EXPECT_EQ(study_estimators({"paper"}).size(), 14u);  // three recipes, eight subsets, and three ways to choose
}

TEST(StudyPlan, InterleavesEstimators) {
  const auto runs = paper_plan().runs();
  const std::size_t estimators = paper_study().estimators.size();
  for (std::size_t i = 1; i < estimators; ++i) {
    EXPECT_EQ(runs[i].model, runs[0].model);
    EXPECT_EQ(runs[i].repetition, runs[0].repetition);
    EXPECT_NE(runs[i].estimator, runs[i - 1].estimator);
  }
}

TEST(StudyPlan, OptionsAreThePublishedOnes) {
  const StudyPlan plan = paper_plan();
  const Options fixed = plan.options({"paper:frisk", "fixed:entropy+prior", 1e-5, 3});
  EXPECT_EQ(fixed.fit.estimator, "fixed");
  EXPECT_EQ(fixed.fit.control_variates, (std::vector<std::string>{"entropy", "prior"}));
  EXPECT_EQ(fixed.fit.step_size, 1e-5);
  EXPECT_TRUE(fixed.fit.keep_step_size);
  EXPECT_EQ(fixed.fit.time_budget, 2);
  EXPECT_EQ(fixed.fit.seed, 3u);
  EXPECT_EQ(fixed.fit.draws, 5);
  EXPECT_EQ(fixed.fit.select_draws, 400);
  EXPECT_EQ(fixed.fit.select_at, (std::vector<double>{0, 0.1, 0.5}));
  EXPECT_EQ(fixed.fit.reselect, Reselect::Planned);
  EXPECT_EQ(fixed.fit.decide_by, DecideBy::PlugIn);
  EXPECT_EQ(fixed.fit.when_changed, WhenChanged::Keep);
  EXPECT_EQ(plan.options({"paper:a1a", "auto", 1e-5, 1}).fit.select_draws, 200);
  EXPECT_EQ(plan.options({"paper:a1a", "auto-once", 1e-5, 1}).fit.select_at, std::vector<double>{0});
  EXPECT_EQ(plan.options({"paper:a1a", "pool", 1e-5, 1}).fit.pool, (std::vector<std::string>{"rep", "stl", "miller"}));
  const Options natural = plan.options({"paper:a1a", "natural", std::nullopt, 1});
  EXPECT_EQ(natural.fit.coordinates, Coordinates::Natural);
  EXPECT_FALSE(natural.fit.step_size);
}

TEST(StudyPlan, IsReadBackAsItWasWritten) {
  StudyPlan plan = paper_plan();
  plan.settings.clock = StudyClock::CostModel;
  plan.models[1].natural = plan.models[1].plain;
  const std::string text = to_json(plan);
  const StudyPlan back = parse_study(text, "study.json");
  EXPECT_EQ(to_json(back), text);
  EXPECT_EQ(back.runs(), plan.runs());
}

TEST(StudyShare, PartsMakeTheWhole) {
  const std::vector<RunKey> all = paper_plan().runs();
  const std::vector<RunKey> done(all.begin(), all.begin() + 100);
  std::multiset<RunKey> seen;
  for (Index number = 1; number <= 3; ++number) {
    const std::vector<RunKey> mine = runs_to_do(all, number == 2 ? std::vector<RunKey>{} : done, {number, 3});
    seen.insert(mine.begin(), mine.end());
  }
  for (std::size_t i = 0; i < all.size(); ++i)  // whatever each knew of what is done, no two take the same run
    EXPECT_EQ(seen.count(all[i]), i >= 100 || i % 3 == 1 ? 1u : 0u);
}

TEST(StudyMembers, Names) {
  EXPECT_EQ(study_estimators({"rep", "paper", "rep"}).size(), 14u);
  EXPECT_EQ(study_estimators({"all"}).size(), study_estimator_names().size());
  EXPECT_EQ(study_estimators({"fixed:anchored-taylor+entropy"}).front().given[1].second, "anchored-taylor,entropy");
  EXPECT_EQ(study_models({"all"}).size(), preset_names().size());
  EXPECT_THROW(study_estimators({"outo"}), InvalidArgument);
  EXPECT_THROW(study_models({"a1a"}), InvalidArgument);
  EXPECT_THROW(study_models({"none.json"}), InputError);
}

class StudyFolder : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = (std::filesystem::path(testing::TempDir()) /
               testing::UnitTest::GetInstance()->current_test_info()->name()).string();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
};

TEST_F(StudyFolder, KeepsWholeLinesAlone) {
  const std::string path = run_log_path(folder_, 1, 1);
  RunLog(path).add(record_of({"m", "a", 0.1, 1}, EstimatorRole::Fixed, -3, -2, -1));
  std::ofstream(path, std::ios::app) << R"({"model":"m","esti)";
  EXPECT_EQ(read_runs(folder_).size(), 1u);
  RunLog(path).add(record_of({"m", "a", 0.1, 2}, EstimatorRole::Fixed, -3, -2, -1));
  RunLog(run_log_path(folder_, 2, 3)).add(record_of({"m", "a", 0.1, 2}, EstimatorRole::Fixed, -3, -2, -1));
  RunLog(run_log_path(folder_, 3, 3)).add(record_of({"m", "a", 0.1, 3}, EstimatorRole::Fixed, -3, -2, -1));
  EXPECT_EQ(read_runs(folder_).size(), 3u);  // each run once
}

TEST_F(StudyFolder, KnowsWhatItHolds) {
  EXPECT_FALSE(is_study(folder_));
  EXPECT_THROW(read_study(folder_), InputError);
  EXPECT_TRUE(read_runs(folder_).empty());
  write_study(folder_, paper_plan());
  EXPECT_TRUE(is_study(folder_));
  EXPECT_EQ(to_json(read_study(folder_)), to_json(paper_plan()));
}

}  // namespace
}  // namespace g2t
