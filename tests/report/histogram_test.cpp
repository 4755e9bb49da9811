// Counts of known values, and the pictures that show them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <report/histogram.h>
#include <report/histogram_chart.h>

#include <limits>
#include <numeric>

namespace g2t::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Index total(const Histogram& histogram) {
  return std::accumulate(histogram.counts.begin(), histogram.counts.end(), Index{0});
}

TEST(Histogram, CountsWhatLiesInEachBin) {
  const Histogram out = histogram(Vector{{0.0, 0.9, 1.0, 2.5, 4.0, -0.1, 4.1, 9.0, kNan, kInfinity}}, 0, 4, 4);
  EXPECT_THAT(out.counts, ElementsAre(2, 1, 1, 1));  // the last bin includes its end
  EXPECT_EQ(out.below, 1);
  EXPECT_EQ(out.above, 2);
  EXPECT_EQ(out.missing, 2);
  EXPECT_EQ(out.most(), 2);
}

TEST(Histogram, EndsWithTheValuesButNotFarFromTheQuantiles) {
  const Vector values = Vector::LinSpaced(1000, -1.0, 3.0);
  const Histogram whole = histogram(values, -0.8, 2.8);
  EXPECT_EQ(whole.low, -1);
  EXPECT_EQ(whole.high, 3);
  EXPECT_EQ(whole.counts.size(), 25u);  // 2.5 times the cube root of 1,000
  EXPECT_EQ(total(whole), 1000);
  const Histogram cut = histogram(values, 0, 1);
  EXPECT_EQ(cut.high, 2);
  EXPECT_EQ(cut.below, 0);
  EXPECT_EQ(cut.above, 250);
  EXPECT_EQ(total(cut), 750);
  EXPECT_EQ(histogram(values, kNan, kNan).high, 3);  // no quantiles, no limits
}

TEST(Histogram, HasABinForEachOfFewWholeNumbers) {
  const Histogram out = histogram(Vector{{0.0, 2.0, 2.0, 3.0, 0.0, 0.0}}, 0, 3);
  EXPECT_THAT(out.counts, ElementsAre(3, 0, 2, 1));
  EXPECT_EQ(out.low, -0.5);
  EXPECT_EQ(out.high, 3.5);
}

TEST(Histogram, HasNoBinsForWhatDoesNotVary) {
  for (const Vector& values : {Vector(), Vector(Vector::Constant(5, 2.0)), Vector(Vector::Constant(5, kNan)),
                               Vector{{1.0, 1 + 1e-15, 1 - 1e-15}}, Vector{{-1e308, 1e308, 0.0}}}) {
    const Histogram out = histogram(values, kNan, kNan);
    EXPECT_TRUE(out.counts.empty());
    EXPECT_EQ(histogram_chart("x", out, {}), "");
  }
}

TEST(HistogramChart, DrawsBarsOfTheirCounts) {
  const Histogram bins{0, 2, {1, 4}};
  EXPECT_EQ(bars_path(bins, Axis(0, 2, false, 100, 200), 80, 0, true), "M100.0 80.0V60.0H150.0V0.0H200.0V80.0Z");
  EXPECT_EQ(bars_path(bins, Axis(0, 2, false, 200, 100), 10, 50, false), "M10.0 200.0H20.0V150.0H50.0V100.0H10.0Z");
}

TEST(HistogramChart, HasNameMarksAndCountsBeyond) {
  const Histogram bins{0, 10, {1, 4, 1}, 3, 0};
  const std::string svg = histogram_chart("a<b", bins, {5, 1, 9});
  EXPECT_THAT(svg, HasSubstr("Histogram of a&lt;b"));
  EXPECT_THAT(svg, HasSubstr("class=\"mark s0\" d=\"M100.0 "));         // the mean, in the middle
  EXPECT_THAT(svg, HasSubstr("class=\"mark dashed s0\" d=\"M29.6 "));   // 5 %
  EXPECT_THAT(svg, HasSubstr("class=\"mark dashed s0\" d=\"M170.4 "));  // 95 %
  EXPECT_THAT(svg, HasSubstr("\u21903<"));
  EXPECT_THAT(svg, Not(HasSubstr("\u2192")));
  const std::string without = histogram_chart("x", bins, {kNan, kNan, 11});
  EXPECT_THAT(without, Not(HasSubstr("mark")));
  EXPECT_THAT(without, Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace g2t::report
