// Which rows of a model make a part: one thread takes a part, and all rows of some parts are a sample of the data.
#pragma once

#include <g2t/core/types.hpp>
#include <vector>

namespace g2t {

/// Rows come in windows of this many, of which a window is split by itself. The last one may be shorter.
inline constexpr Index kWindowRows = 32768;
/// Parts of a window that is not the only one.
inline constexpr Index kStripes = 32;

/// The rows of a part: first, first + stride, ..., `count` of them.
struct RowPart {
  Index first = 0;
  Index stride = 1;
  Index count = 0;
};

/// How a window is split. One that holds all data has parts of consecutive rows, as many as pay. Of several each has a part
/// of every 32nd row, so that parts are alike where the file is sorted; fewer if its parts had little to do.
/// @param work     multiplications of a pass over the window
/// @param columns  numbers that each part has to hold beside its rows, such as parameters
std::vector<RowPart> split_window(Index rows, double work, Index columns, bool is_only);

/// The parts of all windows of rows that are there.
/// @param work  multiplications for a row
std::vector<RowPart> split_rows(Index rows, double work, Index columns);

}  // namespace g2t
