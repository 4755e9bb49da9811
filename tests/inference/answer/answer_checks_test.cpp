// All that speaks against an answer, one thing at a time; and the error that ways are compared by.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <g2t/inference/answer_checks.hpp>
#include <limits>

namespace g2t {
namespace {

using ::testing::ElementsAre;

constexpr Index kChecked = 20;  // parameters: one of them hardly moves a root mean square
constexpr double kCheckNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kCheckedTolerance = 0.05;

/// Of so many parameters p1, p2, ... whose means and sds have such errors, in sds.
QuantitySummary checked_summary(double of_means, double of_sds) {
  QuantitySummary out;
  for (Index i = 1; i <= kChecked; ++i) out.names.push_back("p" + std::to_string(i));
  out.parameter_count = out.computed_count = kChecked;
  out.mean = Vector::LinSpaced(kChecked, -3, 3);
  out.sd = Vector::LinSpaced(kChecked, 0.1, 10);
  out.mcse_mean = of_means * out.sd;
  out.mcse_sd = of_sds * out.sd;
  out.tail_shape = Vector::Constant(kChecked, 0.1);
  out.draws = 2000;
  return out;
}

/// An answer that has nothing against it.
Posterior checked_answer(AnswerWay way) {
  Posterior out;
  out.way = way;
  out.draws.setZero(2000, kChecked);
  out.parameters = checked_summary(0.02, 0.02);
  if (way == AnswerWay::Weighted) out.khat = 0.3, out.effective_sample_size = 1500;
  if (way == AnswerWay::Moved) {
    out.chains.emplace();
    out.chains->is_warm = true;
    out.chains->r_hat = 1.01;
    out.chains->acceptance = out.chains->lowest_acceptance = 0.7;
    out.chains->critical_z = 4;
  }
  return out;
}

struct DoubtRow {
  std::string name;
  AnswerWay way;
  std::function<void(Posterior&)> change;
  std::vector<WarningKind> kinds;
};

const std::vector<DoubtRow>& doubt_rows() {
  using enum WarningKind;
  using enum AnswerWay;
  using P = Posterior;
  static const std::vector<DoubtRow> rows = {
      {"draws of q", Gaussian, [](P&) {}, {}},
      {"weights", Weighted, [](P&) {}, {}},
      {"chains", Moved, [](P&) {}, {}},
      // Errors.
      {"means as asked", Gaussian, [](P& p) { p.parameters = checked_summary(0.0499, 0.02); }, {}},
      {"means", Gaussian, [](P& p) { p.parameters = checked_summary(0.0501, 0.02); }, {ImpreciseMeans}},
      {"sds as asked", Weighted, [](P& p) { p.parameters = checked_summary(0.02, 0.0499); }, {}},
      {"sds", Weighted, [](P& p) { p.parameters = checked_summary(0.02, 0.0501); }, {ImpreciseSds}},
      {"both", Moved, [](P& p) { p.parameters = checked_summary(0.06, 0.06); }, {ImpreciseMeans, ImpreciseSds}},
      {"a mean of three tolerances", Moved, [](P& p) { p.parameters.mcse_mean[3] = 0.149 * p.parameters.sd[3]; }, {}},
      {"a mean", Moved, [](P& p) { p.parameters.mcse_mean[3] = 0.151 * p.parameters.sd[3]; }, {ImpreciseMeans}},
      {"an sd of four tolerances", Moved, [](P& p) { p.parameters.mcse_sd[3] = 0.199 * p.parameters.sd[3]; }, {}},
      {"an sd", Moved, [](P& p) { p.parameters.mcse_sd[3] = 0.201 * p.parameters.sd[3]; }, {ImpreciseSds}},
      {"sds of long tails", Moved,
       [](P& p) { p.parameters = checked_summary(0.02, 1), p.parameters.tail_shape.setConstant(0.51); }, {}},
      {"sds of tails", Moved,
       [](P& p) { p.parameters = checked_summary(0.02, 1), p.parameters.tail_shape.setConstant(0.49); }, {ImpreciseSds}},
      {"errors that are not known", Gaussian, [](P& p) { p.parameters = checked_summary(kCheckNan, kCheckNan); },
       {ImpreciseMeans, ImpreciseSds}},
      {"what does not vary", Moved,
       [](P& p) { p.parameters.mean[3] = 5, p.parameters.sd[3] = 1e-13, p.parameters.mcse_mean[3] = 1; }, {}},
      {"what is no parameter", Moved,
       [](P& p) { p.parameters.parameter_count = 19, p.parameters.mcse_mean[19] = 100; }, {}},
      {"the model's own values", Moved, [](P& p) { p.quantities = checked_summary(0.06, 0.02); }, {ImpreciseMeans}},
      {"what nobody sees", Moved,
       [](P& p) { p.quantities = p.parameters, p.parameters = checked_summary(0.06, 0.06); }, {}},
      {"a single value", Moved,
       [](P& p) { p.quantities = checked_summary(kCheckNan, kCheckNan), p.quantities.sd.setConstant(kCheckNan), p.quantities.draws = 1; },
       {ImpreciseMeans, ImpreciseSds}},
      // Weights.
      {"a lighter tail", Weighted, [](P& p) { p.khat = 0.69; }, {}},
      {"a heavy tail", Weighted, [](P& p) { p.khat = 0.71; }, {HeavyTails}},
      {"a tail that is not known", Weighted, [](P& p) { p.khat = kCheckNan; }, {HeavyTails}},
      {"effective draws", Weighted, [](P& p) { p.effective_sample_size = 701; }, {}},
      {"few effective draws", Weighted, [](P& p) { p.effective_sample_size = 699; }, {UnevenWeights}},
      {"weights of another way", Moved, [](P& p) { p.khat = 2; }, {}},
      // Chains.
      {"not settled", Moved, [](P& p) { p.chains->is_warm = false; }, {ChainsNotSettled}},
      {"not settled and drifting", Moved,
       [](P& p) { p.chains->is_warm = false, p.chains->drift = 1, p.chains->drift_z = 9; }, {ChainsNotSettled}},
      {"drift", Moved, [](P& p) { p.chains->drift = 0.051, p.chains->drift_z = 4.1; }, {ChainsDrift}},
      {"a small drift", Moved, [](P& p) { p.chains->drift = 0.049, p.chains->drift_z = 4.1; }, {}},
      {"a drift within its noise", Moved, [](P& p) { p.chains->drift = 0.2, p.chains->drift_z = 3.9; }, {}},
      {"R-hat", Moved, [](P& p) { p.chains->r_hat = 1.041; }, {ChainsDisagree}},
      {"a small R-hat", Moved, [](P& p) { p.chains->r_hat = 1.039; }, {}},
      {"R-hat of chains", Moved, [](P& p) { p.chains->chain_r_hat = 1.16; }, {ChainsDisagree}},
      {"a small R-hat of chains", Moved, [](P& p) { p.chains->chain_r_hat = 1.14; }, {}},
      {"hot chains", Moved, [](P& p) { p.chains->group_z = 4.1; }, {ChainsDisagree}},
      {"hot chains within noise", Moved, [](P& p) { p.chains->group_z = 3.9; }, {}},
      {"a chain apart", Moved, [](P& p) { p.chains->apart = 0.11; }, {ChainApart}},
      {"a chain aside", Moved, [](P& p) { p.chains->apart = 0.09; }, {}},
      {"a chain that is stuck", Moved, [](P& p) { p.chains->lowest_acceptance = 0.09; }, {ChainStuck}},
      {"a chain that is slow", Moved, [](P& p) { p.chains->lowest_acceptance = 0.11; }, {}},
      {"everything", Moved,
       [](P& p) {
         p.chains->drift = 1, p.chains->drift_z = 9, p.chains->r_hat = 2, p.chains->lowest_acceptance = 0;
         p.parameters = checked_summary(1, 1);
       },
       {ChainsDrift, ChainsDisagree, ChainStuck, ImpreciseMeans, ImpreciseSds}},
  };
  return rows;
}

TEST(AnswerChecks, DoubtsFollowFromTheSummaryAndTheChecks) {
  for (const DoubtRow& row : doubt_rows()) {
    Posterior answer = checked_answer(row.way);
    row.change(answer);
    std::vector<std::string> kinds, expected;
    for (const FitWarning& doubt : doubts_of(answer, kCheckedTolerance)) kinds.push_back(warning_name(doubt.kind));
    for (const WarningKind kind : row.kinds) expected.push_back(warning_name(kind));
    EXPECT_EQ(kinds, expected) << row.name;
  }
}

TEST(AnswerChecks, TheToleranceIsOfMeansAlone) {
  Posterior answer = checked_answer(AnswerWay::Gaussian);
  EXPECT_EQ(doubts_of(answer, 0.019).at(0).kind, WarningKind::ImpreciseMeans);
  EXPECT_EQ(doubts_of(answer, 0.019).size(), 1u);
  answer.parameters = checked_summary(0.4, 0.04);
  EXPECT_TRUE(doubts_of(answer, 0.5).empty());
}

TEST(AnswerChecks, DoubtsNameTheWorstParameterAndTheNumbers) {
  Posterior answer = checked_answer(AnswerWay::Gaussian);
  answer.parameters.mcse_mean[6] = 0.5 * answer.parameters.sd[6];
  answer.parameters.mcse_sd[2] = 0.6 * answer.parameters.sd[2];
  const std::vector<FitWarning> doubts = doubts_of(answer, kCheckedTolerance);
  ASSERT_EQ(doubts.size(), 2u);
  EXPECT_THAT(doubts[0].names, ElementsAre("p7"));
  EXPECT_NEAR(doubts[0].number("largest"), 0.5, 1e-12);
  EXPECT_NEAR(doubts[0].number("rms"), std::sqrt((0.25 + 19 * 0.0004) / 20), 1e-12);
  EXPECT_EQ(doubts[0].number("tolerance"), kCheckedTolerance);
  EXPECT_THAT(doubts[1].names, ElementsAre("p3"));
  EXPECT_NEAR(doubts[1].number("largest"), 0.6, 1e-12);
  EXPECT_EQ(doubts[1].number("tolerance"), kSdTolerance);
}

TEST(AnswerChecks, SquaredErrorsAreOfMeansAndOfDrift) {
  Posterior answer = checked_answer(AnswerWay::Moved);
  EXPECT_NEAR(squared_error_of(answer), 0.0004, 1e-12);
  answer.chains->drift = 0.3;
  EXPECT_NEAR(squared_error_of(answer), 0.0004, 1e-12);  // within its noise
  answer.chains->drift_z = 5;
  EXPECT_NEAR(squared_error_of(answer), 0.0904, 1e-12);
  answer.chains->drift_z = 0;
  answer.chains->is_warm = false;
  EXPECT_NEAR(squared_error_of(answer), 0.0904, 1e-12);
  answer.parameters = checked_summary(kCheckNan, 0.01);
  EXPECT_EQ(squared_error_of(answer), std::numeric_limits<double>::infinity());
  answer = checked_answer(AnswerWay::Gaussian);
  answer.draws.resize(0, kChecked);
  EXPECT_EQ(squared_error_of(answer), std::numeric_limits<double>::infinity());
}

TEST(AnswerSettings, DrawsAreThoseThatTheToleranceTakes) {
  EXPECT_EQ(AnswerSettings{}.needed_draws(), 2000);
  AnswerSettings settings{.draws = 100};
  EXPECT_EQ(settings.needed_draws(), 600);  // 1.5 / 0.05^2
  settings.tolerance = 0.01;
  EXPECT_EQ(settings.needed_draws(), 15000);
  settings.tolerance = 1e-9;
  EXPECT_EQ(settings.needed_draws(), 20'000);
  settings.draws = 30'000;
  EXPECT_EQ(settings.needed_draws(), 30'000);
  settings.draws = 100;
  settings.tolerance = 1;
  EXPECT_EQ(settings.needed_draws(), 100);
}

}  // namespace
}  // namespace g2t
