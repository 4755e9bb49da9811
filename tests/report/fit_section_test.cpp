// The section of a fit: its parts in order, with files missing and numbers unknown.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <report/fit_section.h>

#include <report/report_testing.hpp>
#include <sstream>

namespace g2t::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Table table_of(const std::string& text) {
  std::istringstream in(text);
  CsvOptions format;
  format.delimiter = ',';
  format.header = CsvHeader::Yes;
  return read_csv(in, "table", format);
}

// Of fifteen parameters, the draws of which are by chains.
FitFiles moved_fit() {
  FitFiles fit;
  fit.name = "run";
  std::string parameters, header = "lp__,log_p__,log_g__,chain__", rows[5];  // the first of means
  for (int i = 1; i <= 15; ++i) {
    const std::string name = "p" + std::to_string(i), comma = i > 1 ? "," : "";
    parameters += comma + R"({"name": ")" + name + R"(", "mean": 1234.5678, "sd": 0.5, "q5": 1, "q50": null, "q95": 3,
      "mcse_mean": 0.0123, "mcse_sd": 0.01, "ess": )" +
                  std::to_string(1000 - i) + "}";
    header += "," + name;
    for (int k = 0; k < 5; ++k) rows[k] += "," + std::to_string(k * k * i % 11);
  }
  fit.summary = Json::parse(
      R"({"status": "converged", "verdict": "Converged.", "elbo": -3, "elbo_se": 0.1, "gap": 0.02, "gap_se": null,
    "khat": 0.9, "seconds": {"total": 1}, "iterations": 100, "gradient_draws": 20000, "dimension": 15, "recipe": {},
    "warnings": [{"kind": "k", "message": "Beware."}], "settings": {"answer": "auto", "tolerance": 0.05},
    "diagnostics": {}, "constrained": null, "parameters": [)" +
      parameters + R"(],
    "approximation": {"family": "full-rank", "effective_sample_size": 83.2, "draws": 2000, "parameters":
      [{"name": "p1", "mean": 1, "sd": 2, "mcse_mean": null, "mcse_sd": 0.5, "marginal_sd_ratio": 1.7}]},
    "answer": {"way": "moved", "draws": 2000, "error_of_means": 0.027, "largest_error_of_means": 0.04,
      "error_of_sds": null, "largest_error_of_sds": null, "effective_sample_size": 426.2, "khat": null, "densities": 10666,
      "gradients": 66560, "seconds": 0.11, "ways": [
        {"way": "gaussian", "squared_error": 0.02, "seconds": 0.001, "product": 2e-5, "tried": true, "chosen": false},
        {"way": "weighted", "squared_error": null, "seconds": 0.06, "product": null, "tried": false, "chosen": false},
        {"way": "moved", "squared_error": 0.001, "seconds": 0.05, "product": 5e-5, "tried": true, "chosen": true}],
      "chains": {"chains": 128, "moves": 32, "temperatures": [0, 0.45, 1], "log_evidence": null, "ancestors": 48,
        "warmup_gradients": 18432, "gradients": 66560, "settled": true, "precise": false, "step_size": 0.26,
        "acceptance": 0.84, "lowest_acceptance": 0.23, "drift": 0.098, "drift_z": 2.4, "group_z": null,
        "critical_z": 3.7, "r_hat": 1.0265}}})");
  fit.trace =
      table_of("elapsed_seconds,iteration,gradient_draws,elbo,elbo_se,step_size,recipe\n0.1,0,8,-5,0,0.01,rep\n");
  for (const std::string& row : rows) header += "\n0,0,0,0" + row;
  fit.draws = DrawsFile(table_of(header + "\n"));
  return fit;
}

TEST(FitSection, HasItsPartsInOrder) {
  const std::string page = fit_section(moved_fit(), "fit-1");
  std::size_t at = 0;
  for (const char* part : {"Converged.", "Beware.", "Posterior", "MCSE of mean", "All 15", "Densities",
                           "Histogram of p1", "Pairs", "fewest effective draws, 985 and 986", "How the draws were made",
                           "squared error", "Product", ">Chains<", "How it was found", "ELBO against time",
                           "Estimator over time", "The approximation q", "Diagnostics", "Settings"}) {
    const std::size_t next = page.find(part, at);
    ASSERT_NE(next, std::string::npos) << part << " is missing, or comes too early";
    at = next;
  }
}

TEST(FitSection, ShowsADozenRowsAndFoldsTheRest) {
  const std::string page = fit_section(moved_fit(), "fit-1");
  const std::string in_sight = page.substr(0, page.find("<details>"));
  EXPECT_EQ(occurrences(in_sight, "<th scope=\"row\">p"), 12u);
  EXPECT_THAT(in_sight,
              HasSubstr("<td class=\"number\">1234.568</td><td class=\"number\">0.500</td>"));  // digits of the sd
  EXPECT_THAT(in_sight, HasSubstr("<td class=\"number\">-</td>"));                              // q50
  EXPECT_THAT(page, HasSubstr("<th scope=\"row\">p15</th>"));
}

