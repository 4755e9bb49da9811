// Columns of ones of which a row has at most one, coded by how a row differs from the usual one.
#include "models/one_hot_coding.hpp"

#include <algorithm>
#include <numeric>

namespace g2t {
namespace {

constexpr std::size_t kSampledRows = 4096;
constexpr std::size_t kMostColumns = 8192;  // more are not worth the time of looking for groups
constexpr std::size_t kMostGroups = 256;    // that a column is tried with
constexpr double kLeastSaving = 0.1;

using Bits = std::vector<std::uint64_t>;

struct OneRows {
  const std::vector<Index>& start;
  const std::vector<std::int32_t>& columns;

  [[nodiscard]] std::size_t count() const { return start.size() - 1; }
  template <class Function>
  void for_each(std::size_t row, Function function) const {
    for (Index k = start[row]; k < start[row + 1]; ++k)
      function(static_cast<std::size_t>(columns[static_cast<std::size_t>(k)]));
  }
};

bool overlap(const Bits& a, const Bits& b) {
  for (std::size_t word = 0; word < a.size(); ++word)
    if ((a[word] & b[word]) != 0) return true;
  return false;
}

// The rows of each column, of those that are sampled.
std::vector<Bits> sampled_rows_of(const OneRows& rows, std::size_t column_count) {
  const std::size_t sampled = std::min(rows.count(), kSampledRows);
  std::vector<Bits> out(column_count, Bits((sampled + 63) / 64));
  for (std::size_t k = 0; k < sampled; ++k) {
    rows.for_each(k * rows.count() / sampled, [&](std::size_t column) { out[column][k / 64] |= std::uint64_t{1} << (k % 64); });
  }
  return out;
}

// A group for each column: the first of those begun by more frequent columns that it excludes, as far as the sample shows.
std::vector<std::size_t> guess_groups(const OneRows& rows, const std::vector<Index>& counts) {
  std::vector<Bits> sampled = sampled_rows_of(rows, counts.size());
  std::vector<std::size_t> order(counts.size()), group_of(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  std::vector<Bits> groups;
  for (const std::size_t column : order) {
    const std::size_t tried = std::min(groups.size(), kMostGroups);
    std::size_t group = 0;
    while (group < tried && overlap(groups[group], sampled[column])) ++group;
    if (group == tried) {
      group = groups.size();
      groups.push_back(std::move(sampled[column]));
    } else {
      for (std::size_t word = 0; word < groups[group].size(); ++word) groups[group][word] |= sampled[column][word];
    }
    group_of[column] = group;
  }
  return group_of;
}

// Columns of a group that some row has twice become groups of their own.
void dissolve_wrong_groups(const OneRows& rows, std::vector<std::size_t>& group_of) {
  std::size_t group_count = 1 + *std::max_element(group_of.begin(), group_of.end());
  std::vector<std::size_t> last_row(group_count, rows.count());
  std::vector<bool> is_wrong(group_count, false);
  for (std::size_t row = 0; row < rows.count(); ++row) {
    rows.for_each(row, [&](std::size_t column) {
      const std::size_t group = group_of[column];
      if (last_row[group] == row) is_wrong[group] = true;
      last_row[group] = row;
    });
  }
  for (std::size_t& group : group_of)
    if (group < is_wrong.size() && is_wrong[group]) group = group_count++;
}

// A group's most frequent column, how many rows have any of its columns, and what its other rows add.
struct ColumnGroup {
  Index reference = -1;
  Index row_count = 0;
  bool is_coded = false;
  std::int32_t none = 0;  // the term of rows that have no column of it
};

std::vector<ColumnGroup> judge_groups(const std::vector<std::size_t>& group_of, const std::vector<Index>& counts, Index row_count) {
  std::vector<ColumnGroup> groups(1 + *std::max_element(group_of.begin(), group_of.end()));
  for (std::size_t column = 0; column < counts.size(); ++column) {
    ColumnGroup& group = groups[group_of[column]];
    group.row_count += counts[column];
    if (group.reference < 0 || counts[column] > counts[static_cast<std::size_t>(group.reference)])
      group.reference = static_cast<Index>(column);
  }
  // Coded, its rows have an entry each but for those of the reference.
  for (ColumnGroup& group : groups)
    group.is_coded = group.reference >= 0 && row_count - counts[static_cast<std::size_t>(group.reference)] < group.row_count;
  return groups;
}

}  // namespace

std::optional<OneHotCoding> code_one_hot(const std::vector<Index>& start, const std::vector<std::int32_t>& parameters,
                                         Index parameter_count, bool has_intercept) {
  if (parameters.empty() || static_cast<std::size_t>(parameter_count) > kMostColumns) return {};
  const OneRows rows{start, parameters};
  const Index row_count = static_cast<Index>(rows.count());
  std::vector<Index> counts(static_cast<std::size_t>(parameter_count), 0);
  for (const std::int32_t parameter : parameters) ++counts[static_cast<std::size_t>(parameter)];
  std::vector<std::size_t> group_of = guess_groups(rows, counts);
  dissolve_wrong_groups(rows, group_of);
  std::vector<ColumnGroup> groups = judge_groups(group_of, counts, row_count);

  Index entries = static_cast<Index>(parameters.size());
  for (const ColumnGroup& group : groups)
    if (group.is_coded) entries += row_count - counts[static_cast<std::size_t>(group.reference)] - group.row_count;
  if (static_cast<double>(entries) > (1 - kLeastSaving) * static_cast<double>(parameters.size())) return {};

  OneHotCoding out;
  TermCoding& coding = out.coding;
  if (has_intercept) coding.offset.push_back(0);
  std::vector<std::size_t> coded;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    ColumnGroup& group = groups[k];
    if (!group.is_coded) continue;
    coded.push_back(k);
    coding.offset.push_back(group.reference);
    if (group.row_count == row_count) continue;
    coding.terms.push_back({.column = -1, .reference = group.reference});
    group.none = static_cast<std::int32_t>(coding.terms.size());
  }
  std::vector<std::int32_t> term_of(counts.size(), 0);
  for (std::size_t column = 0; column < counts.size(); ++column) {
    const ColumnGroup& group = groups[group_of[column]];
    if (counts[column] == 0 || (group.is_coded && group.reference == static_cast<Index>(column))) continue;
    coding.terms.push_back({.column = static_cast<Index>(column), .reference = group.is_coded ? group.reference : -1});
    term_of[column] = static_cast<std::int32_t>(coding.terms.size());
  }

  out.start.reserve(start.size());
  out.terms.reserve(static_cast<std::size_t>(entries));
  out.start.push_back(0);
  std::vector<std::size_t> last_row(groups.size(), rows.count());
  for (std::size_t row = 0; row < rows.count(); ++row) {
    rows.for_each(row, [&](std::size_t column) {
      last_row[group_of[column]] = row;
      if (term_of[column] > 0) out.terms.push_back(term_of[column]);
    });
    for (const std::size_t group : coded)
      if (last_row[group] != row) out.terms.push_back(groups[group].none);
    out.start.push_back(static_cast<Index>(out.terms.size()));
  }
  return out;
}

}  // namespace g2t
