// Which rows of a model make a part: one thread takes a part, and all rows of some parts are a sample of the data.
#pragma once

#include <cstdint>
#include <g2t/core/types.hpp>
#include <vector>

namespace g2t {

/// Rows come in windows of this many; the last one may be shorter.
inline constexpr Index kWindowRows = 32768;

/// The rows of a part: first, first + stride, ..., `count` of them.
struct RowPart {
  Index first = 0;
  Index stride = 1;
  Index count = 0;
};

/// Parts of the only window: consecutive rows, in as many parts as pay.
/// @param work     multiplications for a row
/// @param columns  numbers that each part has to hold beside its rows, such as parameters
std::vector<RowPart> split_only_window(Index rows, double work, Index columns);

/// How many parts each of several windows has: fewer than 32 if these had little to do.
Index stripe_count(double work, Index columns);
/// Part k has rows k, k + stripes, ... of a window, so that parts are alike where the file is sorted.
std::vector<RowPart> split_window(Index rows, Index stripes);

struct RowParts {
  std::vector<RowPart> parts;
  Index stripes = 0;  ///< of a window; 0: there is one window
};
/// The parts of all windows of rows that are there.
RowParts split_rows(Index rows, double work, Index columns);

/// Parts that together have this share of the rows, rising: as many of every window, each time others, or where they are
/// fewer than the windows, of windows spread over all.
std::vector<std::size_t> sampled_parts(std::size_t part_count, Index stripes, double share, std::uint64_t seed);

}  // namespace g2t
