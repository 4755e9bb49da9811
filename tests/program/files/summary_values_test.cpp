// What a summary file says is what the fit knew.
#include <gtest/gtest.h>

#include <g2t/core/json.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/models/simulate.hpp>
#include <g2t/program/files/summary.hpp>
#include <g2t/program/files/summary_values.hpp>

namespace g2t {
namespace {

bool are_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

TEST(SummaryValues, AreThoseOfTheAnswer) {
  const auto model = make_poisson(simulate_poisson({2}, 8, 1).data);
  FitOptions how = plain_fit_options();
  how.iterations = 20;
  FitResult result = fit(*model, how);
  Options options;
  options.model.model = "poisson";
  QuantitySummary& written = result.posterior.parameters;
  written.mcse_mean[1] = std::nan("");
  const auto check = [&](const QuantitySummary& expected) {
    const QuantitySummary read = summary_values(Json::parse(summary_json(result, options)));
    ASSERT_EQ(read.names, expected.names);
    EXPECT_EQ(read.parameter_count, expected.parameter_count);
    EXPECT_EQ(read.computed_count, expected.computed_count);
    EXPECT_EQ(read.missing, expected.missing);
    for (Index i = 0; i < expected.mean.size(); ++i) {
      EXPECT_TRUE(are_same(read.mean[i], expected.mean[i]));
      EXPECT_TRUE(are_same(read.q95[i], expected.q95[i]));
      EXPECT_TRUE(are_same(read.mcse_mean[i], expected.mcse_mean[i]));
      EXPECT_TRUE(are_same(read.ess[i], expected.ess[i]));
    }
  };
  check(written);
  result.posterior.quantities = written;  // a model's own values come first
  result.posterior.quantities.names = {"a", "b", "c", "d"};
  result.posterior.quantities.parameter_count = 2;
  result.posterior.quantities.computed_count = 3;
  result.posterior.quantities.missing[3] = 5;
  check(result.posterior.quantities);
}

}  // namespace
}  // namespace g2t
