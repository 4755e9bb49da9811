// The files of a fit, of which draws may be missing.
#include <gtest/gtest.h>
#include <report/fit_files.h>

#include <fstream>

#include "../support/scratch_folder.hpp"

namespace g2t::report {
namespace {

TEST(FitFiles, HaveDrawsWhereThereIsAFileOfThem) {
  const testing::ScratchFolder folder;
  const std::string prefix = folder.file("run");
  std::ofstream(prefix + ".summary.json") << R"({"status": 0, "verdict": 0, "answer": 0, "elbo": 0, "parameters": 0,
    "diagnostics": 0, "settings": 0, "seconds": 0, "recipe": 0, "warnings": 0})";
  std::ofstream(prefix + ".trace.csv") << "elapsed_seconds\n0.1\n";
  EXPECT_FALSE(read_fit(prefix).draws);
  std::ofstream(prefix + ".csv") << "lp__,log_p__,log_g__,mu\n# eta = 1\n0,0,0,9\n0,-1,-2,1\n";
  const FitFiles fit = read_fit(prefix);
  ASSERT_TRUE(fit.draws);
  EXPECT_EQ(fit.draws->draw_count(), 1);
  EXPECT_EQ(fit.name, "run");
}

}  // namespace
}  // namespace g2t::report
