// Leave-one-out densities as R's loo gives them (tests/reference/loo.R), and of a posterior in closed form.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/core/json.hpp>
#include <g2t/core/random.hpp>
#include <g2t/inference/leave_one_out.hpp>
#include <io/text_file.hpp>
#include <numbers>

namespace g2t {
namespace {

// The numbers of loo.R.
class Lehmer {
 public:
  double uniform() {
    state_ = std::fmod(16807 * state_, 2147483647);
    return state_ / 2147483647;
  }
  double normal() {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += uniform();
    return sum;
  }
  Matrix normals(Index rows, Index columns) {
    Matrix out(rows, columns);
    for (Index row = 0; row < rows; ++row)
      for (Index column = 0; column < columns; ++column) out(row, column) = normal();
    return out;
  }

 private:
  double state_ = 20231;
};

struct LooCase {
  std::unique_ptr<RegressionRows> rows;
  Matrix draws;
};

LooCase logistic_case(Lehmer& numbers) {
  Matrix x = numbers.normals(30, 2);
  x.row(29) << 4, -4;
  LogisticData data;
  data.rows.columns = 2;
  for (Index row = 0; row < 30; ++row) {
    for (Index column = 0; column < 2; ++column) {
      data.rows.column.push_back(static_cast<std::int32_t>(column));
      data.rows.value.push_back(x(row, column));
    }
    data.rows.start.push_back(2 * (row + 1));
    data.positive.push_back(x(row, 0) - x(row, 1) + 0.3 > 0 && row < 29 ? 1 : 0);
  }
  Matrix draws = numbers.normals(1000, 3);
  draws.col(0) = 0.3 + 0.6 * draws.col(0).array();
  draws.col(1) = 1 + 0.7 * draws.col(1).array();
  draws.col(2) = -1 + 0.7 * draws.col(2).array();
  return {logistic_rows(data), draws};
}

LooCase poisson_case(Lehmer& numbers) {
  PoissonData data;
  data.count = {0, 3, 2, 5, 1, 4, 9, 2, 6, 3, 7, 30};
  data.groupings = {{"g", {"a", "b", "c"}, {}}};
  for (int row = 0; row < 12; ++row) {
    data.log_exposure.push_back(std::log(0.5 + 0.25 * row));
    data.groupings[0].level_of_row.push_back(row % 3);
  }
  Matrix draws = numbers.normals(800, 5);
  draws.col(0) = 0.8 + 0.3 * draws.col(0).array();
  draws.col(1) = -1 + 0.2 * draws.col(1).array();
  draws.rightCols(3) *= 0.35;
  return {poisson_rows(data, 12), draws};
}

void expect_near(const Vector& given, const Json& expected, const char* what) {
  ASSERT_EQ(given.size(), static_cast<Index>(expected.size()));
  for (Index row = 0; row < given.size(); ++row) {
    const double right = expected[static_cast<std::size_t>(row)].get<double>();
    EXPECT_NEAR(given[row], right, 1e-9 * (1 + std::abs(right))) << what << " of row " << row + 1;
  }
}

void expect_as_in_r(const LeaveOneOut& seen, const Json& expected) {
  expect_near(seen.elpd, expected["elpd"], "elpd");
  expect_near(seen.p_loo, expected["p_loo"], "p_loo");
  expect_near(seen.khat, expected["k"], "k");
  EXPECT_NEAR(seen.elpd_sum, expected["elpd_sum"].get<double>(), 1e-8);
  EXPECT_NEAR(seen.elpd_error, expected["elpd_error"].get<double>(), 1e-8);
  EXPECT_NEAR(seen.p_loo_sum, expected["p_loo_sum"].get<double>(), 1e-8);
  EXPECT_NEAR(seen.p_loo_error, expected["p_loo_error"].get<double>(), 1e-8);
}

TEST(LeaveOneOut, IsThatOfR) {
  const Json expected = Json::parse(io::read_text_file(G2T_SOURCE_DIR "/tests/reference/loo.json"));
  Lehmer numbers;
  const LooCase logistic = logistic_case(numbers), poisson = poisson_case(numbers);
  const LeaveOneOut seen = leave_one_out(*logistic.rows, logistic.draws);
  expect_as_in_r(seen, expected["logistic"]);
  EXPECT_EQ(seen.doubtful, 1);
  expect_as_in_r(leave_one_out(*poisson.rows, poisson.draws), expected["poisson"]);
}

// Output b with known noise 1 and prior N(0, 100^2), so b | y ~ N(mean, 1/n): without row i the response is
// N(mean of the others, 1 + 1/(n-1)).
TEST(LeaveOneOut, OfANormalMean) {
  const Vector y{{0.3, -1.2, 0.8, 1.9, -0.4, 0.1, -0.9, 1.1, 0.6, -0.2}};
  const double n = static_cast<double>(y.size());
  NetworkData data;
  data.inputs = Matrix::Zero(y.size(), 1);
  data.response = y;
  const auto rows = network_rows(data, {.hidden_units = 1, .hierarchical = false});
  Matrix draws = Matrix::Zero(20000, 5), normals(20000, 1);
  fill_normals({8, Purpose::Check, 0}, normals);
  draws.col(3) = y.mean() + normals.array() / std::sqrt(n);
  const LeaveOneOut seen = leave_one_out(*rows, draws);
  for (Index row = 0; row < y.size(); ++row) {
    const double others = (y.sum() - y[row]) / (n - 1), variance = 1 + 1 / (n - 1);
    const double right =
        -0.5 * (y[row] - others) * (y[row] - others) / variance - 0.5 * std::log(2 * std::numbers::pi * variance);
    EXPECT_NEAR(seen.elpd[row], right, 0.02) << row;  // four standard errors of a log of a mean weight
    EXPECT_LT(seen.khat[row], 0.5);
  }
  EXPECT_EQ(seen.doubtful, 0);
}

TEST(LeaveOneOut, NeedsResponses) {
  EXPECT_THROW(static_cast<void>(leave_one_out(*poisson_rows({}, 1), Matrix::Zero(1, 1))), InvalidArgument);
}

}  // namespace
}  // namespace g2t
