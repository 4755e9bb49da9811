// Libraries written by hand as models by file name: data, priors, inits, fits, and what is said about them.
#include <program/program_testing.hpp>

#include <g2t/estimators/recipes.hpp>
#include <g2t/program/options/default_options.hpp>
#include <g2t/program/files/fit_inputs.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/json.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/program/models/load_model.hpp>
#include <g2t/program/options/option_list.hpp>
#include <g2t/program/files/summary.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace g2t {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using testing::message_of;

std::string bridge(const std::string& variant) { return std::string(G2T_FAKE_BRIDGES) + "/fake_bridge_" + variant + ".so"; }

class LoadStan : public ::testing::Test {
 protected:
  ModelOptions options(const std::string& data = "{}", const std::string& variant = "full") {
    ModelOptions out = default_options(bridge(variant)).model;
    out.data = folder_.write("data.json", data);
    return out;
  }
  FitResult fit_of(const LoadedModel& loaded, const std::string& init = "") {
    Options options = default_options(bridge("full"));
    options.fit.iterations = 5000;
    options.inputs.init = init;
    return fit(*loaded.model, fit_options(options, *loaded.model));
  }

  testing::ScratchFolder folder_;
};

TEST_F(LoadStan, SaysWhatItIs) {
  const LoadedModel loaded = load_model(options());
  EXPECT_EQ(loaded.title, "fake_bridge_full.so, 2 parameters");
  EXPECT_THAT(loaded.description, Contains(HasSubstr("Stan 2.39.0, compiled with threads; 2 values of parameters, 1 transformed, "
                                                     "1 generated")));
  EXPECT_THAT(loaded.description, Contains(HasSubstr("with all constants")));
  EXPECT_THAT(load_model(options("{}", "lean")).description, Contains(HasSubstr("unconstrained ones are written")));
}

TEST_F(LoadStan, NeedsNoData) {
  ModelOptions none = options();
  none.data.clear();
  EXPECT_EQ(load_model(none).model->dimension(), 2);
}

TEST_F(LoadStan, RefusesWhatDoesNotFit) {
  EXPECT_THAT(message_of<InputError>([&] { load_model(options("missing")); }), HasSubstr("data.json: the model refuses the data"));
  ModelOptions absent = options();
  absent.data = "absent.json";
  EXPECT_THAT(message_of<InputError>([&] { load_model(absent); }), HasSubstr("absent.json"));
  EXPECT_THAT(message_of<InvalidArgument>([] { make_options("a.so", {{"features", "3"}}); }), HasSubstr("it is for logistic"));
  EXPECT_THAT(message_of<InvalidArgument>([] { make_options("a.so", {{"native", "true"}}); }), HasSubstr("it is for .stan"));
  EXPECT_THAT(message_of<InvalidArgument>([] { make_options("logistic", {{"stan-dir", "x"}}); }), HasSubstr("it is for .stan"));
}

TEST_F(LoadStan, TellsPriorAndLikelihoodApart) {
  ModelOptions both = options("quartic");
  both.prior_only_data = folder_.write("prior.json", "{}");
  const LoadedModel loaded = load_model(both);
  ASSERT_NE(loaded.model->prior(), nullptr);
  const Vector point{{2, 0}};
  EXPECT_NEAR(testing::log_density_at(*loaded.model, point) - testing::log_density_at(*loaded.model->prior(), point), -4, 1e-12);
  both.prior_only_data = folder_.write("same.json", "quartic, too");
  EXPECT_THAT(message_of<InputError>([&] { load_model(both); }), HasSubstr("the prior must be alone here"));
}

TEST_F(LoadStan, IsFittedOnBothScales) {
  const LoadedModel loaded = load_model(options());
  const FitResult result = fit_of(loaded);
  EXPECT_EQ(result.status, FitStatus::Converged);
  EXPECT_NEAR(result.q.mean[1], 2, 0.3);
  EXPECT_NEAR(standard_deviations(result.q)[0], 2, 0.3);
  EXPECT_NEAR(result.elbo.value, 0, 0.1);
  ASSERT_EQ(result.posterior.quantities.names.size(), 4U);
  EXPECT_NEAR(result.posterior.quantities.median[0], std::exp(1), 0.5);
  EXPECT_GT(result.diagnostics.model_gradients, 100);
  EXPECT_GE(result.diagnostics.model_densities, 256);
  Options options;
  const Json summary = Json::parse(summary_json(result, options));
  EXPECT_EQ(summary["constrained"][0]["name"], "theta.1");
  EXPECT_EQ(summary["constrained"][0]["kind"], "parameter");
  EXPECT_EQ(summary["constrained"][2]["kind"], "transformed");
  EXPECT_EQ(summary["constrained"][3]["kind"], "generated");
  EXPECT_EQ(summary["constrained"].size(), 4U);
}

