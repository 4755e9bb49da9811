// The files that a fit's options name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <g2t/program/files/fit_inputs.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/inference/settings.hpp>
#include <g2t/models/simulate.hpp>
#include <g2t/program/options/option_list.hpp>
#include <io/io_testing.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::message_of;

using Pairs = std::vector<std::pair<std::string, std::string>>;

FitOptions options_of(const Pairs& given) { return fit_options(make_options("logistic", given)); }

TEST(FitInputs, AreValuesByName) {
  const FitOptions none = options_of({});
  EXPECT_FALSE(none.start.is_given() || none.costs || none.recipe);
  EXPECT_TRUE(none.pool.empty());
  EXPECT_EQ(options_of({{"estimator", "fixed"}}).estimator, EstimatorRule::Fixed);
  const FitOptions stl = options_of({{"estimator", "stl"}, {"draws", "4"}});
  EXPECT_THAT(stl.recipe.value().control_variates, ElementsAre("entropy"));
  EXPECT_EQ(stl.recipe->draws, 4);
  EXPECT_EQ(options_of({{"init", "1.5"}}).start.radius, 1.5);
}

TEST(FitInputs, ReadsEveryFile) {
  const testing::ScratchFolder folder;
  const std::string q = folder.write("q.json", R"({"family": "mean-field", "mean": [1, 2], "scale": [0.5, 0.25]})");
  const std::string costs =
      folder.write("costs.json", R"({"terms": {"rep": {"per_step": 1e-5, "per_draw": 2e-6}}, "shared": []})");
  const std::string recipe = folder.write(
      "recipe.json",
      R"({"base": "rep", "control_variates": ["entropy"], "weights": [-0.5], "draws": 6, "antithetic": true})");
  const FitOptions options = options_of({{"init", q}, {"costs", costs}, {"estimator", recipe}});
  EXPECT_EQ(options.start.q.value().mean, Vector::LinSpaced(2, 1, 2));
  EXPECT_EQ(options.costs.value().term("rep").per_draw, 2e-6);
  EXPECT_EQ(options.recipe.value().draws, 6);
  EXPECT_EQ(options.draws, 6);
  EXPECT_THAT(options.recipe.value().weights, ElementsAre(-0.5));
}

TEST(FitInputs, LeaveOutWhatAPresetSetsAndARecipeHasNoUseFor) {
  const FitOptions options = fit_options(make_options("paper:a1a", {{"estimator", "stl"}}));
  EXPECT_THAT(options.control_variates, ElementsAre("all"));
  EXPECT_NO_THROW(check_settings(options, changed_settings(options)));
}

TEST(FitInputs, PoolsHoldNamesAndFiles) {
  const testing::ScratchFolder folder;
  const std::string file = folder.write(
      "half.json",
      R"({"base": "rep", "control_variates": ["entropy"], "weights": [-0.5], "draws": 8, "antithetic": false})");
  Pairs given{{"coordinates", "plain"}, {"pool", "stl," + file + ",miller"}};
  const FitOptions options = options_of(given);
  ASSERT_EQ(options.pool.size(), 3u);
  EXPECT_EQ(options.pool[0].name, "stl");
  EXPECT_EQ(options.pool[0].recipe.draws, 8);
  EXPECT_THAT(options.pool[0].recipe.weights, ElementsAre(-1));
  EXPECT_EQ(options.pool[1].name, file);
  EXPECT_THAT(options.pool[1].recipe.weights, ElementsAre(-0.5));
  EXPECT_THAT(options.pool[2].recipe.control_variates, ElementsAre("taylor"));

  given.emplace_back("draws", "6");
  EXPECT_THAT(message_of<InvalidArgument>([&] { options_of(given); }), AllOf(HasSubstr(file), HasSubstr("8 draws")));
  given.back() = {"antithetic", "true"};
  EXPECT_THAT(message_of<InvalidArgument>([&] { options_of(given); }), HasSubstr("antithetic"));
}

TEST(FitInputs, SaysWhatCannotBeUsed) {
  const testing::ScratchFolder folder;
  const auto message = [](const Pairs& given) { return message_of([&] { options_of(given); }); };
  EXPECT_THAT(message_of<InvalidArgument>([&] { options_of({{"estimator", "slt"}}); }),
              AllOf(HasSubstr("--estimator = 'slt'"), HasSubstr("auto, fixed, rep, stl, miller")));
  EXPECT_THAT(message({{"estimator", folder.file("missing.json")}}), HasSubstr("missing.json"));
  EXPECT_THAT(message_of<InvalidArgument>([&] { options_of({{"pool", "rep,slt"}}); }), HasSubstr("--pool = 'slt'"));
  const std::string q = folder.write("q.json", R"({"family": "mean-field", "mean": [1, nan], "scale": [1, 1]})");
  EXPECT_THAT(message({{"init", q}}), HasSubstr("q.json:1:"));
  EXPECT_THAT(message({{"costs", folder.file("none")}}), HasSubstr("No such file"));
}

TEST(ReadQ, TakesAQOfTheModelAlone) {
  const testing::ScratchFolder folder;
  const std::unique_ptr<Model> model = make_logistic(simulate_logistic(5, 1, 1).data);  // intercept, x1
  const auto file = [&](const std::string& names) {
    return folder.write("q.json", R"({"family": "mean-field", "mean": [1, 2], "scale": [1, 1])" + names + "}");
  };
  EXPECT_EQ(read_q(file(""), *model).mean, Vector::LinSpaced(2, 1, 2));
  EXPECT_EQ(read_q(file(R"(, "names": ["intercept", "x1"])"), *model).mean, Vector::LinSpaced(2, 1, 2));

  Options options;
  options.inputs.init = file(R"(, "names": ["intercept", "age"])");
  const auto says_both = AllOf(HasSubstr("q.json"), HasSubstr("parameter 2"), HasSubstr("'age'"), HasSubstr("'x1'"));
  EXPECT_THAT(message_of([&] { static_cast<void>(read_q(options.inputs.init, *model)); }), says_both);
  EXPECT_THAT(message_of([&] { fit_options(options, *model); }), says_both);
  EXPECT_TRUE(fit_options(options).start.q);  // without a model there is nothing to compare with
  options.inputs.init = folder.write("q.json", R"({"family": "mean-field", "mean": [1], "scale": [1]})");
  EXPECT_THAT(message_of([&] { fit_options(options, *model); }), HasSubstr("q.json"));
}

}  // namespace
}  // namespace g2t
