#include <g2t/core/json.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/program/files/summary.hpp>

#include <g2t/inference/status_words.hpp>
#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

FitResult small_fit() {
  const testing::GaussianModel model(Vector::Ones(2), testing::wavy_precision(2));
  FitOptions options = plain_fit_options();
  options.iterations = 100;
  options.reselect = Reselect::Planned;
  options.control_variates = {"entropy", "taylor", "prior"};
  options.costs =
      Costs{{{"rep", {1e-5, 1e-6}}, {"entropy", {0, 1e-7}}, {"taylor", {1e-6, 1e-6}}, {"prior", {0, 0}}}, {}};
  return fit(model, options);
}

TEST(SelectionJson, HasTheKeysOfTheContract) {
  const FitResult result = small_fit();
  const Json json = Json::parse(selection_json(result.selections[0].selection));
  EXPECT_EQ(json["terms"], (std::vector<std::string>{"rep", "entropy", "taylor", "prior"}));
  EXPECT_EQ(json["moments"]["unit"], "draw");
  EXPECT_EQ(json["moments"]["r"].size(), 3u);
  EXPECT_EQ(json["moments"]["Q"].size(), 3u);
  EXPECT_EQ(json["moments"]["Q"][0].size(), 3u);
  EXPECT_GT(json["moments"]["u"].get<double>(), 0);
  EXPECT_EQ(json["t"].size(), 3u);
  EXPECT_DOUBLE_EQ(json["t0"].get<double>(), 1e-5 + 8e-6);
  EXPECT_EQ(json["draws"], 8);
  EXPECT_EQ(json["select_draws"], 400);
  ASSERT_EQ(json["subsets"].size(), 8u);
  double least = 1e300;
  for (const Json& subset : json["subsets"]) {
    EXPECT_DOUBLE_EQ(subset["product"].get<double>(), subset["g2"].get<double>() * subset["seconds"].get<double>());
    EXPECT_EQ(subset["weights"].size(), subset["control_variates"].size());
    least = std::min(least, subset["product"].get<double>());
  }
  EXPECT_EQ(json["choice"]["product"], least);
  EXPECT_EQ(json["costs"]["terms"]["rep"]["per_step"], 1e-5);
}

TEST(SelectionsJson, AddsWhenAndWhere) {
  const Json json = Json::parse(selections_json(small_fit().selections));
  ASSERT_EQ(json["selections"].size(), 3u);
  EXPECT_EQ(json["selections"][1]["iteration"], 10);
  EXPECT_GT(json["selections"][1]["elapsed_seconds"].get<double>(), 0);
}

TEST(SummaryJson, HasTheKeysOfTheContractAndNullsForWhatIsNotKnown) {
  const FitResult result = small_fit();
  const Json json = Json::parse(summary_json(result, Options{}));
  for (const char* key : {"status", "verdict", "elbo", "elbo_method", "elbo_se", "gap", "gap_se", "khat", "seconds",
                          "iterations", "gradient_draws", "step_draws", "dimension", "seed", "version", "recipe", "starts",
                          "parameters", "diagnostics", "warnings", "settings"})
    EXPECT_TRUE(json.contains(key)) << key;
  for (const char* key : {"total", "start", "race", "selection", "steps"}) EXPECT_GE(json["seconds"][key].get<double>(), 0) << key;
  for (const char* key : {"reading", "trust", "trace", "wall", "waited"})
    EXPECT_TRUE(json["seconds"].contains(key) && json["seconds"][key].is_null()) << key;  // a cost model's
  EXPECT_TRUE(json["gap"].is_null());
  EXPECT_TRUE(json["khat"].is_null());
  EXPECT_EQ(json["elbo_method"], "exact");
  ASSERT_EQ(json["parameters"].size(), 2u);
  EXPECT_EQ(json["parameters"][0]["name"], "x1");
  EXPECT_EQ(json["parameters"][0]["mean"], result.q.mean[0]);
  EXPECT_TRUE(json["parameters"][0].contains("mcse_sd"));
  EXPECT_EQ(json["recipe"]["base"], "rep");
}

TEST(SummaryJson, HasTheVerdictAndTheWarningsInWords) {
  FitResult result = small_fit();
  result.status = FitStatus::NotTrusted;
  result.warnings = {{.kind = WarningKind::StepSizeCuts, .numbers = {{"cuts", 3}, {"step_size", 0.01}}},
                     {.kind = WarningKind::NoSteps}};
  const Json json = Json::parse(summary_json(result, Options{}));
  EXPECT_EQ(json["verdict"], status_sentence(result));
  EXPECT_EQ(json["warnings"][0], Json({{"kind", "step_size_cuts"},
                                       {"message", describe(result.warnings[0], Wording::CommandLine)},
                                       {"numbers", {{"cuts", 3}, {"step_size", 0.01}}}}));
  EXPECT_EQ(json["warnings"][1]["numbers"], Json::object());
  result.warnings.clear();
  EXPECT_EQ(Json::parse(summary_json(result, Options{}))["warnings"], Json::array());
}

TEST(SummaryJson, WritesNullForWhatIsNotFinite) {
  FitResult result = small_fit();
  result.elbo.value = -INFINITY;
  EXPECT_TRUE(Json::parse(summary_json(result, Options{}))["elbo"].is_null());
}

}  // namespace
}  // namespace g2t