TEST_F(LoadStan, StartsWhereItIsTold) {
  const LoadedModel loaded = load_model(options());
  // At the mode already: no path, but a curvature.
  const std::string values = folder_.write("init.json", R"({"theta": [2.718281828459045, 7.38905609893065]})");
  const FitResult result = fit_of(loaded, values);
  EXPECT_EQ(result.status, FitStatus::Converged);
  ASSERT_GE(result.starts.size(), 1U);
  EXPECT_EQ(result.starts[0].name, "init");
  EXPECT_NEAR(result.starts[0].elbo.value, 0, 1e-6);
  EXPECT_EQ(fit_of(loaded, "0").starts[0].name, "zero");
  EXPECT_EQ(fit_of(loaded, "1.5").starts[3].name, "radius 1.5, number 4");
  const std::string wrong = folder_.write("wrong.json", R"({"theta": [1, -1]})");
  EXPECT_THAT(message_of<InputError>([&] { fit_of(loaded, wrong); }), HasSubstr("theta is not positive"));
  EXPECT_THAT(message_of<InvalidArgument>([&] { fit_of(loaded, "-1"); }), HasSubstr("a radius is not negative"));
  Options plain;
  plain.fit = plain_fit_options();
  plain.inputs.init = values;
  EXPECT_NEAR(fit_options(plain, *loaded.model).start.point.value()[1], 2, 1e-12);
}

TEST_F(LoadStan, TakesValuesByNameWhereThereIsOneScale) {
  const LoadedModel loaded = load_model(options("{}", "lean"));
  Options by_name;
  by_name.inputs.init = folder_.write("init.json", R"({"theta.1": 3, "theta.2": -1})");
  EXPECT_EQ(fit_options(by_name, *loaded.model).start.point.value(), (Vector{{3, -1}}));
  by_name.inputs.init = folder_.write("less.json", R"({"theta.1": 3})");
  EXPECT_THAT(message_of<InputError>([&] { fit_options(by_name, *loaded.model); }), HasSubstr("theta.2"));
}

TEST_F(LoadStan, PassesOnWhyDrawsFailed) {
  const LoadedModel loaded = load_model(options("reject"));
  const FitResult result = fit_of(loaded);
  EXPECT_EQ(result.status, FitStatus::Converged);  // the answer leaves them out
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_THAT(describe(result.warnings.front(), Wording::Fields), HasSubstr("z is negative"));
  EXPECT_GT(result.diagnostics.failures.at(0).count, 10);
}

TEST_F(LoadStan, FindsThatItWasCompiledWithoutThreads) {
  EXPECT_FALSE(load_model(options("{}", "threadless")).model->is_thread_safe());
  FitOptions two = default_options(bridge("full")).fit;
  two.threads = 2;
  EXPECT_THROW(fit(*load_model(options("{}", "threadless")).model, two), InvalidArgument);
}

TEST_F(LoadStan, GivesTheSameWithAnyNumberOfThreads) {
  const LoadedModel loaded = load_model(options());
  FitOptions fit_options = default_options(bridge("full")).fit;
  fit_options.iterations = 300;
  fit_options.recipe = recipe_by_name("stl", 8, true);  // nothing is measured
  const FitResult one = fit(*loaded.model, fit_options);
  for (const Index threads : {2, 4}) {
    fit_options.threads = threads;
    const FitResult more = fit(*loaded.model, fit_options);
    EXPECT_EQ(one.q.mean, more.q.mean);
    EXPECT_EQ(one.importance.khat, more.importance.khat);
    EXPECT_EQ(one.posterior.quantities.mean, more.posterior.quantities.mean);
  }
}

}  // namespace
}  // namespace g2t
