// Blocks of parameters by their names: "w.1.2", "w[1,2]" and "w12" are entries of one block.
#pragma once

#include <g2t/core/types.hpp>

#include <string>
#include <vector>

namespace g2t {

/// Parameters whose names differ in numbers at the end alone.
struct NameBlock {
  std::vector<Index> parameters;            ///< in the model's order
  std::vector<std::vector<Index>> indices;  ///< [parameters.size()][axis_count], each counted from 0 along its axis
  std::vector<Index> lengths;               ///< [axis_count]: distinct numbers along each axis; none: a scalar

  /// Parameters with this index along an axis.
  [[nodiscard]] std::vector<Index> slice(Index axis, Index index) const;
};

/// In order of first appearance.
[[nodiscard]] std::vector<NameBlock> name_blocks(const std::vector<std::string>& names);

}  // namespace g2t
