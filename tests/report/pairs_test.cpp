// Which pair is shown, and how.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <report/pair_choice.h>
#include <report/pairs_chart.h>

#include <cmath>
#include <limits>
#include <report/report_testing.hpp>

namespace g2t::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

PairsAxis side(const std::string& name, const Vector& draws) {
  return {name, draws, histogram(draws, kMissing, kMissing)};
}

// Five values: b is -2 a, d is near a, e is constant.
DrawsFile draws_of_five() {
  Table table;
  table.names = {"lp__", "a", "b", "c", "d", "e"};
  const double rows[][5] = {
      {9, 9, 9, 9, 9}, {1, -2, 5, 1.2, 3}, {2, -4, 1, 1.9, 3}, {3, -6, 4, 3.3, 3}, {4, -8, 2, 3.9, 3}};
  long line = 0;
  for (const auto& row : rows) {
    table.lines.push_back(++line);
    table.cell_text += "0";
    table.cell_ends.push_back(table.cell_text.size());
    for (const double cell : row) {
      table.cell_text += std::to_string(cell);
      table.cell_ends.push_back(table.cell_text.size());
    }
  }
  return DrawsFile(table);
}

Json values_of_five(const std::string& ess_of_c, const std::string& kind_of_d = "parameter") {
  return Json::parse(R"([{"name": "a", "kind": "parameter", "sd": 1, "ess": 10}, {"name": "b", "sd": 2, "ess": 20},
    {"name": "c", "sd": 2, "ess": )" +
                     ess_of_c + R"(}, {"name": "d", "kind": ")" + kind_of_d + R"(", "sd": 1, "ess": 40},
    {"name": "e", "sd": 0, "ess": 1}])");
}

TEST(Correlation, OfKnownDraws) {
  EXPECT_NEAR(correlation(Vector{{1.0, 2.0, 3.0}}, Vector{{1.0, 3.0, 2.0}}), 0.5, 1e-12);
  EXPECT_TRUE(std::isnan(correlation(Vector{{1.0, 2.0}}, Vector{{3.0, 3.0}})));
}

TEST(PairChoice, LeastEffective) {
  const std::optional<Pair> pair = least_effective_pair(values_of_five("30"), draws_of_five());
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->first, 0);
  EXPECT_EQ(pair->second, 2);  // b says what a says, e does not vary
  EXPECT_EQ(least_effective_pair(values_of_five("null"), draws_of_five())->second, 3);
  EXPECT_FALSE(least_effective_pair(values_of_five("null", "generated"), draws_of_five()));
}

TEST(PairChoice, MostCorrelated) {
  const std::optional<Pair> pair = most_correlated_pair(values_of_five("30"), draws_of_five());
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->second, 3);  // d, with a or its double
  EXPECT_GT(std::abs(pair->correlation), 0.95);
  EXPECT_EQ(most_correlated_pair(values_of_five("30", "generated"), draws_of_five())->second, 2);
}

TEST(PairChoice, NothingOfNothing) {
  EXPECT_FALSE(least_effective_pair(Json::array(), draws_of_five()));
  EXPECT_FALSE(most_correlated_pair(Json::array(), draws_of_five()));
}

TEST(PairsChart, HasAPointForEachDraw) {
  const std::string svg =
      pairs_chart(side("a", Vector{{0.5, 1.0, 1.5, kMissing}}), side("<b>", Vector{{4.5, 2.5, 0.5, 1.0}}), "About.");
  EXPECT_EQ(occurrences(svg, "h0"), 3u);
  EXPECT_THAT(svg, HasSubstr("M66.0 50.0h0"));    // least and most: at the top left
  EXPECT_THAT(svg, HasSubstr("M206.0 175.0h0"));  // the middle
  EXPECT_THAT(svg, HasSubstr("About. 4 of 4 draws, of which 1 outside"));
  EXPECT_THAT(svg, HasSubstr("&lt;b&gt;"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_EQ(occurrences(svg, "class=\"bars s1\""), 2u);
}

TEST(PairsChart, HasAThousandPointsAtMost) {
  const std::string svg =
      pairs_chart(side("a", Vector::LinSpaced(2500, 0, 1)), side("b", Vector::LinSpaced(2500, 0, 1)), "");
  EXPECT_EQ(occurrences(svg, "h0"), 1000u);
  EXPECT_EQ(pairs_chart(side("a", Vector::Constant(3, 1.0)), side("b", Vector{{1.0, 2.0, 3.0}}), ""), "");
}

}  // namespace
}  // namespace g2t::report
