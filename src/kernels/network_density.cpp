// Log likelihood of a one-layer ReLU network with normal noise for one draw, eight rows at a time.
#include "kernels/network_density.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/network_density.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

using Doubles = hn::Vec<Tag>;
using Single = hn::CappedTag<double, 1>;

// Register tile: hidden units by vectors of rows.
inline constexpr std::size_t kTileUnits = kVectorWidth == 8 ? 4 : 2;
inline constexpr std::size_t kTileVectors = 6;

// Rows whose outputs are kept: a multiple of what a tile takes.
inline constexpr std::size_t kBlockRows = 384;

// Adds what kUnits hidden units, from `unit` on, contribute to the outputs of kVectors vectors of rows.
template <std::size_t kUnits, std::size_t kVectors>
HWY_INLINE void add_units(const NetworkRows& rows, const double* inputs, std::size_t unit, const double* parameters,
                          double* outputs) {
  const Tag t;
  const double* const bias = parameters + rows.input_count * rows.hidden_count + unit;
  const double* const output_weight = bias + rows.hidden_count;
  Doubles sums[kUnits][kVectors];
  HWY_UNROLL(8)
  for (std::size_t u = 0; u < kUnits; ++u) {
    HWY_UNROLL(8)
    for (std::size_t v = 0; v < kVectors; ++v) sums[u][v] = hn::Set(t, bias[u]);
  }
  for (std::size_t input = 0; input < rows.input_count; ++input) {
    const double* const from = inputs + input * rows.stride;
    const double* const weights = parameters + input * rows.hidden_count + unit;
    Doubles weight[kUnits];
    HWY_UNROLL(8)
    for (std::size_t u = 0; u < kUnits; ++u) weight[u] = hn::Set(t, weights[u]);
    HWY_UNROLL(8)
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Doubles x = hn::Load(t, from + v * kVectorWidth);
      HWY_UNROLL(8)
      for (std::size_t u = 0; u < kUnits; ++u) sums[u][v] = hn::MulAdd(x, weight[u], sums[u][v]);
    }
  }
  HWY_UNROLL(8)
  for (std::size_t v = 0; v < kVectors; ++v) {
    Doubles output = hn::Load(t, outputs + v * kVectorWidth);
    HWY_UNROLL(8)
    for (std::size_t u = 0; u < kUnits; ++u) {
      const Doubles activation = hn::IfThenZeroElse(hn::Lt(sums[u][v], hn::Zero(t)), sums[u][v]);  // keeps NaN
      output = hn::MulAdd(hn::Set(t, output_weight[u]), activation, output);
    }
    hn::Store(output, t, outputs + v * kVectorWidth);
  }
}

// The same for all rows of a block; the last vector may reach past them.
template <std::size_t kUnits>
HWY_INLINE void add_units_to_rows(const NetworkRows& rows, std::size_t first, std::size_t row_count, std::size_t unit,
                                  const double* parameters, double* outputs) {
  std::size_t row = 0;
  for (; row + kTileVectors * kVectorWidth <= row_count; row += kTileVectors * kVectorWidth)
    add_units<kUnits, kTileVectors>(rows, rows.inputs + first + row, unit, parameters, outputs + row);
  for (; row < row_count; row += kVectorWidth)
    add_units<kUnits, 1>(rows, rows.inputs + first + row, unit, parameters, outputs + row);
}

double one_network_density(const NetworkRows& rows, const double* parameters) {
  const Tag t;
  const Single single;
  const double output_bias = parameters[(rows.input_count + 2) * rows.hidden_count];
  const double log_noise = parameters[rows.log_noise];
  const auto precision = hn::Set(single, hn::GetLane(exp(broadcast(-2.0 * log_noise)).vectors[0]));
  alignas(64) double outputs[kBlockRows];
  auto squares = hn::Zero(single);
  for (std::size_t first = 0; first < rows.row_count; first += kBlockRows) {
    const std::size_t row_count = rows.row_count - first < kBlockRows ? rows.row_count - first : kBlockRows;
    for (std::size_t row = 0; row < row_count; row += kVectorWidth) hn::Store(hn::Set(t, output_bias), t, outputs + row);
    std::size_t unit = 0;
    for (; unit + kTileUnits <= rows.hidden_count; unit += kTileUnits)
      add_units_to_rows<kTileUnits>(rows, first, row_count, unit, parameters, outputs);
    for (; unit < rows.hidden_count; ++unit) add_units_to_rows<1>(rows, first, row_count, unit, parameters, outputs);
    for (std::size_t row = 0; row < row_count; ++row) {
      const auto residual = hn::Set(single, rows.response[first + row] - outputs[row]);
      squares = hn::MulAdd(residual, hn::Mul(precision, residual), squares);
    }
  }
  return -0.5 * hn::GetLane(squares) - static_cast<double>(rows.row_count) * log_noise;
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {
HWY_EXPORT(one_network_density);
double network_density(const NetworkRows& rows, const double* parameters) {
  return HWY_DYNAMIC_DISPATCH(one_network_density)(rows, parameters);
}
}  // namespace g2t::kernels
#endif
