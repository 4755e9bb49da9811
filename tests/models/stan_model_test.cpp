// A library written by hand behind the Stan model: values, failures by message, threads, abilities that may be missing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <g2t/core/errors.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/models/gradient_check.hpp>
#include <g2t/models/stan_model.hpp>

#include "../support/scratch_folder.hpp"

namespace g2t {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

StanModelOptions fake(const std::string& data = "", const std::string& variant = "full") {
  StanModelOptions options;
  options.library = std::string(G2T_FAKE_BRIDGES) + "/fake_bridge_" + variant + ".so";
  options.data = data;
  options.data_name = "data.json";
  return options;
}

std::string refusal(const StanModelOptions& options) {
  try {
    make_stan_model(options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

Evaluation at(const Model& model, const Matrix& draws) {
  Evaluation out;
  model.evaluate(draws, out);
  return out;
}

TEST(StanModel, GivesDensityAndScore) {
  const auto model = make_stan_model(fake());
  const Evaluation one = at(*model, Matrix{{0.5, -1}, {1, 2}});
  const double constant = -std::log(2 * M_PI * 4);
  EXPECT_NEAR(one.log_density[0], constant - 0.5 * (0.25 + 9) / 4, 1e-14);
  EXPECT_NEAR(one.log_density[1], constant, 1e-14);
  EXPECT_NEAR(one.score(0, 0), 0.125, 1e-15);
  EXPECT_NEAR(one.score(0, 1), 0.75, 1e-15);
  EXPECT_TRUE(check_gradient(*model, Vector::Constant(2, 0.3)).passed);
  EXPECT_FALSE(check_gradient(*make_stan_model(fake("wrong gradient")), Vector::Constant(2, 0.3)).passed);
  Vector densities;
  model->log_densities(Matrix{{1, 2}}, densities);
  EXPECT_NEAR(densities[0], constant, 1e-14);
  EXPECT_THAT(model->parameter_names(), ElementsAre("theta.1", "theta.2"));
  EXPECT_EQ(model->dimension(), 2);
  EXPECT_EQ(model->expectation(), nullptr);
  EXPECT_EQ(model->prior(), nullptr);
}

TEST(StanModel, LeavesConstantsOutWhereAsked) {
  StanModelOptions options = fake();
  options.keeps_constants = false;
  EXPECT_EQ(at(*make_stan_model(options), Matrix{{1, 2}}).log_density[0], 0);
}

TEST(StanModel, CountsFailuresByMessage) {
  const auto model = make_stan_model(fake("reject"));
  ModelUse use;
  const ModelUseScope scope(&use);
  const Evaluation seen = at(*model, Matrix{{-1, 0}, {1, 0}, {-2.5, 0}});
  EXPECT_THAT(seen.failed, ElementsAre(1, 0, 1));
  EXPECT_TRUE(std::isnan(seen.log_density[0]));
  EXPECT_EQ(use.gradients(), 3);
  const std::vector<FailureKind> failures = use.failures();
  ASSERT_EQ(failures.size(), 1U);
  EXPECT_EQ(failures[0].count, 2);
  EXPECT_THAT(failures[0].what, HasSubstr("z is negative: -1"));  // without Stan's "Exception: "
  EXPECT_EQ(failures[0].what.find("Exception"), std::string::npos);
  Vector densities;
  model->log_densities(Matrix{{-1, 0}, {1, 0}}, densities);
  EXPECT_EQ(use.densities(), 2);
  EXPECT_EQ(use.gradients(), 3);
  EXPECT_EQ(use.failures()[0].count, 3);
}

TEST(StanModel, TellsMinusInfinityFromNaN) {
  const auto failure_of = [](const std::string& data) {
    ModelUse use;
    const ModelUseScope scope(&use);
    at(*make_stan_model(fake(data)), Matrix{{-1, 0}});
    return use.failures().at(0).what;
  };
  EXPECT_EQ(failure_of("nan"), "the log density is not a number");
  EXPECT_EQ(failure_of("log zero"), "the log density is minus infinity");
}

TEST(StanModel, ReadsThreadsFromTheLibrary) {
  EXPECT_TRUE(make_stan_model(fake())->is_thread_safe());
  EXPECT_FALSE(make_stan_model(fake("", "threadless"))->is_thread_safe());
  EXPECT_EQ(make_stan_model(fake())->shared_state(), "");
  EXPECT_NE(make_stan_model(fake("", "threadless"))->shared_state(), "");
  EXPECT_EQ(make_stan_model(fake())->info().stan_version, "2.39.0");
  EXPECT_EQ(make_stan_model(fake())->info().bridge_version, "2.9.1");
}

TEST(StanModel, DoesWithoutOptionalFunctions) {
  const auto model = make_stan_model(fake("", "lean"));
  EXPECT_EQ(model->quantities(), nullptr);
  EXPECT_THAT(model->info().missing, ::testing::Contains("bs_param_constrain"));
  Vector densities;
  model->log_densities(Matrix{{1, 2}}, densities);
  EXPECT_NEAR(densities[0], -std::log(2 * M_PI * 4), 1e-14);
}

TEST(StanModel, RefusesWhatIsNoModel) {
  EXPECT_THAT(refusal(fake("", "absent")), HasSubstr("there is no such file"));
  EXPECT_THAT(refusal(fake("", "old")), HasSubstr("BridgeStan 1.9.1, but 2.x is needed"));
  StanModelOptions text = fake();
  const testing::ScratchFolder folder;
  text.library = folder.write("no_library.so", "text");
  EXPECT_THAT(refusal(text), HasSubstr("cannot be loaded"));
  text.library = "/lib/x86_64-linux-gnu/libm.so.6";
  if (std::ifstream(text.library)) {
    EXPECT_THAT(refusal(text), HasSubstr("is no compiled Stan model"));
  }
}

TEST(StanModel, PassesOnWhatTheModelSaysAboutData) {
  const std::string message = refusal(fake("missing"));
  EXPECT_THAT(message, HasSubstr("data.json: the model refuses the data: variable does not exist"));
  EXPECT_THAT(message, HasSubstr("is `J` in the data?"));
  EXPECT_THAT(refusal(fake("empty")), HasSubstr("no parameters"));
}

TEST(StanModel, ComputesValuesOfDraws) {
  const auto model = make_stan_model(fake());
  const Quantities& quantities = *model->quantities();
  EXPECT_THAT(quantities.names(), ElementsAre("theta.1", "theta.2", "sum", "noise"));
  EXPECT_EQ(quantities.parameter_count(), 2);
  EXPECT_EQ(quantities.computed_count(), 3);
  Matrix first, again, other;
  const Matrix draws{{0, 1}, {2, -1}};
  quantities.compute(draws, 5, first);
  quantities.compute(draws, 5, again);
  quantities.compute(draws, 6, other);
  EXPECT_EQ(first, again);
  EXPECT_EQ(first.leftCols(3), other.leftCols(3));
  EXPECT_NE(first(0, 3), other(0, 3));
  EXPECT_NE(first(0, 3), first(1, 3));
  EXPECT_NEAR(first(0, 2), 1 + std::exp(1), 1e-14);
}

TEST(StanModel, EndsWithTheValuesThatItHas) {
  const auto model = make_stan_model(fake());
  Matrix all, first;
  const Matrix draws = Matrix::Random(10, 2);
  EXPECT_EQ(model->quantities()->compute(draws, 5, {}, all), 10);
  EXPECT_EQ(model->quantities()->compute(draws, 5, [](Index done) { return done == 4; }, first), 4);
  EXPECT_EQ(first, all.topRows(4));  // with what is drawn
}

TEST(StanModel, KeepsParametersWhereTheRestFails) {
  const auto model = make_stan_model(fake("no draws"));
  ModelUse use;
  const ModelUseScope scope(&use);
  Matrix values;
  model->quantities()->compute(Matrix{{0, 1}}, 1, values);
  EXPECT_NEAR(values(0, 2), 1 + std::exp(1), 1e-14);
  EXPECT_TRUE(std::isnan(values(0, 3)));
  EXPECT_EQ(use.failures().at(0).what, "nothing can be drawn");
}

// Of a library that computes all values or none.
TEST(StanModel, TakesOtherValuesFromAModelWithFewer) {
  int made = 0;
  StanModelOptions options = fake("all or none");
  options.make_with_fewer_values = [&made] {
    ++made;
    return make_stan_model(fake("without noise"));
  };
  const auto model = make_stan_model(options);
  EXPECT_EQ(made, 0);
  ModelUse use;
  const ModelUseScope scope(&use);
  for (const Index counted : {2, 4}) {
    Matrix values;
    model->quantities()->compute(Matrix{{0, 1}, {2, 0}}, 1, values);
    EXPECT_EQ(values.col(0), (Vector{{1, std::exp(2)}}));
    EXPECT_NEAR(values(0, 2), 1 + std::exp(1), 1e-14);
    EXPECT_TRUE(values.col(3).array().isNaN().all());
    EXPECT_EQ(made, 1);
    ASSERT_EQ(use.failures().size(), 1U);  // once a draw, for its first reason
    EXPECT_EQ(use.failures()[0].count, counted);
    EXPECT_EQ(use.failures()[0].what, "not all values can be computed");
  }
}

TEST(StanModel, LeavesValuesOutThatNoModelHas) {
  const std::function<std::unique_ptr<StanModel>()> makers[] = {
      nullptr, [] { return make_stan_model(fake("all or none, without noise")); },
      [] { return make_stan_model(fake("missing")); },
      [] { return make_stan_model(fake()); }};  // the last has not fewer values
  for (const auto& make : makers) {
    StanModelOptions options = fake("all or none");
    options.make_with_fewer_values = make;
    ModelUse use;
    const ModelUseScope scope(&use);
    Matrix values;
    make_stan_model(options)->quantities()->compute(Matrix{{0, 1}}, 1, values);
    EXPECT_EQ(values.cols(), 4);
    EXPECT_TRUE(values.array().isNaN().all());
    EXPECT_EQ(use.failures().at(0).count, 1);
  }
}

TEST(StanModel, UnconstrainsValues) {
  const auto model = make_stan_model(fake());
  EXPECT_NEAR(model->quantities()->unconstrain(R"({"theta": [1, 7]})")[1], std::log(7), 1e-15);
  EXPECT_THROW(static_cast<void>(model->quantities()->unconstrain(R"({"theta": [1, -7]})")), InvalidArgument);
  EXPECT_NEAR(model->quantities()->unconstrain_values(Vector{{1, 7}})[1], std::log(7), 1e-15);
  EXPECT_THROW(static_cast<void>(model->quantities()->unconstrain_values(Vector{{-1, 7}})), InvalidArgument);
}

// The library is of one.stan; the program that was given has the statement elsewhere, and another one where it was.
TEST(StanModel, NamesThePlacesOfTheProgramThatWasGiven) {
  StanModelOptions options = fake("located");
  EXPECT_THAT(refusal(options), ::testing::HasSubstr("refused (in 'one.stan', line 2, column 0 to column 5)"));
  options.places = {{" (in 'one.stan', line 1, column 0 to column 5)", " (in 'two.stan', line 2, column 0 to column 5)"},
                    {" (in 'one.stan', line 2, column 0 to column 5)", " (in 'one.stan', line 1, column 0 to column 5)"}};
  EXPECT_THAT(refusal(options), ::testing::HasSubstr("refused (in 'one.stan', line 1, column 0 to column 5)"));
}

TEST(StanModel, PrintsToStandardError) {
  const auto model = make_stan_model(fake("print"));
  ::testing::internal::CaptureStderr();
  ::testing::internal::CaptureStdout();
  at(*model, Matrix{{0, 0}});
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "it prints\n");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

// By differences where the library has no products; a quartic shows the error of the step.
TEST(StanModel, HasSecondDerivatives) {
  for (const std::string variant : {"full", "products"}) {
    const auto model = make_stan_model(fake("", variant));
    EXPECT_EQ(model->info().has_hessian_products, variant == "products");
    Matrix hessian, products;
    model->curvature()->hessian(Vector::Constant(2, 3), hessian);
    EXPECT_LT((hessian + 0.25 * Matrix::Identity(2, 2)).cwiseAbs().maxCoeff(), 1e-9) << variant;
    model->curvature()->hessian_times(Vector::Constant(2, 3), Matrix{{1e6, 2e6}, {0, 0}}, products);
    EXPECT_LT((products - Matrix{{-0.25e6, -0.5e6}, {0, 0}}).cwiseAbs().maxCoeff(), 1e-3) << variant;
  }
  for (const double z : {1e-3, 1.0, 300.0}) {
    Vector diagonal;
    make_stan_model(fake("quartic"))->curvature()->hessian_diagonal(Vector{{z, 1}}, diagonal);
    EXPECT_NEAR(diagonal[0] / (-0.25 - 3 * z * z), 1, 1e-8) << z;
  }
}

}  // namespace
}  // namespace g2t
