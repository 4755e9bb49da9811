// Log likelihood of a one-layer ReLU network with normal noise and its gradient for a block of eight draws.
#include "kernels/network_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/network_rows.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include <array>
#include <cstdint>
#include <utility>

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

using Doubles = hn::Vec<Tag>;

// Register tiles: hidden units by rows forward, hidden units by columns of the inputs backward. A tile is one vector deep, so
// that its sums, the units' weights and one number of the data fit the registers: 32 of AVX-512, 16 of AVX2.
inline constexpr std::size_t kTileUnits = kVectorWidth == 8 ? 4 : 2;
inline constexpr std::size_t kTileRows = 6;
inline constexpr std::size_t kBackwardUnits = 2;
inline constexpr std::size_t kTileColumns = kVectorWidth == 8 ? 12 : 6;

inline constexpr std::size_t kBlockRows = kNetworkBlockRows;

// What of the scratch a block of rows uses.
struct Scratch {
  double* weights;         // [input_count][kTileUnits][8]
  double* outputs;         // [kBlockRows][8], then the derivatives by them
  std::uint8_t* inactive;  // [hidden_count][8 / kVectorWidth][kBlockRows], a bit a draw: whether the unit's input is at most 0
};

// Where a unit's bits of the draws from `lane` on begin.
HWY_INLINE std::uint8_t* bits_of(const Scratch& scratch, std::size_t unit, std::size_t lane) {
  return scratch.inactive + (unit * (8 / kVectorWidth) + lane / kVectorWidth) * kBlockRows;
}
inline constexpr std::size_t kBitStride = 8 / kVectorWidth * kBlockRows;  // from a unit to the next

// Rows that go forward and back together.
struct Block {
  const double* inputs;  // of the first one
  const double* response;
  std::size_t row_count;
};

// Which of kUnits hidden units are inactive at kRows rows; the others' activations are added to the outputs.
template <std::size_t kUnits, std::size_t kRows>
HWY_INLINE void activate(const NetworkRows& rows, const double* inputs, const double* weights, const double* bias,
                         const double* output_weight, std::uint8_t* inactive, double* outputs) {
  const Tag t;
  Doubles sums[kUnits][kRows];
  HWY_UNROLL(8)
  for (std::size_t u = 0; u < kUnits; ++u) {
    HWY_UNROLL(8)
    for (std::size_t r = 0; r < kRows; ++r) sums[u][r] = hn::Load(t, bias + u * 16);
  }
  for (std::size_t input = 0; input < rows.input_count; ++input) {
    Doubles weight[kUnits];
    HWY_UNROLL(8)
    for (std::size_t u = 0; u < kUnits; ++u) weight[u] = hn::Load(t, weights + (input * kTileUnits + u) * 8);
    HWY_UNROLL(8)
    for (std::size_t r = 0; r < kRows; ++r) {
      const Doubles x = hn::Set(t, inputs[input * rows.stride + r]);
      HWY_UNROLL(8)
      for (std::size_t u = 0; u < kUnits; ++u) sums[u][r] = hn::MulAdd(x, weight[u], sums[u][r]);
    }
  }
  HWY_UNROLL(8)
  for (std::size_t r = 0; r < kRows; ++r) {
    Doubles output = hn::Load(t, outputs + r * 8);
    HWY_UNROLL(8)
    for (std::size_t u = 0; u < kUnits; ++u) {
      const auto is_inactive = hn::Le(sums[u][r], hn::Zero(t));
      hn::StoreMaskBits(t, is_inactive, inactive + u * kBitStride + r);
      output = hn::MulAdd(hn::Load(t, output_weight + u * 16), hn::IfThenZeroElse(is_inactive, sums[u][r]), output);
    }
    hn::Store(output, t, outputs + r * 8);
  }
}

