// Every row is in one part, for any number of rows.
#include "models/row_parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace g2t {
namespace {

std::vector<int> times_met(const std::vector<RowPart>& parts, Index rows) {
  std::vector<int> met(static_cast<std::size_t>(rows));
  for (const RowPart& part : parts)
    for (Index k = 0; k < part.count; ++k) ++met.at(static_cast<std::size_t>(part.first + k * part.stride));
  return met;
}

TEST(RowParts, HaveEveryRowOnce) {
  for (const Index rows : {1, 7, 1024, 2048, 5003, 32767, 32768, 32769, 70001})
    for (const double work : {1.0, 20.0, 1e4})
      for (const Index columns : {1, 50, 100000}) {
        const std::vector<int> met = times_met(split_rows(rows, work, columns).parts, rows);
        ASSERT_EQ(met, std::vector<int>(met.size(), 1)) << rows << " " << work << " " << columns;
      }
}

TEST(RowParts, AreAsManyAsPay) {
  EXPECT_EQ(split_rows(1605, 14, 120).parts.size(), 1U);
  EXPECT_EQ(split_rows(8124, 22, 113).parts.size(), 5U);
  EXPECT_EQ(split_rows(30000, 50, 51).parts.size(), 29U);
  EXPECT_EQ(split_rows(30000, 50, 60000).parts.size(), 1U);
  EXPECT_EQ(split_rows(65536, 50, 51).parts.size(), 64U);
}

TEST(RowParts, OfSeveralWindowsAreOfRowsFromAllOverTheWindow) {
  const RowParts rows = split_rows(100000, 50, 51);
  EXPECT_EQ(rows.stripes, 32);
  EXPECT_EQ(rows.parts.size(), 128U);
  for (const RowPart& part : rows.parts) EXPECT_EQ(part.stride, 32);
  EXPECT_EQ(rows.parts[33].first, kWindowRows + 1);
}

TEST(RowParts, OfASampleComeFromAllWindows) {
  for (const double share : {0.01, 0.03, 0.1, 0.5, 1.0}) {
    const std::vector<std::size_t> taken = sampled_parts(32 * 20 + 5, 32, share, 1);
    EXPECT_TRUE(std::is_sorted(taken.begin(), taken.end()));
    EXPECT_EQ(std::adjacent_find(taken.begin(), taken.end()), taken.end());
    EXPECT_NEAR(static_cast<double>(taken.size()), share * 645, 21) << share;
    std::vector<std::size_t> of_window(21);
    for (const std::size_t part : taken) ++of_window[part / 32];
    if (share >= 0.1) {
      for (std::size_t window = 0; window < 20; ++window) EXPECT_EQ(of_window[window], of_window[0]) << share;
    } else {
      for (std::size_t window = 0; window < 20; ++window) EXPECT_LE(of_window[window], 1U) << share;
    }
  }
  EXPECT_EQ(sampled_parts(64, 32, 1e-9, 1).size(), 1U);
}

}  // namespace
}  // namespace g2t
