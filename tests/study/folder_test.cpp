// What a study keeps, and what a killed process leaves of it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <g2t/core/errors.hpp>
#include <g2t/study/folder.hpp>

#include "../support/scratch_folder.hpp"
#include "study_testing.hpp"

namespace g2t {
namespace {

class StudyFolder : public ::testing::Test {
 protected:
  const testing::ScratchFolder scratch_;
  const std::string folder_ = scratch_.path();
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

TEST_F(StudyFolder, LeavesALogAloneThatIsNotAsItWroteIt) {
  const std::string path = run_log_path(folder_, 1, 1);
  RunLog(path).add(record_of({"m", "a", 0.1, 1}, EstimatorRole::Fixed, -3, -2, -1));
  std::ifstream in(path);
  const std::string text = "\xEF\xBB\xBF" + std::string(std::istreambuf_iterator<char>(in), {});
  std::ofstream(path) << text;  // as an editor may save it
  EXPECT_THROW(RunLog{path}, InputError);
  EXPECT_EQ(std::filesystem::file_size(path), text.size());
  EXPECT_EQ(read_runs(folder_).size(), 1u);
}

TEST_F(StudyFolder, KnowsWhatItHolds) {
  EXPECT_FALSE(is_study(folder_));
  EXPECT_THROW(read_study(folder_), InputError);
  EXPECT_TRUE(read_runs(folder_).empty());
  write_study(folder_, paper_plan());
  EXPECT_TRUE(is_study(folder_));
  EXPECT_EQ(to_json(read_study(folder_)), to_json(paper_plan()));
}

TEST_F(StudyFolder, IsNotLeftThroughALink) {
  const std::string outside = scratch_.write("outside", "another's lines\n");
  std::filesystem::create_symlink(outside, run_log_path(folder_, 1, 1));
  EXPECT_THROW(RunLog(run_log_path(folder_, 1, 1)), InputError);
  EXPECT_EQ(std::filesystem::file_size(outside), 16U);
}

TEST_F(StudyFolder, IsForOneProcessAtATime) {
  const RunLog first(run_log_path(folder_, 1, 1));
  EXPECT_THROW(RunLog(run_log_path(folder_, 1, 1)), InputError);
  EXPECT_NO_THROW(RunLog(run_log_path(folder_, 1, 2)));
}

}  // namespace
}  // namespace g2t
