// What a study keeps, and what a killed process leaves of it.
#include "study_testing.hpp"

#include <g2t/core/errors.hpp>
#include <g2t/study/folder.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace g2t {
namespace {

class StudyFolder : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        (std::filesystem::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name())
            .string();
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

TEST_F(StudyFolder, IsForOneProcessAtATime) {
  const RunLog first(run_log_path(folder_, 1, 1));
  EXPECT_THROW(RunLog(run_log_path(folder_, 1, 1)), InputError);
  EXPECT_NO_THROW(RunLog(run_log_path(folder_, 1, 2)));
}

}  // namespace
}  // namespace g2t
