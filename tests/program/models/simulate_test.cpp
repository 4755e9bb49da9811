// Tables of simulated data hold the data, and name the truth as a fit does.
#include <g2t/program/models/simulate.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace g2t {
namespace {

using ::testing::ElementsAre;

TEST(SimulatedTable, LogisticHoldsTheData) {
  const SimulatedTable table = simulate_logistic_table(7, 2, 3);
  const SimulatedLogistic same = simulate_logistic(7, 2, 3);
  const Matrix columns = table.rows(0, 7);
  EXPECT_EQ(table.row_count, 7);
  EXPECT_EQ(table.rows(2, 4), columns.middleRows(2, 4));
  EXPECT_EQ(table.model, "logistic");
  EXPECT_THAT(table.column_names, ElementsAre("y", "x1", "x2"));
  EXPECT_THAT(table.names, ElementsAre("intercept", "x1", "x2"));
  EXPECT_EQ(table.truth, same.truth);
  for (Index row = 0; row < 7; ++row) {
    const std::size_t i = static_cast<std::size_t>(row);
    EXPECT_EQ(columns(row, 0), same.data.positive[i]);
    EXPECT_EQ(columns(row, 1), same.data.rows.value[2 * i]);
    EXPECT_EQ(columns(row, 2), same.data.rows.value[2 * i + 1]);
  }
}

TEST(SimulatedTable, PoissonHasEveryCombinationOfLevelsInTurn) {
  const SimulatedTable table = simulate_poisson_table({{"eth", 2}, {"town", 3}}, 8, 1);
  EXPECT_THAT(table.column_names, ElementsAre("y", "eth", "town"));
  EXPECT_THAT(table.names, ElementsAre("mu", "log_sigma.eth", "log_sigma.town", "eth.1", "eth.2", "town.1", "town.2",
                                       "town.3"));
  EXPECT_EQ(table.truth.size(), 8);
  EXPECT_EQ(table.fit_options, " --groups eth,town");
  Matrix levels(8, 2);
  levels << 1, 1, 2, 1, 1, 2, 2, 2, 1, 3, 2, 3, 1, 1, 2, 1;
  EXPECT_EQ(table.rows(0, table.row_count).rightCols(2), levels);
}

TEST(SimulatedTable, NetworkHoldsTheData) {
  const SimulatedTable table = simulate_network_table(4, 2, 3, 5);
  NetworkOptions options;
  options.hidden_units = 3;
  const SimulatedNetwork same = simulate_network(4, 2, options, 5);
  EXPECT_EQ(table.rows(0, table.row_count).col(0), same.data.response);
  EXPECT_EQ(table.rows(0, table.row_count).rightCols(2), same.data.inputs);
  EXPECT_EQ(table.truth, same.truth);
  EXPECT_EQ(static_cast<Index>(table.names.size()), table.truth.size());
  EXPECT_EQ(table.names.back(), "log_tau");
  EXPECT_EQ(table.fit_options, " --hidden-units 3");
}

}  // namespace
}  // namespace g2t
