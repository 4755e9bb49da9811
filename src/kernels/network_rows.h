// Log likelihood of a one-layer ReLU network with normal noise and its gradient for a block of eight draws.
#pragma once

#include <cstddef>

namespace g2t::kernels {

/// response ~ N(output, exp(2 l)), output = sum_h w_h relu(x.W_h + b_h) + b.
///
/// Parameters in order: W [input_count][hidden_count], b_h [hidden_count], w_h [hidden_count], b, and l at the index
/// log_noise.
struct NetworkRows {
  std::size_t row_count = 0;
  std::size_t input_count = 0;
  std::size_t hidden_count = 0;
  std::size_t log_noise = 0;
  std::size_t stride = 0;            ///< from an input to the next, at least row_count, a multiple of 8
  const double* inputs = nullptr;    ///< [input_count + 1][stride], 64-byte aligned, zero past the rows; the last is all 1
  const double* response = nullptr;  ///< [row_count]
};

/// Rows that are taken at once: whole tiles of six, whose inputs and outputs stay in the cache next to the processor.
inline constexpr std::size_t kNetworkBlockRows = 102;

/// Doubles of scratch that network_rows() needs.
std::size_t network_scratch_size(const NetworkRows& rows);

/// Sum over rows of log N(response; output, exp(2 l)) without the -1/2 log 2 pi; log_likelihood [8] is overwritten.
///
/// Parameters and gradient lie in one array [column][2][8], parameters first (gradient = parameters + 8).
/// @param[in,out] gradient  the likelihood's gradient is added to it
/// @param scratch           [network_scratch_size(rows)]
/// @pre all four are 64-byte aligned
void network_rows(const NetworkRows& rows, const double* parameters, double* gradient, double* scratch,
                  double* log_likelihood);

}  // namespace g2t::kernels
