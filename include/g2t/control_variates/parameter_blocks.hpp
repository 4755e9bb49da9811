// Blocks of parameters, by their names.
#pragma once

#include <g2t/core/score.hpp>

#include <string>
#include <vector>

namespace g2t {

/// A run of parameters with a name.
struct ParameterBlock {
  std::string name;  ///< without dots and commas
  ParameterRange range;
};

/// At most this many blocks: the smallest neighbours are merged until there are no more.
inline constexpr Index kMaxParameterBlocks = 6;

/// Neighbours whose names agree up to their first dot (theta.1, theta.2), and neighbours that have no dot in their names.
/// A block is named after that beginning, or its first parameter. In order, covering all.
std::vector<ParameterBlock> parameter_blocks(const std::vector<std::string>& parameter_names);

}  // namespace g2t
