// Logistic regression against a plain loop, known values, extreme margins and bad data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/core/random.hpp>
#include <g2t/models/simulate.hpp>
#include <limits>
#include <numbers>

#include "models/data.hpp"

namespace g2t {
namespace {

// One column without intercept.
LogisticData one_column(const std::vector<double>& x, const Flags& positive) {
  LogisticData data;
  data.intercept = false;
  data.positive = positive;
  data.rows.columns = 1;
  for (const double value : x) {
    data.rows.column.push_back(0);
    data.rows.value.push_back(value);
    data.rows.start.push_back(static_cast<Index>(data.rows.column.size()));
  }
  return data;
}

// Log density and score by a plain loop in extended precision.
std::pair<double, Vector> by_plain_loop(const LogisticData& data, double prior_scale, const Vector& z) {
  const Index shift = data.intercept ? 1 : 0;
  std::vector<long double> score(static_cast<std::size_t>(z.size()));
  long double log_density = 0;
  for (Index i = 0; i < z.size(); ++i) {
    const long double precision = 1.0L / prior_scale / prior_scale;
    log_density -=
        0.5L * z(i) * z(i) * precision + std::log(prior_scale) + 0.5L * std::log(2 * std::numbers::pi_v<long double>);
    score[static_cast<std::size_t>(i)] = -z(i) * precision;
  }
  for (std::size_t row = 0; row < data.positive.size(); ++row) {
    const long double sign = data.positive[row] != 0 ? 1 : -1;
    long double margin = data.intercept ? sign * z(0) : 0;
    for (Index k = data.rows.start[row]; k < data.rows.start[row + 1]; ++k) {
      const std::size_t entry = static_cast<std::size_t>(k);
      margin += sign * data.rows.value[entry] * z(data.rows.column[entry] + shift);
    }
    log_density -= margin > 0 ? std::log1p(std::exp(-margin)) : std::log1p(std::exp(margin)) - margin;
    const long double slope = sign / (1 + std::exp(margin));
    if (data.intercept) score[0] += slope;
    for (Index k = data.rows.start[row]; k < data.rows.start[row + 1]; ++k) {
      const std::size_t entry = static_cast<std::size_t>(k);
      score[static_cast<std::size_t>(data.rows.column[entry] + shift)] += slope * data.rows.value[entry];
    }
  }
  Vector rounded(z.size());
  for (Index i = 0; i < z.size(); ++i) rounded(i) = static_cast<double>(score[static_cast<std::size_t>(i)]);
  return {static_cast<double>(log_density), rounded};
}

// Every form that a design is kept in: dense, sparse, of ones in groups, of more columns than 16 bits number.
std::vector<LogisticData> designs() {
  constexpr Index kRows = 1100;  // more rows than share a logarithm, and not in whole groups
  const LogisticData dense = simulate_logistic(kRows, 6, 3).data;
  LogisticData dense_with_zeros = dense, sparse = dense, ones = dense, grouped = dense, wide = dense;
  const auto keep = [&](LogisticData& data, Index columns, auto entries_of) {
    data.rows = SparseRows();
    data.rows.columns = columns;
    for (Index row = 0; row < kRows; ++row) {
      for (const auto& [column, value] : entries_of(row)) {
        data.rows.column.push_back(static_cast<std::int32_t>(column));
        data.rows.value.push_back(value);
      }
      data.rows.start.push_back(static_cast<Index>(data.rows.column.size()));
    }
  };
  using Entries = std::vector<std::pair<Index, double>>;
  const auto value = [&](Index row, Index column) { return dense.rows.value[static_cast<std::size_t>(row * 6 + column)]; };
  const auto some = [&](Index row, Index period) {
    Entries out;
    for (Index column = 5; column >= 0; --column)
      if ((row + column) % period != 0) out.emplace_back(column, value(row, column));
    return out;
  };
  keep(dense_with_zeros, 6, [&](Index row) { return some(row, 7); });
  keep(sparse, 6, [&](Index row) { return some(row, 2); });
  keep(ones, 7, [&](Index row) { return Entries{{row * row % 7, 1}}; });
  keep(grouped, 9, [&](Index row) { return Entries{{row % 3 == 0 ? 1 : 0, 1}, {2 + row * row % 5, 1}, {row % 2 + 7, 1}}; });
  keep(wide, 70000, [&](Index row) { return Entries{{row % 6, value(row, 1)}, {69990 + row % 7, value(row, 0)}}; });
  return {dense, dense_with_zeros, sparse, ones, grouped, wide};
}

TEST(Logistic, AgreesWithAPlainLoop) {
  for (LogisticData data : designs()) {
    for (const bool has_intercept : {true, false}) {
      data.intercept = has_intercept;
      SCOPED_TRACE(std::to_string(data.rows.columns) + " columns, " + std::to_string(data.rows.value.size()) + " entries");
      const std::unique_ptr<Model> model = make_logistic(data, 1.5);
      Matrix draws(5, model->dimension());
      fill_normals({.seed = 2, .purpose = Purpose::Check, .iteration = 1}, draws);
      draws.row(4) *= 30;
      Evaluation evaluation;
      model->evaluate(draws, evaluation);
      Vector alone, one;
      model->log_densities(draws, alone);
      EXPECT_EQ(alone, evaluation.log_density);
      for (Index draw = 0; draw < 5; ++draw) {
        model->log_densities(draws.row(draw), one);
        EXPECT_EQ(one(0), evaluation.log_density(draw));
        const auto [log_density, score] = by_plain_loop(data, 1.5, draws.row(draw));
        EXPECT_NEAR(evaluation.log_density(draw), log_density, 1e-13 * std::abs(log_density));
        EXPECT_LT((evaluation.score.row(draw).transpose() - score).cwiseAbs().maxCoeff(),
                  1e-13 * score.cwiseAbs().maxCoeff() + 1e-11);
      }
    }
  }
}

TEST(Logistic, TakesMarginsOfHundreds) {
  const std::unique_ptr<Model> model = make_logistic(one_column({800, -750, 1000}, {1, 1, 0}));
  Evaluation evaluation;
  model->evaluate(Eigen::Vector4d(-1, 0, 0.001, 1), evaluation);
  EXPECT_THAT(std::vector<double>(evaluation.log_density.begin(), evaluation.log_density.end()),
              ::testing::ElementsAre(::testing::DoubleNear(-801.418939, 1e-6), ::testing::DoubleNear(-2.998380, 1e-6),
                                   ::testing::DoubleNear(-3.740172, 1e-6), ::testing::DoubleNear(-1751.418939, 1e-6)));
  EXPECT_LT((evaluation.score - Eigen::Vector4d(801, -475, -992.423188, -1751)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Logistic, StaysFiniteAtExtremeMargins) {
  const std::unique_ptr<Model> model = make_logistic(one_column({1e6, -1e6, 1e100}, {1, 1, 0}));
  Evaluation evaluation;
  model->evaluate(Eigen::Vector3d(1, -1, 1e-6), evaluation);
  evaluation.mark_non_finite();
  EXPECT_EQ(evaluation.failure_count(), 0);
  Matrix hessian;
  model->curvature()->hessian(Vector::Ones(1), hessian);
  EXPECT_NEAR(hessian(0, 0), -1, 1e-12);  // only the prior bends there
  ExpectedLogDensity expected;
  model->expectation()->expect(isotropic_gaussian(Structure::Diagonal, Vector::Ones(1), 1), expected);
  EXPECT_TRUE(std::isfinite(expected.value) && expected.score.allFinite());
}

// Best Gaussians of one row x = (0.5, -2, 1), label +; computed independently with 4401 nodes.
TEST(Logistic, HasTheKnownElboOfASingleRow) {
  LogisticData data;
  data.intercept = false;
  data.positive = {1};
  data.rows = {.columns = 3, .start = {0, 3}, .column = {0, 1, 2}, .value = {0.5, -2, 1}};
  const std::unique_ptr<Model> model = make_logistic(data);
  Gaussian q = isotropic_gaussian(Structure::Diagonal, Eigen::Vector3d(0.1416, -0.5664, 0.2832), 1);
  q.scale = Eigen::Vector3d(0.9841, 0.8112, 0.9408);
  ExpectedLogDensity expected;
  model->expectation()->expect(q, expected);
  EXPECT_NEAR(expected.value + entropy(q), -0.7243, 5e-5);
  EXPECT_LT(expected.score.cwiseAbs().maxCoeff(), 1e-3);
}

TEST(Logistic, NamesItsParameters) {
  SimulatedLogistic simulated = simulate_logistic(3, 2, 1);
  EXPECT_THAT(make_logistic(simulated.data)->parameter_names(), ::testing::ElementsAre("intercept", "x1", "x2"));
  simulated.data.feature_names = {"age", "size"};
  simulated.data.intercept = false;
  EXPECT_THAT(make_logistic(simulated.data)->parameter_names(), ::testing::ElementsAre("age", "size"));
}

// The message of the error that the change brings about.
template <class Change>
std::string error_after(Change change) {
  LogisticData data = simulate_logistic(4, 2, 1).data;
  change(data);
  try {
    make_logistic(data);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "none";
}

TEST(Logistic, RejectsBadData) {
  using ::testing::HasSubstr;
  EXPECT_THAT(error_after([](LogisticData& data) { data.rows.start.resize(1); }), HasSubstr("there is no row"));
  EXPECT_THAT(error_after([](LogisticData& data) { data.rows.column[3] = 2; }), HasSubstr("in row 2"));
  EXPECT_THAT(error_after([](LogisticData& data) { data.rows.column[3] = -1; }), HasSubstr("rows.column = -1"));
  EXPECT_THAT(error_after([](LogisticData& data) { data.rows.column[3] = 0; }), HasSubstr("occurs twice in row 2"));
  EXPECT_THAT(error_after([](LogisticData& data) { data.rows.value[0] = std::nan(""); }), HasSubstr("must be finite"));
  EXPECT_THAT(error_after([](LogisticData& data) { data.rows.value.pop_back(); }), HasSubstr("rows.value"));
  EXPECT_THAT(error_after([](LogisticData& data) { data.positive.pop_back(); }), HasSubstr("3 labels"));
  EXPECT_THAT(error_after([](LogisticData& data) { data.rows.start = {0, 4, 2, 6, 8}; }), HasSubstr("rows.start[2]"));
  EXPECT_THAT(error_after([](LogisticData& data) { data.feature_names = {"a"}; }), HasSubstr("feature_names"));
  EXPECT_THAT(error_after([](LogisticData& data) { data.rows = {0, {0, 0, 0, 0, 0}, {}, {}}; }), HasSubstr("none"));
  EXPECT_THAT(error_after([](LogisticData& data) {
                data.rows = {0, {0, 0, 0, 0, 0}, {}, {}};
                data.intercept = false;
              }),
              HasSubstr("there is no parameter"));
  EXPECT_THROW(make_logistic(simulate_logistic(4, 2, 1).data, -1), InvalidArgument);
}

// Every number of columns modulo the tiles, and of rows modulo the blocks, with and without an intercept.
TEST(Logistic, HasTheHessianOfAPlainLoop) {
  for (const Index columns : {1, 2, 3, 4, 7, 50})
    for (const Index rows : {1, 63, 64, 200})
      for (const bool intercept : {true, false}) {
        LogisticData data = simulate_logistic(rows, columns, 3).data;
        data.intercept = intercept;
        const Index shift = intercept ? 1 : 0, d = columns + shift;
        const Vector z = Vector::LinSpaced(d, -1, 1);
        Matrix expected = -Matrix::Identity(d, d);
        for (Index row = 0; row < rows; ++row) {
          Vector x = Vector::Ones(d);
          for (Index column = 0; column < columns; ++column)
            x(column + shift) = data.rows.value[static_cast<std::size_t>(row * columns + column)];
          const double p = 1 / (1 + std::exp(-x.dot(z)));
          expected -= p * (1 - p) * x * x.transpose();
        }
        Matrix hessian;
        make_logistic(data)->curvature()->hessian(z, hessian);
        ASSERT_LT((hessian - expected).cwiseAbs().maxCoeff(), 1e-12 * expected.cwiseAbs().maxCoeff()) << columns << " " << rows;
      }
}

}  // namespace
}  // namespace g2t
