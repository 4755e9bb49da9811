// Moments, quantiles and errors by groups of draws, with values that are missing.
#include <gtest/gtest.h>
#include <inference/answer/summarize.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <support/gaussians.hpp>

#include "../slow_model.hpp"

namespace g2t {
namespace {

constexpr double kSummaryNan = std::numeric_limits<double>::quiet_NaN();

/// An answer whose draws are of such groups.
Posterior grouped_answer(Index draws, Index groups) {
  Posterior out;
  for (Index k = 0; k < draws; ++k) out.groups.push_back(k % groups);
  return out;
}

TEST(Summarize, DescribesValues) {
  const Matrix values = Vector::LinSpaced(101, -50, 50);
  const QuantitySummary seen = summarize(values, {"a"}, grouped_answer(101, 101));
  EXPECT_EQ(seen.names, std::vector<std::string>{"a"});
  EXPECT_EQ(seen.draws, 101);
  EXPECT_NEAR(seen.mean[0], 0, 1e-12);
  EXPECT_NEAR(seen.sd[0], std::sqrt(100 * 102 / 12.0), 1e-12);  // of the draws themselves
  EXPECT_NEAR(seen.q5[0], -45, 1e-12);
  EXPECT_NEAR(seen.median[0], 0, 1e-12);
  EXPECT_NEAR(seen.q95[0], 45, 1e-12);
  EXPECT_EQ(seen.missing, std::vector<Index>{0});
}

TEST(Summarize, IndependentDrawsHaveTheUsualErrors) {
  const Index n = 5000;
  const Matrix values = (3 + 2 * testing::normals_of(1, n, 1).array()).matrix();
  const QuantitySummary seen = summarize(values, {"a"}, grouped_answer(n, n));
  const double sd = seen.sd[0];
  EXPECT_NEAR(seen.mcse_mean[0], sd / std::sqrt(n - 1.0), 1e-9);
  EXPECT_NEAR(seen.mcse_sd[0], sd / std::sqrt(2.0 * n), 0.1 * seen.mcse_sd[0]);  // normal values
  EXPECT_NEAR(seen.ess[0], n - 1, 1e-6 * n);
  EXPECT_NEAR(seen.mean[0], 3, 4 * seen.mcse_mean[0]);
  EXPECT_NEAR(sd, 2, 4 * seen.mcse_sd[0]);
}

TEST(Summarize, CopiesCountOnce) {
  // 500 values, each of them four times.
  const Index n = 500;
  const Matrix one = testing::normals_of(2, n, 1);
  const QuantitySummary alone = summarize(one, {"a"}, grouped_answer(n, n));
  const QuantitySummary seen = summarize(one.replicate(4, 1), {"a"}, grouped_answer(4 * n, n));
  EXPECT_NEAR(seen.mean[0], alone.mean[0], 1e-12);
  EXPECT_NEAR(seen.mcse_mean[0], alone.mcse_mean[0], 1e-12);
  EXPECT_NEAR(seen.mcse_sd[0], alone.mcse_sd[0], 1e-12);
  EXPECT_NEAR(seen.ess[0], n - 1, 1e-6 * n);
}

TEST(Summarize, MirroredPairsLeaveNoErrorOfTheMean) {
  const Index n = 1000;
  const Matrix half = testing::normals_of(3, n, 1);
  Matrix values(2 * n, 1);
  values << half, -half;
  const QuantitySummary seen = summarize(values, {"a"}, grouped_answer(2 * n, n));
  EXPECT_LT(seen.mcse_mean[0], 1e-12);
  EXPECT_EQ(seen.ess[0], 2 * n);  // no more than there are
  EXPECT_NEAR(seen.mcse_sd[0], 1 / std::sqrt(2.0 * n), 0.1 * seen.mcse_sd[0]);  // squares are those of n draws
}

TEST(Summarize, TheErrorOfChainsIsThatBetweenThem) {
  // Chain c is at offset(c), with noise of its own: the error is the offsets' sd over the root of the number of chains.
  const Index chains = 64, moves = 50;
  const Matrix offsets = testing::normals_of(4, chains, 1), noise = testing::normals_of(5, chains * moves, 1);
  Matrix values(chains * moves, 1);
  for (Index k = 0; k < values.rows(); ++k) values(k, 0) = offsets(k % chains, 0) + 0.1 * noise(k, 0);
  const QuantitySummary seen = summarize(values, {"a"}, grouped_answer(values.rows(), chains));
  EXPECT_NEAR(seen.mcse_mean[0], 1 / std::sqrt(static_cast<double>(chains)), 0.3 * seen.mcse_mean[0]);
  EXPECT_NEAR(seen.ess[0], static_cast<double>(chains), 8);
}

TEST(Summarize, ErrorsOfQAreAdded) {
  const Index n = 400;
  Posterior answer = grouped_answer(n, n);
  const Matrix values = 5 * testing::normals_of(6, n, 1);
  const QuantitySummary before = summarize(values, {"a"}, answer);
  answer.mean_error = 0.2;
  answer.sd_error = 0.1;
  const QuantitySummary seen = summarize(values, {"a"}, answer);
  EXPECT_NEAR(seen.mcse_mean[0], std::hypot(before.mcse_mean[0], 0.2 * seen.sd[0]), 1e-12);
  EXPECT_NEAR(seen.mcse_sd[0], std::hypot(before.mcse_sd[0], 0.1 * seen.sd[0]), 1e-12);
  EXPECT_NEAR(seen.ess[0], 1 / (1 / before.ess[0] + 0.04), 1e-9);
}

TEST(Summarize, MissingValuesAreCountedAndLeftOut) {
  Matrix values(6, 3);
  values << 1, kSummaryNan, 7, 2, 5, kSummaryNan, 3, kSummaryNan, kSummaryNan, 4, 6, kSummaryNan, 5,
      std::numeric_limits<double>::infinity(), kSummaryNan, 6, 7, kSummaryNan;
  const QuantitySummary seen = summarize(values, {"all", "some", "one"}, grouped_answer(6, 6));
  EXPECT_EQ(seen.missing, (std::vector<Index>{0, 3, 5}));
  EXPECT_EQ(seen.draws, 6);
  EXPECT_NEAR(seen.mean[1], 6, 1e-12);
  EXPECT_NEAR(seen.sd[1], std::sqrt(2.0 / 3), 1e-12);
  EXPECT_NEAR(seen.mcse_mean[1], std::sqrt(2.0 / 3) / std::sqrt(2.0), 1e-12);  // of three groups
  EXPECT_NEAR(seen.median[1], 6, 1e-12);
  for (const Vector* const field : {&seen.mean, &seen.sd, &seen.q5, &seen.mcse_mean, &seen.mcse_sd, &seen.ess})
    EXPECT_TRUE(std::isnan((*field)[2]));
}

TEST(Summarize, TellsTheTailsOfSquares) {
  // Values x = u^-k of uniform u: their squares are Pareto with a shape of 2 k.
  const Index n = 20000;
  Matrix values(n, 2);
  for (Index k = 0; k < n; ++k) {
    const double u = (static_cast<double>(k) + 0.5) / static_cast<double>(n);
    values.row(k) << std::pow(u, -0.4), std::pow(u, -0.1);
  }
  const QuantitySummary seen = summarize(values, {"long", "short"}, grouped_answer(n, n));
  EXPECT_NEAR(seen.tail_shape[0], 0.8, 0.15);
  EXPECT_LT(seen.tail_shape[1], kLongTail);
  const Matrix normals = testing::normals_of(8, n, 1);
  EXPECT_LT(summarize(normals, {"a"}, grouped_answer(n, n)).tail_shape[0], 0.3);
}

TEST(Summarize, WhatDoesNotVaryHasNoError) {
  const QuantitySummary seen = summarize(Matrix::Constant(10, 1, 3), {"a"}, grouped_answer(10, 10));
  EXPECT_EQ(seen.mean[0], 3);
  EXPECT_EQ(seen.sd[0], 0);
  EXPECT_EQ(seen.mcse_sd[0], 0);
  EXPECT_EQ(seen.ess[0], 10);
}

Posterior answer_of_normals(Index n) {
  Posterior out = grouped_answer(n, n);
  out.draws = testing::normals_of(7, n, 2);
  return out;
}

TEST(SummarizeAnswer, HasParametersAndTheModelsOwnValues) {
  const testing::SlowModel model;
  Posterior answer = answer_of_normals(500);
  summarize_answer(model, 1, {}, answer);
  EXPECT_EQ(answer.parameters.names, model.parameter_names());
  EXPECT_EQ(answer.parameters.parameter_count, 2);
  EXPECT_EQ(answer.quantities.names, model.names());
  EXPECT_EQ(answer.quantities.parameter_count, 2);
  EXPECT_EQ(answer.quantities.computed_count, 3);
  EXPECT_EQ(answer.quantities.draws, 500);
  EXPECT_EQ(&answer.summary(), &answer.quantities);
  EXPECT_EQ(answer.values.col(2), answer.draws.col(0).array().exp().matrix());
  EXPECT_NEAR(answer.quantities.mean[2], std::exp(0.5), 5 * answer.quantities.mcse_mean[2]);
  EXPECT_NEAR(answer.quantities.q95[2], std::exp(answer.parameters.q95[0]), 0.05);
}

TEST(SummarizeAnswer, ValuesAreOfAsManyDrawsAsThereIsTimeFor) {
  testing::SlowModel model;
  const StopRequest request([&] { return model.computed >= 100; });
  Posterior answer = answer_of_normals(500);
  summarize_answer(model, 1, Deadline(request, std::numeric_limits<double>::infinity(), 0), answer);
  EXPECT_EQ(answer.quantities.draws, 100);
  EXPECT_EQ(answer.values.rows(), 100);
  EXPECT_EQ(answer.parameters.draws, 500);
  EXPECT_NEAR(answer.quantities.mean[0], answer.draws.col(0).head(100).mean(), 1e-12);
  EXPECT_NEAR(answer.quantities.mcse_mean[0], answer.quantities.sd[0] / std::sqrt(99.0), 1e-9);
}

TEST(SummarizeAnswer, ParametersAloneStandWhereThereAreNoOthers) {
  const testing::GaussianModel model(Vector::Zero(2), Matrix::Identity(2, 2));
  Posterior answer = answer_of_normals(50);
  summarize_answer(model, 1, {}, answer);
  EXPECT_TRUE(answer.quantities.names.empty());
  EXPECT_EQ(&answer.summary(), &answer.parameters);
}

// So many that what is not a parameter, then what is not computed, is left out.
TEST(SummarizeAnswer, LeavesOutWhatIsTooLarge) {
  struct Large final : testing::SlowModel {
    std::vector<std::string> names() const override { return std::vector<std::string>(30000, "x"); }
    Index compute(const Matrix& draws, std::uint64_t, const StopRule&, Matrix& values) const override {
      values.setZero(draws.rows(), 30000);
      return draws.rows();
    }
  };
  Posterior answer = answer_of_normals(1000);
  summarize_answer(Large{}, 1, {}, answer);
  EXPECT_EQ(answer.quantities.names.size(), 3U);
  EXPECT_EQ(answer.quantities.mean.size(), 3);
}

}  // namespace
}  // namespace g2t
