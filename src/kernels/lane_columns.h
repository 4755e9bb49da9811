// Eight draws of a batch to and from the columns of a kernel.
#pragma once

#include <cstddef>

namespace g2t::kernels {

/// Takes eight draws of each column into a kernel's array [column][2][8], parameters first, with gradients of 0.
/// @param draws   [column_count][stride], the eight draws first
/// @param block   64-byte aligned
void load_lane_columns(const double* draws, std::size_t stride, std::size_t column_count, double* block);

/// Adds the gradients of such an array to those of eight draws, [column_count][stride].
void add_lane_gradients(const double* block, std::size_t stride, std::size_t column_count, double* score);

}  // namespace g2t::kernels
