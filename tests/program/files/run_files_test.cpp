// Files of one prefix that are not of one run are found out.
#include <g2t/core/errors.hpp>
#include <g2t/core/fingerprint.hpp>
#include <g2t/program/files/run_files.hpp>
#include <gmock/gmock.h>
#include <support/scratch_folder.hpp>

namespace g2t {
namespace {

using testing::ScratchFolder;

TEST(RunFiles, AreTheOnesThatTheSummaryKnows) {
  const ScratchFolder folder;
  folder.write("run.csv", "a,b\n1,2\n");
  Json summary;
  summary["files"][".csv"] = fingerprint_text(fingerprint("a,b\n1,2\n"));
  EXPECT_NO_THROW(check_file_of_run(summary, folder.file("run"), ".csv"));
  folder.write("run.csv", "a,b\n1,3\n");
  EXPECT_THROW(check_file_of_run(summary, folder.file("run"), ".csv"), InputError);
}

TEST(RunFiles, OfEarlierVersionsAreTakenAsTheyAre) {
  const ScratchFolder folder;
  folder.write("run.csv", "a\n");
  Json summary;
  summary["files"] = nullptr;
  EXPECT_NO_THROW(check_file_of_run(summary, folder.file("run"), ".csv"));
  EXPECT_NO_THROW(check_file_of_run(Json{{"status", "converged"}}, folder.file("run"), ".csv"));
}

TEST(RunFiles, MayBeMissing) {
  const ScratchFolder folder;
  Json summary;
  summary["files"][".csv"] = fingerprint_text(1);
  EXPECT_NO_THROW(check_file_of_run(summary, folder.file("run"), ".csv"));
}

}  // namespace
}  // namespace g2t
