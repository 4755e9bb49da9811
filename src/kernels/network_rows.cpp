// Log likelihood of a one-layer ReLU network with normal noise and its gradient for a block of eight draws.
#include "kernels/network_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/network_rows.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

using Doubles = hn::Vec<Tag>;

// Register tiles: hidden units by rows forward, hidden units by inputs backward. A tile is one vector deep, so that its sums,
// the units' weights and one number of the data fit the registers: 32 of AVX-512, 16 of AVX2.
inline constexpr std::size_t kTileUnits = kVectorWidth == 8 ? 4 : 2;
inline constexpr std::size_t kTileColumns = 6;

inline constexpr std::size_t kBlockRows = kNetworkBlockRows;

// What of the scratch a block of rows uses; all are [...][8].
struct Scratch {
  double* weights;      // [input_count][kTileUnits]
  double* derivatives;  // [kBlockRows][kTileUnits], by a unit's input, over its output weight
  double* outputs;      // [kBlockRows], then the derivatives by them
  double* activations;  // [hidden_count][kBlockRows]
};

// Rows that go forward and back together.
struct Block {
  const double* inputs;  // of the first one
  const double* response;
  std::size_t row_count;
};

// max(a, 0) that keeps NaN.
HWY_INLINE Doubles relu(Doubles a) { return hn::IfThenZeroElse(hn::Lt(a, hn::Zero(Tag())), a); }