TEST(FitSection, RoundsToTheSd) {
  FitFiles fit = moved_fit();
  fit.summary["parameters"] = Json::List{
      Json::parse(
          R"({"name": "a", "mean": -0.0001, "sd": 12.34, "q5": -20.06, "q50": 1e-9, "q95": null, "mcse_mean": 0.2, "ess": 12345.6})"),
      Json::parse(
          R"({"name": "b", "mean": 123456.7, "sd": 2345, "q5": 5, "q50": 5, "q95": 5, "mcse_mean": 30, "ess": 1})")};
  const std::string page = fit_section(fit, "fit-1");
  const auto row = [](const std::vector<std::string>& cells) {
    std::string out;
    for (const std::string& cell : cells) out += "<td class=\"number\">" + cell + "</td>";
    return out;
  };
  EXPECT_THAT(page, HasSubstr(row({"0.0", "12.3", "-20.1", "0.0", "-", "0.20", "12346"})));
  EXPECT_THAT(page, HasSubstr(row({"123457", "2345", "5", "5", "5", "30", "1"})));
  EXPECT_THAT(page, Not(HasSubstr("<details><summary>All 2")));  // all are in sight
}

TEST(FitSection, SaysHowTheDrawsWereMade) {
  const std::string page = fit_section(moved_fit(), "fit-1");
  for (const char* part : {"2000 by chains from q", "0.027 (largest 0.04)", "sample size, worst parameter</th><td>426<",
                           "\u2605 chains from q</th><td class=\"number\">0.001</td>",
                           "importance weights</th><td class=\"number\">-</td><td class=\"number\">0.06</td><td "
                           "class=\"number\">-</td><td>forecast",
                           "a squared error of 0.0025", "128, from 48 different draws", "0, 0.45, 1", "1.026",
                           "0.84 (worst chain 0.23)", "66,560, of which 18,432", "as precise as asked for</th><td>no",
                           "marginal sd over sd", "are worth 83 independent ones of the "
                           "posterior"})
    EXPECT_THAT(page, HasSubstr(part));
  EXPECT_THAT(page, Not(HasSubstr("nan")));
}

TEST(FitSection, HasNoBarsForOneProduct) {
  FitFiles fit = moved_fit();
  fit.summary["answer"]["ways"] = Json::List{Json::parse(R"({"way": "gaussian", "product": 1, "chosen": true})")};
  const std::string page = fit_section(fit, "fit-1");
  EXPECT_THAT(page, HasSubstr("\u2605 draws of q"));
  EXPECT_THAT(page, Not(HasSubstr("squared error times seconds")));
}

TEST(FitSection, DoesWithoutDraws) {
  FitFiles fit = moved_fit();
  fit.draws.reset();
  const std::string page = fit_section(fit, "fit-1");
  EXPECT_THAT(page, HasSubstr("run.csv is missing: there are no pictures of draws."));
  EXPECT_THAT(page, Not(HasSubstr("Histogram of")));
  EXPECT_THAT(page, HasSubstr("How the draws were made"));
  fit.draws = DrawsFile(table_of("lp__,p1\n0,1\n0,2\n0,3\n"));
  EXPECT_THAT(fit_section(fit, "fit-1"), HasSubstr("fewer values than the summary"));
}

TEST(FitSection, CopesWithNumbersThatAreNotKnown) {
  FitFiles fit = moved_fit();
  Json& summary = fit.summary;
  for (const char* key : {"elbo", "elbo_se", "gap", "khat", "approximation", "iterations"}) summary[key] = nullptr;
  Json::List unknown;
  for (int i = 0; i < 15; ++i)
    unknown.push_back(Json::parse(R"({"name": "v", "mean": null, "sd": null, "missing_draws": 7})"));
  summary["parameters"] = unknown;
  Json answer = summary["answer"];
  for (const auto& [key, value] : answer.items())
    if (value.is_number()) summary["answer"][key] = nullptr;
  const Json chains = answer["chains"];
  for (const auto& [key, value] : chains.items()) summary["answer"]["chains"][key] = nullptr;
  const std::string page = fit_section(fit, "fit-1");
  EXPECT_THAT(page, Not(HasSubstr("nan")));
  EXPECT_THAT(page, HasSubstr("missing draws"));
  EXPECT_THAT(page, Not(HasSubstr(">Pairs<")));
  summary["answer"] = Json::parse(R"({"way": "gaussian", "draws": 0})");
  EXPECT_THAT(fit_section(fit, "fit-1"), HasSubstr("0 draws of q"));
}

TEST(FitSection, PrefersTheModelsOwnValues) {
  FitFiles fit = moved_fit();
  fit.summary["constrained"] = Json::List{Json::parse(
      R"({"name": "own", "kind": "parameter", "mean": 2, "sd": 1, "q5": 1, "q50": 2, "q95": 3, "ess": 9})")};
  const std::string page = fit_section(fit, "fit-1");
  EXPECT_THAT(page, HasSubstr("Histogram of own"));
  EXPECT_THAT(page, Not(HasSubstr("Histogram of p1")));
}

}  // namespace
}  // namespace g2t::report
