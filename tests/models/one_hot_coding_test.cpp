// Coded rows have the sums that they had, and fewer entries; and their gradients come back by parameters.
#include <models/one_hot_coding.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <g2t/core/random.hpp>

namespace g2t {
namespace {

struct OnesDesign {
  std::vector<Index> start{0};
  std::vector<std::int32_t> parameters;

  void add_row(std::vector<std::int32_t> row) {
    std::sort(row.begin(), row.end());
    parameters.insert(parameters.end(), row.begin(), row.end());
    start.push_back(static_cast<Index>(parameters.size()));
  }
};

// Two groups of four and three columns, the second missing in some rows, a frequent column, and two that overlap.
OnesDesign grouped_design(Index rows, std::int32_t first) {
  OnesDesign out;
  for (Index row = 0; row < rows; ++row) {
    std::vector<std::int32_t> columns{first + static_cast<std::int32_t>(row % 7 < 4 ? 0 : row % 7 - 3)};
    if (row % 5 != 0) columns.push_back(first + 4 + static_cast<std::int32_t>(row % 3));
    if (row % 9 != 2) columns.push_back(first + 7);
    if (row % 4 == 1) columns.push_back(first + 8);
    if (row % 8 == 1) columns.push_back(first + 9);
    out.add_row(columns);
  }
  return out;
}

void expect_same_sums(const OnesDesign& design, const OneHotCoding& coded, Index dimension, bool has_intercept) {
  Matrix draws(3, dimension);
  fill_normals({.seed = 5, .purpose = Purpose::Check, .iteration = 1}, draws);
  Vector terms;
  coded.coding.load(draws, 1, terms);
  ASSERT_EQ(coded.start.size(), design.start.size());
  for (std::size_t row = 0; row + 1 < design.start.size(); ++row) {
    double expected = has_intercept ? draws(1, 0) : 0, given = terms(0);
    for (Index k = design.start[row]; k < design.start[row + 1]; ++k)
      expected += draws(1, design.parameters[static_cast<std::size_t>(k)]);
    for (Index k = coded.start[row]; k < coded.start[row + 1]; ++k) given += terms(coded.terms[static_cast<std::size_t>(k)]);
    EXPECT_NEAR(given, expected, 1e-13) << row;
  }
}

TEST(OneHotCoding, KeepsTheSumsOfRowsWithFewerEntries) {
  for (const bool has_intercept : {true, false}) {
    const std::int32_t first = has_intercept ? 1 : 0;
    const OnesDesign design = grouped_design(90, first);
    const std::optional<OneHotCoding> coded = code_one_hot(design.start, design.parameters, first + 11, has_intercept);
    ASSERT_TRUE(coded.has_value());
    EXPECT_LT(2 * coded->terms.size(), design.parameters.size() + 30);
    expect_same_sums(design, *coded, first + 11, has_intercept);
  }
}

TEST(OneHotCoding, ChecksItsGroupsOnRowsThatItDidNotSample) {
  constexpr Index kRows = 5000;  // 4096 are sampled: row k * 5000 / 4096 for each k
  OnesDesign design;
  std::vector<bool> is_sampled(kRows, false);
  for (std::size_t k = 0; k < 4096; ++k) is_sampled[k * kRows / 4096] = true;
  for (std::size_t row = 0; row < kRows; ++row) {
    if (is_sampled[row]) design.add_row({static_cast<std::int32_t>(row % 5 == 0 ? 2 : 1)});
    else design.add_row({1, 2});
  }
  const std::optional<OneHotCoding> coded = code_one_hot(design.start, design.parameters, 3, true);
  ASSERT_TRUE(coded.has_value());  // column 1 alone is frequent
  expect_same_sums(design, *coded, 3, true);
}

TEST(OneHotCoding, LeavesRareColumnsAlone) {
  OnesDesign rare;
  for (std::int32_t row = 0; row < 40; ++row) {
    if (row % 3 == 0) rare.add_row({row % 10});
    else rare.add_row({});
  }
  EXPECT_FALSE(code_one_hot(rare.start, rare.parameters, 10, false).has_value());
  EXPECT_FALSE(code_one_hot({0, 0, 0}, {}, 2, false).has_value());
}

// score . z is the sum of gradient . terms, for any gradient: what add_to() does is the transpose of what load() does.
TEST(TermCoding, BringsGradientsBack) {
  const OnesDesign design = grouped_design(90, 1);
  const TermCoding coding = code_one_hot(design.start, design.parameters, 12, true)->coding;
  for (const Index draw_count : {8, 5, 11}) {
    Matrix draws(draw_count, 12), slopes(8, coding.term_count());
    fill_normals({.seed = 6, .purpose = Purpose::Check, .iteration = 1}, draws);
    fill_normals({.seed = 7, .purpose = Purpose::Check, .iteration = 1}, slopes);
    Matrix score = Matrix::Zero(draw_count, 12);
    Vector density = Vector::Zero(draw_count), expected = Vector::Zero(draw_count), terms;
    for (Index first = 0; first < draw_count; first += 8) {
      LaneBlock block(coding.term_count());
      coding.load(draws, first, block);
      for (Index term = 0; term < coding.term_count(); ++term)
        for (Index lane = 0; lane < 8; ++lane) {
          EXPECT_EQ(block.gradient()[16 * term + lane], 0);
          block.gradient()[16 * term + lane] = slopes(lane, term);
        }
      for (Index lane = 0; lane < 8; ++lane) block.log_likelihood()[lane] = static_cast<double>(lane);
      coding.add_to(first, block, density, score);
      for (Index draw = first; draw < std::min(first + 8, draw_count); ++draw) {
        coding.load(draws, draw, terms);
        expected(draw) = slopes.row(draw - first) * terms;
        EXPECT_EQ(density(draw), draw - first);
        for (Index term = 0; term < coding.term_count(); ++term)
          EXPECT_EQ(block.parameters()[16 * term + draw - first], terms(term));
      }
    }
    EXPECT_LT((score.cwiseProduct(draws).rowwise().sum() - expected).cwiseAbs().maxCoeff(), 1e-12);
  }
}

}  // namespace
}  // namespace g2t