// Activations of kUnits hidden units for kRows rows, added to the outputs.
template <std::size_t kUnits, std::size_t kRows>
HWY_INLINE void activate(const NetworkRows& rows, const double* inputs, const double* weights, const double* bias,
                         const double* output_weight, double* activations, double* outputs) {
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
      const Doubles activation = relu(sums[u][r]);
      hn::Store(activation, t, activations + (u * kBlockRows + r) * 8);
      output = hn::MulAdd(hn::Load(t, output_weight + u * 16), activation, output);
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
  double* const activations = scratch.activations + unit * kBlockRows * 8;
  for (std::size_t lane = 0; lane < 8; lane += kVectorWidth) {
    std::size_t row = 0;
    const auto next = [&](auto count) HWY_ATTR {
      activate<kUnits, decltype(count)::value>(rows, block.inputs + row, scratch.weights + lane,
                                                      bias + lane, output_weight + lane, activations + row * 8 + lane,
                                                      scratch.outputs + row * 8 + lane);
      row += count;
    };
    while (row + kTileColumns <= block.row_count) next(std::integral_constant<std::size_t, kTileColumns>());
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

// Gradient of the weights of kInputs inputs to kUnits hidden units, whose derivatives by the output weight are given.
template <std::size_t kUnits, std::size_t kInputs>
HWY_INLINE void add_weight_gradient(const NetworkRows& rows, const Block& block, std::size_t input, const double* derivatives,
                                    const double* output_weight, double* gradient) {
  const Tag t;
  Doubles sums[kUnits][kInputs];
  HWY_UNROLL(8)
  for (std::size_t u = 0; u < kUnits; ++u) {
    HWY_UNROLL(8)
    for (std::size_t j = 0; j < kInputs; ++j) sums[u][j] = hn::Zero(t);
  }
  const double* const inputs = block.inputs + input * rows.stride;
  for (std::size_t row = 0; row < block.row_count; ++row) {
    Doubles derivative[kUnits];
    HWY_UNROLL(8)
    for (std::size_t u = 0; u < kUnits; ++u) derivative[u] = hn::Load(t, derivatives + (row * kTileUnits + u) * 8);
    HWY_UNROLL(8)
    for (std::size_t j = 0; j < kInputs; ++j) {
      const Doubles x = hn::Set(t, inputs[j * rows.stride + row]);
      HWY_UNROLL(8)
      for (std::size_t u = 0; u < kUnits; ++u) sums[u][j] = hn::MulAdd(x, derivative[u], sums[u][j]);
    }
  }
  HWY_UNROLL(8)
  for (std::size_t j = 0; j < kInputs; ++j) {
    HWY_UNROLL(8)
    for (std::size_t u = 0; u < kUnits; ++u) {
      double* const to = gradient + (j * rows.hidden_count + u) * 16;
      hn::Store(hn::MulAdd(hn::Load(t, output_weight + u * 16), sums[u][j], hn::Load(t, to)), t, to);
    }
  }
}

// Derivatives of kUnits hidden units by their output weight, with the gradients of that weight and of the unit's bias.
template <std::size_t kUnits>
HWY_INLINE void differentiate_units(const NetworkRows& rows, const Block& block, const double* activations,
                                    const double* outputs, const double* output_weight, double* derivatives,
                                    double* bias_gradient) {
  const Tag t;
  Doubles weight_sums[kUnits], bias_sums[kUnits];
  HWY_UNROLL(8)
  for (std::size_t u = 0; u < kUnits; ++u) weight_sums[u] = bias_sums[u] = hn::Zero(t);
  for (std::size_t row = 0; row < block.row_count; ++row) {
    const Doubles scaled = hn::Load(t, outputs + row * 8);
    HWY_UNROLL(8)
    for (std::size_t u = 0; u < kUnits; ++u) {
      const Doubles activation = hn::Load(t, activations + (u * kBlockRows + row) * 8);
      const Doubles derivative = hn::IfThenElseZero(hn::Gt(activation, hn::Zero(t)), scaled);
      weight_sums[u] = hn::MulAdd(scaled, activation, weight_sums[u]);
      bias_sums[u] = hn::Add(bias_sums[u], derivative);
      hn::Store(derivative, t, derivatives + (row * kTileUnits + u) * 8);
    }
  }
  HWY_UNROLL(8)
  for (std::size_t u = 0; u < kUnits; ++u) {
    double* const bias_to = bias_gradient + u * 16;
    hn::Store(hn::MulAdd(hn::Load(t, output_weight + u * 16), bias_sums[u], hn::Load(t, bias_to)), t, bias_to);
    double* const weight_to = bias_to + rows.hidden_count * 16;
    hn::Store(hn::Add(hn::Load(t, weight_to), weight_sums[u]), t, weight_to);
  }
}

// The gradient by all parameters of kUnits hidden units, from `unit` on.
template <std::size_t kUnits>
HWY_INLINE void backward_units(const NetworkRows& rows, const Block& block, std::size_t unit, const double* parameters,
                               const Scratch& scratch, double* gradient) {
  const std::size_t bias_column = rows.input_count * rows.hidden_count + unit;
  for (std::size_t lane = 0; lane < 8; lane += kVectorWidth) {
    const double* const output_weight = parameters + (bias_column + rows.hidden_count) * 16 + lane;
    differentiate_units<kUnits>(rows, block, scratch.activations + unit * kBlockRows * 8 + lane, scratch.outputs + lane,
                                output_weight, scratch.derivatives + lane, gradient + bias_column * 16 + lane);
    std::size_t input = 0;
    const auto next = [&](auto count) HWY_ATTR {
      add_weight_gradient<kUnits, decltype(count)::value>(rows, block, input, scratch.derivatives + lane, output_weight,
                                                          gradient + (input * rows.hidden_count + unit) * 16 + lane);
      input += count;
    };
    while (input + kTileColumns <= rows.input_count) next(std::integral_constant<std::size_t, kTileColumns>());
    if (input + 5 <= rows.input_count) next(std::integral_constant<std::size_t, 5>());
    while (input + 2 <= rows.input_count) next(std::integral_constant<std::size_t, 2>());
    while (input < rows.input_count) next(std::integral_constant<std::size_t, 1>());
  }
}

void sum_network_rows(const NetworkRows& rows, const double* parameters, double* gradient, double* scratch_start,
                      double* log_likelihood) {
  double* const derivatives = scratch_start + rows.input_count * kTileUnits * 8;
  double* const outputs = derivatives + kBlockRows * kTileUnits * 8;
  const Scratch scratch{.weights = scratch_start,
                        .derivatives = derivatives,
                        .outputs = outputs,
                        .activations = outputs + kBlockRows * 8};

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
    for (; unit + kTileUnits <= rows.hidden_count; unit += kTileUnits)
      backward_units<kTileUnits>(rows, block, unit, parameters, scratch, gradient);
    for (; unit + 2 <= rows.hidden_count; unit += 2) backward_units<2>(rows, block, unit, parameters, scratch, gradient);
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
  constexpr std::size_t kMostUnits = 4;  // of a tile
  return 8 * (rows.input_count * kMostUnits + kNetworkBlockRows * (kMostUnits + 1 + rows.hidden_count));
}

HWY_EXPORT(sum_network_rows);
void network_rows(const NetworkRows& rows, const double* parameters, double* gradient, double* scratch,
                  double* log_likelihood) {
  HWY_DYNAMIC_DISPATCH(sum_network_rows)(rows, parameters, gradient, scratch, log_likelihood);
}

}  // namespace g2t::kernels
#endif