// All rows of a block through kUnits hidden units, from `unit` on.
template <std::size_t kUnits>
HWY_INLINE void forward_units(const NetworkRows& rows, const Block& block, std::size_t unit, const double* parameters,
                              const Scratch& scratch) {
  // Copied together, since a stride of many parameters would defeat the cache.
  for (std::size_t input = 0; input < rows.input_count; ++input) {
    for (std::size_t u = 0; u < kUnits; ++u) {
      store(load(parameters + (input * rows.hidden_count + unit + u) * 16), scratch.weights + (input * kTileUnits + u) * 8);
    }
  }
  const double* const bias = parameters + (rows.input_count * rows.hidden_count + unit) * 16;
  const double* const output_weight = bias + rows.hidden_count * 16;
  for (std::size_t lane = 0; lane < 8; lane += kVectorWidth) {
    std::size_t row = 0;
    const auto next = [&](auto count) HWY_ATTR {
      activate<kUnits, decltype(count)::value>(rows, block.inputs + row, scratch.weights + lane, bias + lane,
                                               output_weight + lane, bits_of(scratch, unit, lane) + row,
                                               scratch.outputs + row * 8 + lane);
      row += count;
    };
    while (row + kTileRows <= block.row_count) next(std::integral_constant<std::size_t, kTileRows>());
    while (row + 2 <= block.row_count) next(std::integral_constant<std::size_t, 2>());
    while (row < block.row_count) next(std::integral_constant<std::size_t, 1>());
  }
}

HWY_INLINE void forward(const NetworkRows& rows, const Block& block, const double* parameters, const Scratch& scratch) {
  const Lanes output_bias = load(parameters + (rows.input_count + 2) * rows.hidden_count * 16);
  for (std::size_t row = 0; row < block.row_count; ++row) store(output_bias, scratch.outputs + row * 8);
  std::size_t unit = 0;
  for (; unit + kTileUnits <= rows.hidden_count; unit += kTileUnits)
    forward_units<kTileUnits>(rows, block, unit, parameters, scratch);
  for (; unit + 2 <= rows.hidden_count; unit += 2) forward_units<2>(rows, block, unit, parameters, scratch);
  for (; unit < rows.hidden_count; ++unit) forward_units<1>(rows, block, unit, parameters, scratch);
}

// Adds the gradients of kUnits hidden units, from `unit` on, by their weights of kColumns inputs, from `column` on, and what
// these columns add to the gradients by the units' output weights. With D_hrj = d output_r / d W_hj / w_h, which is x_rj where unit h is
// active: the gradient by W_hj is w_h sum_r D_hrj s_r for derivatives s_r by the outputs, and that by w_h is
// sum_j W_hj sum_r D_hrj s_r. The last column is 1, and its weight the unit's bias.
template <std::size_t kUnits, std::size_t kColumns>
void add_weight_gradient(const NetworkRows& rows, const Block& block, std::size_t column, const std::uint8_t* inactive,
                         const double* output_derivatives, const double* parameters, double* gradient) {
  const Tag t;
  Doubles sums[kUnits][kColumns];
  HWY_UNROLL(12)
  for (std::size_t j = 0; j < kColumns; ++j) {
    HWY_UNROLL(2)
    for (std::size_t u = 0; u < kUnits; ++u) sums[u][j] = hn::Zero(t);
  }
  const double* const inputs = block.inputs + column * rows.stride;
  for (std::size_t row = 0; row < block.row_count; ++row) {
    const Doubles by_output = hn::Load(t, output_derivatives + row * 8);
    Doubles derivative[kUnits];
    HWY_UNROLL(2)
    for (std::size_t u = 0; u < kUnits; ++u)
      derivative[u] = hn::IfThenZeroElse(hn::LoadMaskBits(t, inactive + u * kBitStride + row), by_output);
    HWY_UNROLL(12)
    for (std::size_t j = 0; j < kColumns; ++j) {
      const Doubles x = hn::Set(t, inputs[j * rows.stride + row]);
      HWY_UNROLL(2)
      for (std::size_t u = 0; u < kUnits; ++u) sums[u][j] = hn::MulAdd(x, derivative[u], sums[u][j]);
    }
  }
  const std::size_t to_output_weight = (rows.input_count + 1 - column) * rows.hidden_count * 16;
  HWY_UNROLL(2)
  for (std::size_t u = 0; u < kUnits; ++u) {
    const Doubles output_weight = hn::Load(t, parameters + to_output_weight + u * 16);
    Doubles by_output_weight = hn::Load(t, gradient + to_output_weight + u * 16);
    HWY_UNROLL(12)
    for (std::size_t j = 0; j < kColumns; ++j) {
      const std::size_t at = (j * rows.hidden_count + u) * 16;
      by_output_weight = hn::MulAdd(hn::Load(t, parameters + at), sums[u][j], by_output_weight);
      hn::Store(hn::MulAdd(output_weight, sums[u][j], hn::Load(t, gradient + at)), t, gradient + at);
    }
    hn::Store(by_output_weight, t, gradient + to_output_weight + u * 16);
  }
}

