// What is known of all rows together, whether one process has them or several have some each.
#pragma once

#include <program/models/row_group.h>

#include <g2t/io/labels.hpp>
#include <g2t/io/table.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace g2t::program {

// In all of these a null group means that the rows given are all there are; results do not depend on how rows are spread, but for
// the rounding of find_scale().

[[nodiscard]] Index total(Index value, RowGroup* group);

/// binary_labels(): flags of the rows given, and the count of all positive ones.
BinaryLabels labels_of(const SparseTable& table, const std::optional<std::string>& positive, RowGroup* group);
BinaryLabels labels_of(const Table& table, Index column, const std::optional<std::string>& positive, RowGroup* group);

/// Distinct texts: numeric ascending if all are numbers (which are compared by value), else by first appearance.
std::vector<std::string> levels_of(const std::vector<std::string>& texts, RowGroup* group = nullptr);

/// Mean and standard deviation (by 1/n); false, and a scale of 0, if all values are the same.
bool find_scale(Vector values, double& center, double& scale, RowGroup* group = nullptr);

/// @pre there is a row
struct ValueRange {
  double smallest = 0, largest = 0;
};
ValueRange range_of(const Vector& values, RowGroup* group);

/// A fingerprint that each process continues with its own rows, in their order.
std::uint64_t continued_fingerprint(std::uint64_t before, const std::function<std::uint64_t(std::uint64_t)>& with_own,
                                    RowGroup* group);

}  // namespace g2t::program
