// A fit by a sample against the fit by all rows; small data and other requests take all.
#include <gtest/gtest.h>

#include <g2t/inference/fit.hpp>
#include <g2t/models/simulate.hpp>

namespace g2t {
namespace {

const Model& many_rows() {
  static const std::unique_ptr<Model> model = make_logistic(simulate_logistic(120000, 6, 3).data);
  return *model;
}

FitResult fit_by(std::optional<Index> rows, Index threads = 1) {
  FitOptions options;
  options.sample_rows = rows;
  options.threads = threads;
  return fit(many_rows(), options);
}

TEST(RowSampling, FitsAsAllRowsDo) {
  const FitResult all = fit_by(0), sample = fit_by({});
  EXPECT_FALSE(all.rows.is_sampled());
  EXPECT_EQ(sample.status, FitStatus::Converged);
  EXPECT_EQ(sample.rows.all, 120000);
  EXPECT_LT(sample.rows.sample, 30000);
  EXPECT_GE(sample.rows.sample, 16384 - 4096);
  EXPECT_GE(sample.rows.checked_draws, 32);
  EXPECT_LE(sample.rows.log_density_sd, 0.01);
  EXPECT_LE(sample.rows.passes, 12);
  const Vector sds = standard_deviations(all.q);
  EXPECT_LT((sample.q.mean - all.q.mean).cwiseQuotient(sds).cwiseAbs().maxCoeff(), 0.01);
  EXPECT_LT((standard_deviations(sample.q).cwiseQuotient(sds).array() - 1).abs().maxCoeff(), 0.01);
  EXPECT_NEAR(sample.elbo.value, all.elbo.value, 0.01);
}

TEST(RowSampling, DoesNotDependOnThreads) {
  const FitResult one = fit_by({}), two = fit_by({}, 2);
  EXPECT_EQ(one.q.mean, two.q.mean);
  EXPECT_EQ(one.posterior.draws, two.posterior.draws);
  EXPECT_EQ(one.rows.log_density_sd, two.rows.log_density_sd);
}

TEST(RowSampling, TakesAsManyRowsAsAreAskedFor) {
  const FitResult result = fit_by(60000);
  EXPECT_GE(result.rows.sample, 60000);
  EXPECT_LT(result.rows.sample, 70000);
}

TEST(RowSampling, IsNotForFewRowsNorForPlainCoordinates) {
  const std::unique_ptr<Model> few = make_logistic(simulate_logistic(5000, 6, 3).data);
  EXPECT_FALSE(fit(*few).rows.is_sampled());
  FitOptions plain = plain_fit_options();
  plain.iterations = 5;
  EXPECT_FALSE(fit(many_rows(), plain).rows.is_sampled());
}

// A feature that 40 rows have, whose remainders a sample of a sixth of them cannot tell well: more rows are taken, or all.
TEST(RowSampling, TakesMoreRowsWhereTheSampleDoesNotDo) {
  LogisticData data = simulate_logistic(120000, 2, 3).data;
  LogisticData rare;
  rare.rows.columns = 3;
  for (Index row = 0; row < 120000; ++row) {
    for (Index k = data.rows.start[static_cast<std::size_t>(row)]; k < data.rows.start[static_cast<std::size_t>(row) + 1]; ++k) {
      rare.rows.column.push_back(data.rows.column[static_cast<std::size_t>(k)]);
      rare.rows.value.push_back(data.rows.value[static_cast<std::size_t>(k)]);
    }
    if (row % 3000 == 17) {
      rare.rows.column.push_back(2);
      rare.rows.value.push_back(3);
    }
    rare.rows.start.push_back(static_cast<Index>(rare.rows.column.size()));
  }
  rare.positive = data.positive;
  const std::unique_ptr<Model> model = make_logistic(std::move(rare));
  FitOptions options;
  options.sample_rows = 0;
  const FitResult all = fit(*model, options);
  const FitResult sample = fit(*model);
  EXPECT_EQ(sample.status, FitStatus::Converged);
  const QuantitySummary &by_all = all.posterior.parameters, &by_sample = sample.posterior.parameters;
  for (Index i = 0; i < 4; ++i) {
    EXPECT_NEAR(by_sample.mean[i], by_all.mean[i], 0.15 * by_all.sd[i]) << i;
    EXPECT_NEAR(by_sample.sd[i] / by_all.sd[i], 1, 0.1) << i;
  }
}

}  // namespace
}  // namespace g2t
