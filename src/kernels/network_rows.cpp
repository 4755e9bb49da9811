// Log likelihood of a one-layer ReLU network with normal noise and its gradient for a block of eight draws.
#include "kernels/network_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/network_rows.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

// Rows or inputs whose sums are kept in registers at once.
inline constexpr std::size_t kTile = 4;

// Activations of one hidden unit for kRows rows, added to the outputs.
// weights: [input_count][8], copied together since a stride of many parameters would defeat the cache.
template <std::size_t kRows>
HWY_INLINE void activate(const NetworkRows& rows, std::size_t row, const double* weights, const Lanes& bias,
                         const Lanes& output_weight, double* activations, double* outputs) {
  Lanes sums[kRows];
  for (std::size_t r = 0; r < kRows; ++r) sums[r] = bias;
  const double* const inputs = rows.inputs + row * rows.input_count;
  for (std::size_t input = 0; input < rows.input_count; ++input) {
    const Lanes weight = load(weights + input * 8);
    for (std::size_t r = 0; r < kRows; ++r) {
      sums[r] = multiply_add(broadcast(inputs[r * rows.input_count + input]), weight, sums[r]);
    }
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    const Lanes activation = positive_part(sums[r]);
    store(activation, activations + (row + r) * 8);
    double* const output = outputs + (row + r) * 8;
    store(multiply_add(output_weight, activation, load(output)), output);
  }
}

// Gradient of the weights of kInputs inputs to one hidden unit, whose own derivatives are [row_count][8].
template <std::size_t kInputs>
HWY_INLINE void add_weight_gradient(const NetworkRows& rows, std::size_t input, const double* derivatives,
                                    std::size_t hidden, double* gradient) {
  Lanes sums[kInputs];
  for (std::size_t j = 0; j < kInputs; ++j) sums[j] = broadcast(0.0);
  for (std::size_t row = 0; row < rows.row_count; ++row) {
    const Lanes derivative = load(derivatives + row * 8);
    const double* const inputs = rows.inputs + row * rows.input_count + input;
    for (std::size_t j = 0; j < kInputs; ++j) sums[j] = multiply_add(broadcast(inputs[j]), derivative, sums[j]);
  }
  for (std::size_t j = 0; j < kInputs; ++j) {
    double* const to = gradient + ((input + j) * rows.hidden_count + hidden) * 16;
    store(load(to) + sums[j], to);
  }
}

void sum_network_rows(const NetworkRows& rows, const double* parameters, double* gradient, double* scratch,
                      double* log_likelihood) {
  double* const weights = scratch;                               // [input_count][8]
  double* const outputs = weights + rows.input_count * 8;        // [row_count][8], then their derivatives
  double* const derivatives = outputs + rows.row_count * 8;      // [row_count][8], of one hidden unit
  double* const activations = derivatives + rows.row_count * 8;  // [hidden_count][row_count][8]
  const std::size_t bias_column = rows.input_count * rows.hidden_count;
  const std::size_t output_column = bias_column + rows.hidden_count;
  const std::size_t output_bias_column = output_column + rows.hidden_count;

  const Lanes output_bias = load(parameters + output_bias_column * 16);
  for (std::size_t row = 0; row < rows.row_count; ++row) store(output_bias, outputs + row * 8);
  for (std::size_t hidden = 0; hidden < rows.hidden_count; ++hidden) {
    for (std::size_t input = 0; input < rows.input_count; ++input) {
      store(load(parameters + (input * rows.hidden_count + hidden) * 16), weights + input * 8);
    }
    const Lanes bias = load(parameters + (bias_column + hidden) * 16);
    const Lanes output_weight = load(parameters + (output_column + hidden) * 16);
    double* const unit = activations + hidden * rows.row_count * 8;
    std::size_t row = 0;
    for (; row + kTile <= rows.row_count; row += kTile) {
      activate<kTile>(rows, row, weights, bias, output_weight, unit, outputs);
    }
    for (; row < rows.row_count; ++row) activate<1>(rows, row, weights, bias, output_weight, unit, outputs);
  }

  const Lanes log_noise = load(parameters + rows.log_noise * 16);
  const Lanes precision = exp(broadcast(-2.0) * log_noise);
  Lanes squares = broadcast(0.0);
  Lanes output_bias_gradient = broadcast(0.0);
  for (std::size_t row = 0; row < rows.row_count; ++row) {
    const Lanes residual = broadcast(rows.response[row]) - load(outputs + row * 8);
    const Lanes scaled = precision * residual;
    squares = multiply_add(residual, scaled, squares);
    output_bias_gradient = output_bias_gradient + scaled;
    store(scaled, outputs + row * 8);
  }
  const Lanes row_count = broadcast(static_cast<double>(rows.row_count));
  store(broadcast(-0.5) * squares - row_count * log_noise, log_likelihood);
  double* const noise_gradient = gradient + rows.log_noise * 16;
  store(load(noise_gradient) + (squares - row_count), noise_gradient);
  double* const bias_gradient = gradient + output_bias_column * 16;
  store(load(bias_gradient) + output_bias_gradient, bias_gradient);

  for (std::size_t hidden = 0; hidden < rows.hidden_count; ++hidden) {
    const double* const unit = activations + hidden * rows.row_count * 8;
    const Lanes output_weight = load(parameters + (output_column + hidden) * 16);
    Lanes output_weight_gradient = broadcast(0.0);
    Lanes hidden_bias_gradient = broadcast(0.0);
    for (std::size_t row = 0; row < rows.row_count; ++row) {
      const Lanes activation = load(unit + row * 8);
      const Lanes scaled = load(outputs + row * 8);
      const Lanes derivative = if_positive(activation, scaled * output_weight);
      output_weight_gradient = multiply_add(scaled, activation, output_weight_gradient);
      hidden_bias_gradient = hidden_bias_gradient + derivative;
      store(derivative, derivatives + row * 8);
    }
    double* const weight_to = gradient + (output_column + hidden) * 16;
    store(load(weight_to) + output_weight_gradient, weight_to);
    double* const bias_to = gradient + (bias_column + hidden) * 16;
    store(load(bias_to) + hidden_bias_gradient, bias_to);
    std::size_t input = 0;
    for (; input + kTile <= rows.input_count; input += kTile) {
      add_weight_gradient<kTile>(rows, input, derivatives, hidden, gradient);
    }
    for (; input < rows.input_count; ++input) add_weight_gradient<1>(rows, input, derivatives, hidden, gradient);
  }
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {

std::size_t network_scratch_size(const NetworkRows& rows) {
  return 8 * (rows.input_count + rows.row_count * (rows.hidden_count + 2));
}

HWY_EXPORT(sum_network_rows);
void network_rows(const NetworkRows& rows, const double* parameters, double* gradient, double* scratch,
                  double* log_likelihood) {
  HWY_DYNAMIC_DISPATCH(sum_network_rows)(rows, parameters, gradient, scratch, log_likelihood);
}

}  // namespace g2t::kernels
#endif
