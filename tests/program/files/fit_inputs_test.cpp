// The files that a fit's options name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <g2t/program/files/fit_inputs.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/models/simulate.hpp>
#include <io/io_testing.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::message_of;

TEST(FitInputs, AreEmptyByDefault) {
  const FitInputs inputs = read_fit_inputs({});
  EXPECT_FALSE(inputs.init || inputs.costs || inputs.recipe);
  EXPECT_TRUE(inputs.pool.empty());
  for (const char* word : {"auto", "fixed", "rep", "stl", "miller"}) {
    FitOptions options = plain_fit_options();
    options.estimator = word;
    EXPECT_FALSE(read_fit_inputs(options).recipe) << word;
  }
}

TEST(FitInputs, ReadsEveryFile) {
  const testing::ScratchFolder folder;
  FitOptions options = plain_fit_options();
  options.init = folder.write("q.json", R"({"family": "mean-field", "mean": [1, 2], "scale": [0.5, 0.25]})");
  options.costs =
      folder.write("costs.json", R"({"terms": {"rep": {"per_step": 1e-5, "per_draw": 2e-6}}, "shared": []})");
  options.estimator = folder.write(
      "recipe.json",
      R"({"base": "rep", "control_variates": ["entropy"], "weights": [-0.5], "draws": 6, "antithetic": true})");
  const FitInputs inputs = read_fit_inputs(options);
  EXPECT_EQ(inputs.init.value().mean, Vector::LinSpaced(2, 1, 2));
  EXPECT_EQ(inputs.costs.value().term("rep").per_draw, 2e-6);
  EXPECT_EQ(inputs.recipe.value().draws, 6);
  EXPECT_THAT(inputs.recipe.value().weights, ElementsAre(-0.5));
}

TEST(FitInputs, PoolsHoldNamesAndFiles) {
  const testing::ScratchFolder folder;
  const std::string file = folder.write(
      "half.json",
      R"({"base": "rep", "control_variates": ["entropy"], "weights": [-0.5], "draws": 8, "antithetic": false})");
  FitOptions options = plain_fit_options();
  options.pool = {"stl", file, "miller"};
  const FitInputs inputs = read_fit_inputs(options);
  ASSERT_EQ(inputs.pool.size(), 3u);
  EXPECT_EQ(inputs.pool[0].name, "stl");
  EXPECT_EQ(inputs.pool[0].recipe.draws, 8);
  EXPECT_THAT(inputs.pool[0].recipe.weights, ElementsAre(-1));
  EXPECT_EQ(inputs.pool[1].name, file);
  EXPECT_THAT(inputs.pool[1].recipe.weights, ElementsAre(-0.5));
  EXPECT_THAT(inputs.pool[2].recipe.control_variates, ElementsAre("taylor"));

  options.draws = 6;
  EXPECT_THAT(message_of<InvalidArgument>([&] { read_fit_inputs(options); }),
              AllOf(HasSubstr(file), HasSubstr("8 draws")));
  options.draws = 8;
  options.antithetic = true;
  EXPECT_THAT(message_of<InvalidArgument>([&] { read_fit_inputs(options); }), HasSubstr("antithetic"));
}

TEST(FitInputs, SaysWhatCannotBeUsed) {
  const testing::ScratchFolder folder;
  FitOptions options = plain_fit_options();
  options.estimator = "slt";
  EXPECT_THAT(message_of<InvalidArgument>([&] { read_fit_inputs(options); }),
              AllOf(HasSubstr("--estimator = 'slt'"), HasSubstr("auto, fixed, rep, stl, miller")));
  options.estimator = folder.file("missing.json");
  EXPECT_THAT(message_of([&] { read_fit_inputs(options); }), HasSubstr("missing.json"));
  options = {};
  options.pool = {"rep", "slt"};
  EXPECT_THAT(message_of<InvalidArgument>([&] { read_fit_inputs(options); }), HasSubstr("--pool = 'slt'"));
  options = {};
  options.init = folder.write("q.json", R"({"family": "mean-field", "mean": [1, nan], "scale": [1, 1]})");
  EXPECT_THAT(message_of([&] { read_fit_inputs(options); }), HasSubstr("q.json:1:"));
  options = {};
  options.costs = folder.file("none");
  EXPECT_THAT(message_of([&] { read_fit_inputs(options); }), HasSubstr("No such file"));
}

TEST(ReadQ, TakesAQOfTheModelAlone) {
  const testing::ScratchFolder folder;
  const std::unique_ptr<Model> model = make_logistic(simulate_logistic(5, 1, 1).data);  // intercept, x1
  const auto file = [&](const std::string& names) {
    return folder.write("q.json", R"({"family": "mean-field", "mean": [1, 2], "scale": [1, 1])" + names + "}");
  };
  EXPECT_EQ(read_q(file(""), *model).mean, Vector::LinSpaced(2, 1, 2));
  EXPECT_EQ(read_q(file(R"(, "names": ["intercept", "x1"])"), *model).mean, Vector::LinSpaced(2, 1, 2));

  FitOptions options = plain_fit_options();
  options.init = file(R"(, "names": ["intercept", "age"])");
  const auto says_both = AllOf(HasSubstr("q.json"), HasSubstr("parameter 2"), HasSubstr("'age'"), HasSubstr("'x1'"));
  EXPECT_THAT(message_of([&] { static_cast<void>(read_q(options.init, *model)); }), says_both);
  EXPECT_THAT(message_of([&] { read_fit_inputs(options, *model); }), says_both);
  EXPECT_TRUE(read_fit_inputs(options).init);  // without a model there is nothing to compare with
  options.init = folder.write("q.json", R"({"family": "mean-field", "mean": [1], "scale": [1]})");
  EXPECT_THAT(message_of([&] { read_fit_inputs(options, *model); }), HasSubstr("q.json"));
}

}  // namespace
}  // namespace g2t
