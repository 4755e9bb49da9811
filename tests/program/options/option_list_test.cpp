// The option list: every row sets, prints and refuses; options that contradict each other are found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <g2t/core/errors.hpp>
#include <g2t/core/invalid_setting.hpp>
#include <g2t/core/json.hpp>
#include <g2t/program/models/load_model.hpp>
#include <g2t/program/options/option_list.hpp>
#include <g2t/io/number.hpp>
#include <set>
#include <io/io_testing.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string refusal_of(const std::string& model, const Pairs& given) {
  try {
    static_cast<void>(make_options(model, given));
  } catch (const InvalidSetting& error) {
    return error.message(Wording::CommandLine);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

// A text that each option takes, apart from those always refused.
const std::vector<std::vector<std::string>> kTaken{
    // model, option, text, JSON afterwards
    {"logistic", "data", "a.svm", "\"a.svm\""},
    {"paper:a1a", "data-dir", "data", "\"data\""},
    {"logistic", "data-format", "libsvm", "\"libsvm\""},
    {"logistic", "header", "yes", "\"yes\""},
    {"logistic", "zero-based", "true", "true"},
    {"logistic", "features", "12", "12"},
    {"logistic", "no-intercept", "true", "true"},
    {"logistic", "positive", "+1", "\"+1\""},
    {"poisson", "response", "y", "\"y\""},
    {"poisson", "groups", "a, b", "[\"a\",\"b\"]"},
    {"poisson", "exposure", "e", "\"e\""},
    {"bnn", "standardize", "true", "true"},
    {"bnn", "categorical", "a", "[\"a\"]"},
    {"bnn", "hidden-units", "3", "3"},
    {"bnn", "prior", "fixed", "\"fixed\""},
    {"poisson", "prior-scale", "2.5", "2.5"},
    {"a.stan", "stan-dir", "stan", "\"stan\""},
    {"a.stan", "stan-backend", "stanli", "\"stanli\""},
    {"a.stan", "native", "true", "true"},
    {"a.stan", "include-paths", "a,b", "[\"a\",\"b\"]"},
    {"a.so", "prior-only-data", "prior.json", "\"prior.json\""},
    {"logistic", "family", "full-rank", "\"full-rank\""},
    {"logistic", "rank", "12", "12"},
    {"logistic", "coordinates", "plain", "\"plain\""},
    {"paper:frisk", "scale-coordinate", "scale", "\"scale\""},
    {"logistic", "estimator", "stl", "\"stl\""},
    {"logistic", "pool", "rep,stl", "[\"rep\",\"stl\"]"},
    {"logistic", "tolerance", "0.1", "0.1"},
    {"logistic", "starts", "6", "6"},
    {"logistic", "sample-rows", "1000", "1000"},
    {"a.stan", "weight-draws", "3000", "3000"},
    {"logistic", "control-variates", "entropy,taylor-products", "[\"entropy\",\"taylor-products\"]"},
    {"logistic", "split", "blocks", "\"blocks\""},
    {"logistic", "draws", "6", "6"},
    {"logistic", "antithetic", "false", "false"},
    {"logistic", "select-draws", "4", "4"},
    {"paper:frisk", "select-at", "0,0.25,0.99", "[0.0,0.25,0.99]"},
    {"logistic", "costs", "costs.json", "\"costs.json\""},
    {"paper:frisk", "optimizer", "nesterov", "\"nesterov\""},
    {"paper:frisk", "momentum", "0", "0.0"},
    {"paper:frisk", "step-size", "1e-3", "0.001"},
    {"logistic", "time-budget", "2m", "120.0"},
    {"logistic", "iterations", "1000", "1000"},
    {"paper:frisk", "warmup-steps", "0", "0"},
    {"paper:frisk", "warmup-step-size", "1e-6", "1e-06"},
    {"paper:frisk", "averaging", "tail", "\"tail\""},
    {"logistic", "init", "q.json", "\"q.json\""},
    {"logistic", "seed", "18446744073709551615", "18446744073709551615"},
    {"logistic", "threads", "2", "2"},
    {"logistic", "output", "run", "\"run\""},
    {"logistic", "answer", "moved", "\"moved\""},
    {"logistic", "modes", "one", "\"one\""},
    {"logistic", "answer-draws", "10", "10"},
    {"logistic", "chain-gradients", "5000", "5000"},
    {"logistic", "details", "true", "true"},
    {"paper:frisk", "keep-step-size", "true", "true"},
    {"paper:frisk", "when-changed", "race", "\"race\""},
    {"paper:frisk", "select-from", "last", "\"last\""},
    {"paper:frisk", "reselect", "planned", "\"planned\""},
    {"logistic", "decide-by", "plug-in", "\"plug-in\""},
    {"logistic", "largest-weight", "none", "\"none\""},
    {"logistic", "format", "cmdstan", "\"cmdstan\""},
    {"logistic", "force", "true", "true"},
    {"logistic", "json", "true", "true"},
    {"logistic", "quiet", "true", "true"},
    {"logistic", "refresh", "0", "0"},
};

TEST(OptionList, EveryRowSetsAndPrints) {
  std::set<std::string> tried;
  for (const std::vector<std::string>& row : kTaken) {
    const Options options = make_options(row[0], {{row[1], row[2]}});
    EXPECT_EQ(option_named(row[1]).value(options).dump(), row[3]) << row[1];
    EXPECT_NE(option_named(row[1]).value(Options{}).dump(), row[1] == "coordinates" ? "" : row[3]) << row[1];
    tried.insert(row[1]);
  }
  for (const OptionSpec& row : option_list()) {
    EXPECT_EQ(tried.count(row.name), 1u) << row.name << " is not tried";
    EXPECT_FALSE(row.help.empty());
    EXPECT_FALSE(row.group.empty());
  }
  EXPECT_EQ(tried.size(), option_list().size()) << "a name occurs twice";
}

TEST(OptionList, RefusalsNameOptionTextAndWhatIsAllowed) {
  const Pairs bad{{"draws", "0"},
                  {"draws", "5.0"},
                  {"draws", "+5"},
                  {"draws", "99999999999999999999"},
                  {"draws", ""},
                  {"select-draws", "1"},
                  {"select-at", "0,0.5,0.5"},
                  {"select-at", "0,1.5"},
                  {"select-at", "1"},
                  {"select-at", "-0.1"},
                  {"select-at", "0,,1"},
                  {"select-at", "nan"},
                  {"momentum", "1"},
                  {"momentum", "-0.1"},
                  {"step-size", "0"},
                  {"step-size", "inf"},
                  {"step-size", "fast"},
                  {"time-budget", "0s"},
                  {"time-budget", "10 s"},
                  {"time-budget", "10d"},
                  {"time-budget", "s"},
                  {"time-budget", "-3"},
                  {"time-budget", "1e308h"},
                  {"iterations", "0"},
                  {"seed", "-1"},
                  {"seed", "18446744073709551616"},
                  {"threads", "0"},
                  {"family", "meanfield"},
                  {"optimizer", "adam"},
                  {"averaging", "yes"},
                  {"control-variates", "entropy,tailor"},
                  {"control-variates", "all,entropy"},
                  {"control-variates", "entropy,entropy"},
                  {"format", "stan"},
                  {"force", "yes"},
                  {"output", ""},
                  {"prior-scale", "-1"},
                  {"features", "0"},
                  {"refresh", "-1"}};
  for (const auto& [name, text] : bad) {
    const std::string refusal = refusal_of("logistic", {{name, text}});
    EXPECT_THAT(refusal, AllOf(HasSubstr("--" + name + " = '"), HasSubstr("needed"))) << name << " " << text;
  }
  EXPECT_THAT(refusal_of("logistic", {{"control-variates", "tailor"}}), HasSubstr("taylor-products"));
  EXPECT_THAT(refusal_of("logistic", {{"optimizer", "adam"}}), HasSubstr("sgd, heavy-ball, nesterov"));
}

TEST(OptionList, UnknownNamesGetASuggestion) {
  EXPECT_THAT(refusal_of("logistic", {{"selectdraws", "3"}}), HasSubstr("did you mean --select-draws?"));
  EXPECT_THAT(refusal_of("logistic", {{"xyzzyxyzzyxyzzy", "3"}}), HasSubstr("no such option"));
}

TEST(MakeOptions, RefusesWhatMeansNothingInTheseCoordinates) {
  for (const auto& [name, text] : Pairs{{"tolerance", "0.1"}, {"starts", "4"}}) {
    EXPECT_THAT(refusal_of("logistic", {{"coordinates", "plain"}, {name, text}}), HasSubstr("--coordinates natural"));
    EXPECT_THAT(refusal_of("paper:a1a", {{name, text}}), HasSubstr("--coordinates natural"));
    EXPECT_EQ(refusal_of("paper:a1a", {{name, text}, {"coordinates", "natural"}}), "");
  }
  for (const auto& [name, text] : Pairs{{"step-size", "0.1"}, {"momentum", "0.5"}, {"warmup-steps", "3"}}) {
    EXPECT_THAT(refusal_of("logistic", {{name, text}}), HasSubstr("--coordinates plain")) << name;
    EXPECT_EQ(refusal_of("logistic", {{name, text}, {"coordinates", "plain"}}), "") << name;
  }
  EXPECT_THAT(refusal_of("logistic", {{"select-at", "0.5"}}), HasSubstr("--time-budget"));
  EXPECT_EQ(refusal_of("logistic", {{"select-at", "0.5"}, {"iterations", "100"}}), "");
}

TEST(MakeOptions, DefaultsFollowTheCoordinates) {
  const Options natural = make_options("paper:a1a", {{"coordinates", "natural"}});
  EXPECT_EQ(natural.fit.family, FamilyChoice::FullRank);
  EXPECT_EQ(natural.fit.draws, 8);
  EXPECT_TRUE(natural.fit.antithetic);
  EXPECT_EQ(natural.fit.control_variates, std::vector<std::string>{"all"});
  EXPECT_EQ(natural.model.features, 123);
  const Options plain = make_options("logistic", {{"coordinates", "plain"}});
  EXPECT_FALSE(plain.fit.antithetic);
  EXPECT_EQ(plain.fit.select_at, (std::vector<double>{0, 0.1, 0.5}));
}

TEST(OptionList, HelpTellsTheDefault) {
  EXPECT_THAT(option_named("draws").help, HasSubstr("(default: 8)"));
  EXPECT_THAT(option_named("tolerance").help, HasSubstr("(default: " + format_number(0.05) + ")"));
  EXPECT_THAT(option_named("optimizer").help, HasSubstr("(default: heavy-ball)"));
  EXPECT_EQ(option_named("optimizer").value_name, "sgd|heavy-ball|nesterov");
  EXPECT_THAT(option_named("step-size").help, HasSubstr("(default: auto)"));
  EXPECT_THAT(option_named("time-budget").help, HasSubstr("30s"));
  EXPECT_THAT(option_named("warmup-step-size").help, HasSubstr("(default: " + format_number(1e-5) + ")"));
  EXPECT_TRUE(option_named("antithetic").is_flag());
  EXPECT_FALSE(option_named("draws").is_flag());
}

TEST(OptionList, TimesHaveUnits) {
  for (const auto& [text, seconds] : std::vector<std::pair<std::string, double>>{
           {"30s", 30}, {"500ms", 0.5}, {"2m", 120}, {"1.5h", 5400}, {"7", 7}, {"0.25", 0.25}}) {
    EXPECT_DOUBLE_EQ(make_options("logistic", {{"time-budget", text}}).fit.time_budget.value(), seconds) << text;
  }
}

TEST(MakeOptions, AppliesPairsInOrder) {
  const Options options =
      make_options("paper:a1a", {{"draws", "4"}, {"draws", "6"}, {"step-size", "0.1"}, {"step-size", "auto"}});
  EXPECT_EQ(options.fit.draws, 6);
  EXPECT_FALSE(options.fit.step_size.has_value());
}

TEST(MakeOptions, GivesADefaultTimeBudgetWhenThereIsNoLimit) {
  EXPECT_EQ(make_options("logistic", {}).fit.time_budget, kDefaultTimeBudget);
  EXPECT_EQ(make_options("paper:frisk", {}).fit.time_budget, kDefaultTimeBudget);
  EXPECT_EQ(make_options("logistic", {{"iterations", "5"}}).fit.time_budget, std::nullopt);
}

TEST(MakeOptions, FindsContradictions) {
  EXPECT_THAT(refusal_of("logistic", {{"antithetic", "true"}, {"draws", "5"}}), HasSubstr("--draws"));
  EXPECT_THAT(refusal_of("paper:a1a", {{"antithetic", "true"}}), HasSubstr("even number"));
  EXPECT_THAT(refusal_of("logistic", {{"antithetic", "true"}, {"select-draws", "401"}}), HasSubstr("--select-draws"));
  EXPECT_THAT(refusal_of("logistic", {{"estimator", "fixed"}, {"pool", "rep,stl"}}), HasSubstr("--pool"));
  EXPECT_THAT(refusal_of("paper:a1a", {{"family", "full-rank"}, {"scale-coordinate", "scale"}}),
              HasSubstr("mean-field"));
}

TEST(MakeOptions, RefusesWhatDoesNotFitTheModel) {
  EXPECT_THAT(refusal_of("logistic", {{"exposure", "e"}}),
              AllOf(HasSubstr("--exposure"), HasSubstr("does not fit logistic"), HasSubstr("poisson")));
  EXPECT_THAT(refusal_of("poisson", {{"hidden-units", "50"}}), HasSubstr("bnn"));
  EXPECT_THAT(refusal_of("paper:a1a", {{"data", "other"}}), HasSubstr("does not fit paper:a1a"));
}

TEST(SettingsJson, HoldsEveryOptionUnderItsName) {
  const Json json = settings_json(make_options("paper:a1a", {{"time-budget", "10s"}}));
  EXPECT_EQ(json.size(), option_list().size() + 1);
  EXPECT_EQ(json["model"], "paper:a1a");
  EXPECT_EQ(json["select_draws"], 200);
  EXPECT_EQ(json["time_budget"], 10);
  EXPECT_EQ(json["step_size"], "auto");
  EXPECT_EQ(json["coordinates"], "plain");
  EXPECT_EQ(json["control_variates"], (std::vector<std::string>{"entropy", "taylor", "prior"}));
}

TEST(MakeOptions, RefusesSettingsWithoutEffect) {
  const testing::ScratchFolder folder;
  const std::string file = folder.write(
      "recipe.json",
      R"({"base": "rep", "control_variates": ["entropy"], "weights": [-0.5], "draws": 6, "antithetic": false})");
  for (const std::string& estimator : {std::string("rep"), std::string("stl"), std::string("miller"), file}) {
    EXPECT_THAT(refusal_of("logistic", {{"estimator", estimator}, {"control-variates", "entropy"}}),
                AllOf(HasSubstr("--control-variates = 'entropy'"), HasSubstr("no effect"), HasSubstr("--estimator")));
  }
  EXPECT_THAT(refusal_of("logistic", {{"control-variates", "all"}, {"pool", "rep,stl"}}),
              AllOf(HasSubstr("--control-variates = 'all'"), HasSubstr("--pool")));
  EXPECT_THAT(refusal_of("logistic", {{"draws", "8"}, {"estimator", file}}),
              AllOf(HasSubstr("--draws = '8'"), HasSubstr("which has 6")));
  EXPECT_THAT(refusal_of("logistic", {{"antithetic", "true"}, {"estimator", file}}), HasSubstr("--antithetic"));

  EXPECT_EQ(refusal_of("logistic", {{"antithetic", "false"}, {"estimator", file}}), "");
  EXPECT_EQ(refusal_of("logistic", {{"draws", "4"}, {"antithetic", "true"}, {"estimator", "stl"}}), "");
  EXPECT_EQ(refusal_of("logistic", {{"control-variates", "entropy"}, {"estimator", "fixed"}}), "");
  EXPECT_EQ(refusal_of("paper:a1a", {{"estimator", "stl"}}), "");  // the preset's control variates were not given
  EXPECT_EQ(refusal_of("paper:a1a", {{"pool", "rep,stl"}}), "");
}

}  // namespace
}  // namespace g2t
