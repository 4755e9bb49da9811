// Pages of files that are made here: what is in them, and that nothing of a file gets out of its text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <report/bar_chart.h>
#include <report/html.h>
#include <report/line_chart.h>

#include <filesystem>
#include <g2t/core/errors.hpp>
#include <g2t/report/page.hpp>
#include <g2t/study/folder.hpp>
#include <limits>
#include <study/study_testing.hpp>

#include "../support/scratch_folder.hpp"

namespace g2t {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Html, IsEscaped) {
  EXPECT_EQ(report::escape("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
  EXPECT_EQ(report::escape("\x1B\xE2\x80\xAE\xE9"), "\\x1B\\xE2\\x80\\xAE\\xE9");
  EXPECT_THAT(report::table({"<b>", "n"}, {{"<i>", "1.5"}}),
              ::testing::AllOf(HasSubstr("&lt;b&gt;"), HasSubstr("&lt;i&gt;"), HasSubstr("class=\"number\">1.5")));
}

TEST(LineChart, LeavesOutWhatIsNotFinite) {
  report::LineChart chart{"title", "caption", "x", "y", false, false, 0, 0, {}};
  chart.series.push_back({"s", Vector{{0.0, 1.0, 2.0, 3.0}}, Vector{{1.0, kNan, 2.0, 4.0}}, {}, {}, false, false});
  const std::string svg = report::line_chart(chart);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, ::testing::ContainsRegex("d=\"M[0-9.]+ [0-9.]+M[0-9.]+ [0-9.]+L"));  // a gap where it is
  chart.series[0].y.setConstant(kNan);
  EXPECT_THAT(report::line_chart(chart), HasSubstr("nothing finite"));
}

TEST(BarChart, MarksTheChoice) {
  const std::string svg = report::bar_chart("G", "nats", {{"a", 1e6, false}, {"b", 0, true}, {"c", kNan, false}});
  EXPECT_THAT(svg, HasSubstr("\u2605 b"));
  EXPECT_THAT(svg, Not(HasSubstr("width=\"nan")));
  EXPECT_THAT(report::bar_chart("G", "nats", {{"b", 0, true}}), HasSubstr("nothing to show"));
}

class Page : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.file(name); }
  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }

  // A fit that was interrupted before it knew anything.
  void write_fit_files(const std::string& prefix, const std::string& status,
                       const std::string& wall = R"("reading": 2, "answer": 3, "waited": 7)") const {
    write(prefix + ".summary.json", R"({"status": ")" + status +
                                        R"(", "verdict": "A < B.", "elbo": null, "elbo_se": null,
          "seconds": {"total": 1, "start": 0.5, "selection": 0.1, "steps": 0.4, )" +
                                        wall + R"(},
          "iterations": 12000, "gradient_draws": 3, "dimension": 1, "recipe": {},
          "warnings": [{"kind": "stuck", "message": "beware of <script>alert(1)</script>", "numbers": {}}], "settings": {"model": "m", "tolerance": 0.02},
          "diagnostics": {"failed_draws": 2, "skipped_steps": 0}, "parameters": [{"name": "<x>", "mean": 1, "sd": null, "q5": null,
          "q50": 1.25, "q95": null, "mcse_mean": null, "mcse_sd": null, "ess": 1234}],
          "answer": {"way": "moved", "draws": 20480, "error_of_means": 0.0375, "error_of_sds": null,
          "effective_sample_size": 700, "ways": [{"way": "gaussian", "squared_error": null, "seconds": 1, "tried": true,
          "chosen": false}, {"way": "moved", "squared_error": 0.0014, "seconds": 2, "tried": true, "chosen": true}]}})");
    write(prefix + ".trace.csv",
          "elapsed_seconds,iteration,gradient_draws,elbo,elbo_se,step_size,recipe\n"
          "0.1,0,8,nan,0,0.01,rep\n0.2,1,16,-5,0,0.01,rep\n0.3,2,24,-4,0,0.01,\"rep - 1 entropy\"\n");
  }

  const testing::ScratchFolder folder_;
};

TEST_F(Page, OfAFit) {
  write_fit_files("run", "not_trusted");
  const std::string page = report_page({path("run")});
  EXPECT_THAT(page, HasSubstr("<p class=\"verdict\">A &lt; B.</p>"));
  EXPECT_THAT(page, HasSubstr("7.0 s: 2.0 s reading, 0.5 s start, 0.1 s selecting, 0.4 s steps, 3.0 s answer<"));
  EXPECT_THAT(page, HasSubstr("beware of &lt;script&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, HasSubstr("&lt;x&gt;"));
  EXPECT_THAT(page, HasSubstr("12,000"));
  EXPECT_THAT(page, HasSubstr("2 draws without a finite log density and gradient"));
  EXPECT_THAT(page, HasSubstr("rep - 1 entropy"));
  EXPECT_THAT(page, HasSubstr("20,480"));
  EXPECT_THAT(page, HasSubstr("0.0375"));
  EXPECT_THAT(page, HasSubstr("chains from q"));
  EXPECT_THAT(page, HasSubstr("1.25"));                      // a median
  EXPECT_EQ(page, report_page({path("run.summary.json")}));  // either names it
}

TEST_F(Page, HasModelTimesOfACostTable) {
  write_fit_files("run", "converged", R"("reading": null, "answer": null, "waited": null)");
  EXPECT_THAT(report_page({path("run")}), HasSubstr("1.0 s: 0.5 s start, 0.1 s selecting, 0.4 s steps<"));
}

TEST_F(Page, PutsStudiesTogether) {
  std::filesystem::create_directories(path("one"));
  std::filesystem::create_directories(path("two"));
  RunLog(run_log_path(path("one"), 1, 1)).add(record_of({"m", "rep", 0.1, 1}, EstimatorRole::Fixed, -9, -2, -1));
  RunLog two(run_log_path(path("two"), 1, 1));
  two.add(record_of({"m", "rep", 0.1, 1}, EstimatorRole::Fixed, -9, -2, -1));  // the same run again
  two.add(record_of({"n", "natural", std::nullopt, 1}, EstimatorRole::Ours, -9, -2, kNan));
  write_fit_files("run", "converged");
  const std::string page = report_page({path("one"), path("run"), path("two")});
  EXPECT_THAT(page, HasSubstr("2 runs of 2 estimators on 2 models"));
  EXPECT_THAT(page, HasSubstr("diverged"));
  EXPECT_THAT(page, HasSubstr("href=\"#fit-1\""));
  EXPECT_THAT(page, Not(HasSubstr("://")));  // nothing comes from elsewhere
}

TEST_F(Page, ASectionBringsItsStyleForItselfAlone) {
  write_fit_files("run", "converged");
  const std::string section = report_section(path("run"));
  EXPECT_THAT(section, HasSubstr("class=\"verdict\""));
  EXPECT_THAT(section, HasSubstr(".g2t-fit {\n& {\n  color-scheme"));
  for (const char* const of_a_document : {"<html", "<body", ":root", "body {", "http"})
    EXPECT_THAT(section, Not(HasSubstr(of_a_document)));
  EXPECT_THROW(static_cast<void>(report_section(path("none"))), InputError);
}

TEST_F(Page, SaysWhatItCannotShow) {
  EXPECT_THROW(report_page({path("none")}), InputError);
  EXPECT_THROW(report_page({path("")}), InputError);  // a folder without runs
  write("run.summary.json", "{}");
  EXPECT_THROW(report_page({path("run")}), InputError);
}

}  // namespace
}  // namespace g2t