// add_weight_gradient() by its number of columns less one.
template <std::size_t kUnits, std::size_t... kLess>
HWY_INLINE auto weight_gradients(std::index_sequence<kLess...>) {
  return std::array{&add_weight_gradient<kUnits, kLess + 1>...};
}

// The gradient by all parameters of kUnits hidden units, from `unit` on: columns in tiles of about the same number.
template <std::size_t kUnits>
HWY_INLINE void backward_units(const NetworkRows& rows, const Block& block, std::size_t unit, const double* parameters,
                               const Scratch& scratch, double* gradient) {
  const auto add = weight_gradients<kUnits>(std::make_index_sequence<kTileColumns>());
  const std::size_t column_count = rows.input_count + 1;
  std::size_t column = 0;
  for (std::size_t tiles = (column_count + kTileColumns - 1) / kTileColumns; tiles > 0; --tiles) {
    const std::size_t count = (column_count - column) / tiles;
    for (std::size_t lane = 0; lane < 8; lane += kVectorWidth) {
      const std::size_t first = (column * rows.hidden_count + unit) * 16 + lane;
      add[count - 1](rows, block, column, bits_of(scratch, unit, lane), scratch.outputs + lane, parameters + first,
                     gradient + first);
    }
    column += count;
  }
}

void sum_network_rows(const NetworkRows& rows, const double* parameters, double* gradient, double* scratch_start,
                      double* log_likelihood) {
  double* const outputs = scratch_start + rows.input_count * kTileUnits * 8;
  const Scratch scratch{.weights = scratch_start,
                        .outputs = outputs,
                        .inactive = reinterpret_cast<std::uint8_t*>(outputs + kBlockRows * 8)};

  const Lanes log_noise = load(parameters + rows.log_noise * 16);
  const Lanes precision = exp(broadcast(-2.0) * log_noise);
  Lanes squares = broadcast(0.0);
  Lanes output_bias_gradient = broadcast(0.0);
  for (std::size_t first = 0; first < rows.row_count; first += kBlockRows) {
    const Block block{.inputs = rows.inputs + first,
                      .response = rows.response + first,
                      .row_count = rows.row_count - first < kBlockRows ? rows.row_count - first : kBlockRows};
    forward(rows, block, parameters, scratch);
    for (std::size_t row = 0; row < block.row_count; ++row) {
      const Lanes residual = broadcast(block.response[row]) - load(scratch.outputs + row * 8);
      const Lanes scaled = precision * residual;
      squares = multiply_add(residual, scaled, squares);
      output_bias_gradient = output_bias_gradient + scaled;
      store(scaled, scratch.outputs + row * 8);
    }
    std::size_t unit = 0;
    for (; unit + kBackwardUnits <= rows.hidden_count; unit += kBackwardUnits)
      backward_units<kBackwardUnits>(rows, block, unit, parameters, scratch, gradient);
    for (; unit < rows.hidden_count; ++unit) backward_units<1>(rows, block, unit, parameters, scratch, gradient);
  }
  const Lanes row_count = broadcast(static_cast<double>(rows.row_count));
  store(broadcast(-0.5) * squares - row_count * log_noise, log_likelihood);
  double* const noise_gradient = gradient + rows.log_noise * 16;
  store(load(noise_gradient) + (squares - row_count), noise_gradient);
  double* const bias_gradient = gradient + (rows.input_count + 2) * rows.hidden_count * 16;
  store(load(bias_gradient) + output_bias_gradient, bias_gradient);
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {

std::size_t network_scratch_size(const NetworkRows& rows) {
  constexpr std::size_t kMostUnits = 4;    // of a tile
  constexpr std::size_t kMostVectors = 8;  // of eight draws, without SIMD
  const std::size_t bytes = rows.hidden_count * kMostVectors * kNetworkBlockRows + 8;  // the last bits are read by words
  return 8 * (rows.input_count * kMostUnits + kNetworkBlockRows) + bytes / sizeof(double) + 1;
}

HWY_EXPORT(sum_network_rows);
void network_rows(const NetworkRows& rows, const double* parameters, double* gradient, double* scratch,
                  double* log_likelihood) {
  HWY_DYNAMIC_DISPATCH(sum_network_rows)(rows, parameters, gradient, scratch, log_likelihood);
}

}  // namespace g2t::kernels
#endif
