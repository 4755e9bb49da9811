// Every row is in one part, for any number of rows.
#include "models/row_parts.hpp"

#include <gtest/gtest.h>

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
        const std::vector<int> met = times_met(split_rows(rows, work, columns), rows);
        ASSERT_EQ(met, std::vector<int>(met.size(), 1)) << rows << " " << work << " " << columns;
      }
}

TEST(RowParts, AreAsManyAsPay) {
  EXPECT_EQ(split_rows(1605, 14, 120).size(), 1U);
  EXPECT_EQ(split_rows(8124, 22, 113).size(), 5U);
  EXPECT_EQ(split_rows(30000, 50, 51).size(), 29U);
  EXPECT_EQ(split_rows(30000, 50, 60000).size(), 1U);
  EXPECT_EQ(split_rows(65536, 50, 51).size(), 64U);
}

TEST(RowParts, OfSeveralWindowsAreOfRowsFromAllOverTheWindow) {
  const std::vector<RowPart> parts = split_rows(100000, 50, 51);
  for (const RowPart& part : parts) EXPECT_EQ(part.stride, kStripes);
  EXPECT_EQ(parts[33].first, kWindowRows + 1);
}

}  // namespace
}  // namespace g2t
