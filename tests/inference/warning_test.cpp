// Laws of all warnings: a name, and words for either reader with all numbers and a remedy.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/counted.hpp>
#include <g2t/inference/warning.hpp>
#include <set>

namespace g2t {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

/// A warning of each kind, with numbers that no other one of it is written as, and names that look like settings.
std::vector<FitWarning> warnings_of_all_kinds() {
  using enum WarningKind;
  const std::vector<FailureKind> failures = {{"log of {seed}", 12}};
  const std::vector<std::pair<std::string, double>> gap = {
      {"distance", 0.31}, {"gap", 4.25}, {"gap_se", 0.17}, {"tolerance", 0.02}};
  std::vector<FitWarning> out = {
      {.kind = FailedDraws, .numbers = {{"failed_draws", 12345}, {"draws", 67890}}, .failures = failures},
      {.kind = ShrunkSteps, .numbers = {{"steps", 12}}},
      {.kind = SkippedSteps, .numbers = {{"steps", 12}}},
      {.kind = NonFiniteSteps, .numbers = {{"steps", 12}}},
      {.kind = SignFlips, .numbers = {{"flips", 12}}},
      {.kind = StepSizeCuts, .numbers = {{"cuts", 12}, {"step_size", 0.034}}},
      {.kind = FailedSelections, .numbers = {{"selections", 12}}},
      {.kind = SelectionsShortOfDraws, .numbers = {{"selections", 12}}},
      {.kind = MissingValues, .numbers = {{"values", 12}}, .names = {"{seed}", "b"}, .failures = failures},
      {.kind = IncompleteValues, .numbers = {{"values", 12}, {"missing_1", 34}, {"missing_2", 56}}, .names = {"{seed}", "b"},
       .failures = failures},
      {.kind = LongTails, .numbers = {{"values", 12}}, .names = {"{seed}", "b"}},
      {.kind = ReportShortOfDraws,
       .numbers = {{"elbo_draws", 320}, {"answer_draws", 1984}, {"value_draws", 57}}},
      {.kind = UndecidedStepSize, .numbers = {{"step_size", 0.034}}},
      {.kind = ElboBelowBest, .numbers = {{"nats", 12.34}}},
      {.kind = EarlierIsResult, .numbers = {{"nats", 12.34}}},
      {.kind = MovingScale, .numbers = {{"scale", 0.034}}, .names = {"{seed}"}},
      {.kind = UnboundedDirection, .names = {"{seed}", "b"}},
      {.kind = GapAboveTolerance, .numbers = gap},
      {.kind = GapStalled, .numbers = gap},
      {.kind = HeavyTails, .numbers = {{"khat", 0.83}, {"threshold", 0.7}}},
      {.kind = ChainsNotSettled, .numbers = {{"gradients", 12345}}},
      {.kind = ChainsDrift, .numbers = {{"drift", 0.34}}},
      {.kind = ChainsDisagree, .numbers = {{"r_hat", 1.23}}},
      {.kind = UnevenWeights, .numbers = {{"draws", 2345}, {"effective_sample_size", 67}}},
      {.kind = ChainApart, .numbers = {{"share", 0.23}}},
      {.kind = ModesNotSeen, .numbers = {{"modes", 4}, {"once", 3}, {"starts", 12}}},
      {.kind = ChainStuck, .numbers = {{"acceptance", 0.034}}},
      {.kind = ImpreciseSds, .numbers = {{"rms", 0.12}, {"largest", 0.34}, {"tolerance", 0.05}}, .names = {"{seed}"}},
      {.kind = ModesCovered, .numbers = {{"modes", 2}, {"share_1", 0.6949}, {"share_2", 0.3051}}},
      {.kind = ImpreciseMeans, .numbers = {{"rms", 0.12}, {"largest", 0.34}, {"tolerance", 0.05}}, .names = {"{seed}"}},
      {.kind = SeveralModes, .numbers = {{"modes", 2}, {"elbo_1", -3.5}, {"elbo_2", -4.75}}},
      {.kind = WrongGradient,
       .numbers = {{"coordinate", 2}, {"given", 1.5}, {"expected", -1.25}, {"at", 0.25}},
       .names = {"{seed}"}},
      {.kind = SampleOfRows, .numbers = {{"rows", 16384}, {"all", 200000}, {"sd", 0.3}}},
      {.kind = ConditionalSds,
       .numbers = {{"parameters", 12}, {"ratio_1", 5.1}, {"ratio_2", 1.3}},
       .names = {"{seed}", "b"}},
  };
  for (const WarningKind kind : {NoSteps, Stuck, Diverged, ElboBelowStart, BestIsResult, ElboNotFinite, ManyFailedDraws,
                                 CurvatureNotKnown, NoConvergenceTest})
    out.push_back({.kind = kind});
  return out;
}

std::string kind_of(const ::testing::TestParamInfo<FitWarning>& info) { return warning_name(info.param.kind); }

class EveryWarning : public ::testing::TestWithParam<FitWarning> {};

TEST_P(EveryWarning, HasAName) { EXPECT_THAT(warning_name(GetParam().kind), MatchesRegex("[a-z]+(_[a-z]+)*")); }

TEST_P(EveryWarning, ContainsItsNumbersAndNames) {
  for (const Wording wording : {Wording::Fields, Wording::CommandLine}) {
    const std::string text = describe(GetParam(), wording);
    EXPECT_THAT(text, Not(HasSubstr("nan ")));
    for (const auto& [name, value] : GetParam().numbers) {
      std::vector<std::string> forms = {grouped(std::lround(value)), fmt::format("{:.2f}", value),
                                        fmt::format("{:.2g}", value), fmt::format("{:.3g}", value),
                                        fmt::format("{:.0f} %", 100 * value), fmt::format("{:.1f} %", 100 * value)};
      if (value != std::floor(value) && std::abs(value) < 100) forms.erase(forms.begin());
      EXPECT_TRUE(
          std::any_of(forms.begin(), forms.end(), [&](const auto& form) { return text.find(form) != text.npos; }))
          << name << " in: " << text;
    }
    for (const std::string& name : GetParam().names) EXPECT_THAT(text, HasSubstr(name));
    for (const FailureKind& failure : GetParam().failures) EXPECT_THAT(text, HasSubstr(failure.what));
  }
}

TEST_P(EveryWarning, SpeaksOfOneInTheSingular) {
  FitWarning warning = GetParam();
  for (auto& [name, value] : warning.numbers)
    if (value == std::floor(value)) value = 1;  // counts: the other numbers have digits behind the point
  for (FailureKind& failure : warning.failures) failure.count = 1;
  for (const Wording wording : {Wording::Fields, Wording::CommandLine}) {
    const std::string text = " " + describe(warning, wording);
    EXPECT_THAT(text, Not(ContainsRegex("[ (]1 ([a-z]+ )?[a-z]+s[^a-z]")));          // "1 adapted draws"
    EXPECT_THAT(text, Not(ContainsRegex("[ (]1 [^;:]*(were|are|have an?|them) ")));  // "1 step were"
  }
}

TEST_P(EveryWarning, NamesSettingsAsItsReaderSetsThem) {
  FitWarning warning = GetParam();
  for (std::string& name : warning.names) name = "x";
  warning.failures.clear();
  for (const Structure family : {Structure::Dense, Structure::Diagonal}) {
    for (const bool has_iteration_limit : {false, true}) {
      warning.family = family;
      warning.has_iteration_limit = has_iteration_limit;
      const std::string fields = describe(warning, Wording::Fields), flags = describe(warning, Wording::CommandLine);
      for (const std::string& text : {fields, flags}) EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << text;
      EXPECT_THAT(fields, Not(HasSubstr("--")));
      EXPECT_THAT(fields, Not(HasSubstr("g2t ")));
      for (const char* name : {"time_budget", "step_size", "select_draws", "check_gradient"})
        EXPECT_THAT(flags, Not(HasSubstr(name)));
    }
  }
}

TEST_P(EveryWarning, NamesARemedy) {
  const std::string text = describe(GetParam(), Wording::CommandLine);
  bool has_remedy = false;
  for (const char* verb :
       {"give ", "check ", "try ", "use ", "take ", "transform ", "reparameterise ", "avoids ", "compare ", "add "})
    has_remedy = has_remedy || text.find(verb) != std::string::npos;
  EXPECT_TRUE(has_remedy) << text;
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryWarning, ::testing::ValuesIn(warnings_of_all_kinds()), kind_of);

TEST(Warnings, AreAllTestedAndTellApart) {
  std::set<WarningKind> kinds;
  std::set<std::string> names, texts;
  for (const FitWarning& warning : warnings_of_all_kinds()) {
    kinds.insert(warning.kind);
    names.insert(warning_name(warning.kind));
    texts.insert(describe(warning, Wording::Fields));
  }
  for (const auto& seen : {kinds.size(), names.size(), texts.size()})
    EXPECT_EQ(seen, static_cast<std::size_t>(kWarningKindCount));
}

TEST(Warnings, SayWhatTheRunCanBeGiven) {
  FitWarning warning{.kind = WarningKind::NoConvergenceTest};
  EXPECT_EQ(describe(warning, Wording::CommandLine),
            "there was no time for a test of convergence; give more --time-budget");
  warning.has_iteration_limit = true;
  EXPECT_EQ(describe(warning, Wording::Fields),
            "there was no time for a test of convergence; give more iterations or time_budget");
  EXPECT_EQ(describe(warning, Wording::CommandLine),
            "there was no time for a test of convergence; give more --iterations or --time-budget");
}

TEST(Warnings, CountTheDrawsOfTheReportThatThereIs) {
  EXPECT_EQ(describe({.kind = WarningKind::ReportShortOfDraws,
                      .numbers = {{"elbo_draws", 3000}, {"answer_draws", 2000}, {"value_draws", 57}}},
                     Wording::CommandLine),
            "there was no time for all draws of the answer: 3000 for the ELBO, 2000 for the parameters, 57 for the "
            "model's own values; give more --time-budget");
  EXPECT_EQ(describe({.kind = WarningKind::ReportShortOfDraws, .numbers = {{"elbo_draws", 64}}}, Wording::Fields),
            "there was no time for all draws of the answer: 64 for the ELBO; give more time_budget");
}

TEST(Warnings, SayPercentagesOfSdsAndShares) {
  EXPECT_THAT(describe({.kind = WarningKind::ImpreciseSds,
                        .numbers = {{"rms", 0.074}, {"largest", 0.21}, {"tolerance", 0.05}},
                        .names = {"tau"}},
                       Wording::CommandLine),
              HasSubstr("sds are known to 7 % (root mean square; the least precise one, of tau, to 21 %), 5 % are asked for"));
  EXPECT_THAT(describe({.kind = WarningKind::ModesCovered, .numbers = {{"modes", 2}, {"share_1", 0.6949}, {"share_2", 0.3051}}},
                       Wording::CommandLine),
              HasSubstr("found 2 modes; the answer covers each with its mass: 69.5 %, 30.5 %; give --modes one"));
}

TEST(Warnings, SayThatErrorsAreNotKnown) {
  for (const WarningKind kind : {WarningKind::ImpreciseMeans, WarningKind::ImpreciseSds})
    for (const double rms : {std::nan(""), HUGE_VAL})
      EXPECT_THAT(describe({.kind = kind, .numbers = {{"rms", rms}, {"largest", rms}, {"tolerance", 0.05}}}, Wording::Fields),
                  ContainsRegex("how far the answer's (means|sds) are off is not known: .* give more time_budget"));
}

TEST(Warnings, NameTheFamilyThatIsTooSmall) {
  FitWarning warning{.kind = WarningKind::HeavyTails, .numbers = {{"khat", 0.834}, {"threshold", 0.7}}};
  EXPECT_EQ(
      describe(warning, Wording::CommandLine),
      "Pareto k of the importance weights is 0.83, above 0.7: the posterior has tails or a shape that no full-rank "
      "Gaussian has; reparameterise the model, or sample it with MCMC");
  warning.family = Structure::Diagonal;
  EXPECT_THAT(describe(warning, Wording::Fields),
              HasSubstr("no mean-field Gaussian has; try family = full-rank, repar"));
}

TEST(Warnings, ListModesAndParameters) {
  EXPECT_THAT(describe({.kind = WarningKind::SeveralModes,
                        .numbers = {{"modes", 2}, {"elbo_1", -1.5}, {"elbo_2", -0.25}, {"chosen", 2}}},
                       Wording::CommandLine),
              HasSubstr("2 different modes, of ELBO -1.50, -0.25 (this one); the answer covers one of them alone"));
  EXPECT_THAT(
      describe({.kind = WarningKind::ConditionalSds,
                .numbers = {{"parameters", 3}, {"ratio_1", 5.03}, {"ratio_2", 2}},
                .names = {"a", "b"}},
               Wording::CommandLine),
      HasSubstr("marginal sds are larger for 3 parameters, a (5 times), b (2 times) and 1 more; use --family "
                "full-rank"));
  EXPECT_THAT(
      describe({.kind = WarningKind::StepSizeCuts, .numbers = {{"cuts", 2}, {"step_size", 0.01}}}, Wording::Fields),
      HasSubstr("'step_size = 0.01' avoids that"));
}

TEST(Warnings, KnowTheirNumbersByName) {
  const FitWarning warning{.kind = WarningKind::ShrunkSteps, .numbers = {{"steps", 7}}};
  EXPECT_EQ(warning.number("steps"), 7);
  EXPECT_TRUE(std::isnan(warning.number("draws")));
}

}  // namespace
}  // namespace g2t
