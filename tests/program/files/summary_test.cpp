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
  const Json json = Json::parse(selections_json(small_fit()));
  ASSERT_EQ(json["selections"].size(), 3u);
  ASSERT_EQ(json["answer"].size(), 1u);  // the ways to it
  EXPECT_EQ(json["answer"][0]["way"], "gaussian");
  EXPECT_EQ(json["answer"][0]["chosen"], true);
  EXPECT_EQ(json["selections"][1]["iteration"], 10);
  EXPECT_GT(json["selections"][1]["elapsed_seconds"].get<double>(), 0);
}

TEST(SummaryJson, HasTheKeysOfTheContractAndNullsForWhatIsNotKnown) {
  const FitResult result = small_fit();
  const Json json = Json::parse(summary_json(result, Options{}));
  for (const char* key : {"status", "verdict", "elbo", "elbo_method", "elbo_se", "gap", "gap_se", "khat", "seconds",
                          "iterations", "gradient_draws", "step_draws", "dimension", "seed", "version", "recipe", "starts",
                          "answer", "parameters", "constrained", "approximation", "diagnostics", "warnings", "settings"})
    EXPECT_TRUE(json.contains(key)) << key;
  for (const char* key : {"total", "start", "race", "selection", "steps"}) EXPECT_GE(json["seconds"][key].get<double>(), 0) << key;
  for (const char* key : {"reading", "answer", "trace", "wall", "waited"})
    EXPECT_TRUE(json["seconds"].contains(key) && json["seconds"][key].is_null()) << key;  // a cost model's
  EXPECT_TRUE(json["gap"].is_null());
  EXPECT_TRUE(json["khat"].is_null());
  for (const char* key : {"khat_of_q", "effective_sample_size"}) EXPECT_FALSE(json.contains(key)) << key;
  EXPECT_EQ(json["elbo_method"], "exact");
  ASSERT_EQ(json["parameters"].size(), 2u);
  EXPECT_EQ(json["parameters"][0]["name"], "x1");
  const QuantitySummary& seen = result.posterior.parameters;
  EXPECT_EQ(json["parameters"][0]["mean"], seen.mean[0]);
  EXPECT_EQ(json["parameters"][1]["sd"], seen.sd[1]);
  EXPECT_EQ(json["parameters"][1]["q5"], seen.q5[1]);
  EXPECT_EQ(json["parameters"][1]["q50"], seen.median[1]);
  EXPECT_EQ(json["parameters"][1]["q95"], seen.q95[1]);
  EXPECT_EQ(json["parameters"][1]["mcse_mean"], seen.mcse_mean[1]);
  EXPECT_EQ(json["parameters"][1]["mcse_sd"], seen.mcse_sd[1]);
  EXPECT_EQ(json["parameters"][1]["ess"], seen.ess[1]);
  EXPECT_FALSE(json["parameters"][1].contains("kind"));
  EXPECT_TRUE(json["constrained"].is_null());
  EXPECT_EQ(json["approximation"]["family"], "full-rank");
  EXPECT_EQ(json["approximation"]["parameters"][0]["name"], "x1");
  EXPECT_EQ(json["approximation"]["parameters"][0]["mean"], result.q.mean[0]);
  EXPECT_TRUE(json["approximation"]["parameters"][0]["mcse_sd"].is_null());
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
                                       {"numbers", {{"cuts", 3}, {"step_size", 0.01}}},
                                       {"names", Json::array()}}));
  EXPECT_EQ(json["warnings"][1]["numbers"], Json::object());
  result.warnings.clear();
  EXPECT_EQ(Json::parse(summary_json(result, Options{}))["warnings"], Json::array());
}

TEST(SummaryJson, HasTheAnswerAndHowItWasMade) {
  FitResult result = small_fit();
  Posterior& answer = result.posterior;
  const Json json = Json::parse(summary_json(result, Options{})).at("answer");
  EXPECT_EQ(json["way"], "gaussian");
  EXPECT_EQ(json["draws"], answer.draw_count());
  EXPECT_EQ(json["error_of_means"], errors_of(answer.parameters).mean_rms);
  EXPECT_EQ(json["largest_error_of_sds"], errors_of(answer.parameters).sd_largest);
  EXPECT_EQ(json["densities"], answer.densities);
  EXPECT_EQ(json["gradients"], 0);
  for (const char* key : {"chains", "khat", "modes"}) EXPECT_TRUE(json[key].is_null()) << key;

  answer.way = AnswerWay::Moved;
  answer.chains.emplace();
  answer.chains->r_hat = 1.02;
  answer.chains->temperatures = {0.5, 1};
  answer.modes = {{0.7, 0.01, AnswerWay::Moved}, {0.3, 0.01, AnswerWay::Weighted}};
  answer.ways = {{AnswerWay::Gaussian, 0.04, 2, true, false}, {AnswerWay::Moved, 0.001, 3, true, true}};
  const Json moved = Json::parse(summary_json(result, Options{})).at("answer");
  EXPECT_EQ(moved["way"], "moved");
  EXPECT_EQ(moved["chains"]["r_hat"], 1.02);
  EXPECT_EQ(moved["chains"]["temperatures"], (std::vector<double>{0.5, 1}));
  EXPECT_EQ(moved["modes"][1]["share"], 0.3);
  EXPECT_EQ(moved["modes"][1]["way"], "weighted");
  EXPECT_EQ(moved["ways"][0], Json({{"way", "gaussian"}, {"squared_error", 0.04}, {"seconds", 2.0}, {"product", 0.08},
                                   {"tried", true}, {"chosen", false}}));
  EXPECT_EQ(moved["ways"][1]["chosen"], true);
}

TEST(SummaryJson, SaysOfWhichKindAValueIs) {
  FitResult result = small_fit();
  QuantitySummary& values = result.posterior.quantities;
  values = result.posterior.parameters;
  values.parameter_count = values.computed_count = 1;
  values.missing = {0, 7};
  const Json json = Json::parse(summary_json(result, Options{})).at("constrained");
  EXPECT_EQ(json[0]["kind"], "parameter");
  EXPECT_EQ(json[1]["kind"], "generated");
  EXPECT_EQ(json[1]["mean"], values.mean[1]);
  EXPECT_EQ(json[1]["missing_draws"], 7);
  EXPECT_FALSE(json[0].contains("missing_draws"));
}

TEST(SummaryJson, WritesNullForWhatIsNotFinite) {
  FitResult result = small_fit();
  result.elbo.value = -INFINITY;
  EXPECT_TRUE(Json::parse(summary_json(result, Options{}))["elbo"].is_null());
}

}  // namespace
}  // namespace g2t
