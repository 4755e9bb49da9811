// The likelihood of a one-layer ReLU network: density, score and second derivatives.
#include "models/network_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/network_density.h"

namespace g2t {
namespace {

const double kLogNormaliser = 0.5 * std::log(2 * std::numbers::pi);

// Rows of whole blocks of lanes.
Index padded(Index rows) { return (rows + kLaneCount - 1) / kLaneCount * kLaneCount; }

}  // namespace

NetworkLikelihood::NetworkLikelihood(const NetworkData& data, const NetworkLayout& layout)
    : layout_(layout),
      buffer_(static_cast<std::size_t>((layout.inputs + 1) * padded(data.inputs.rows()))),
      inputs_(buffer_.data(), layout.inputs, data.inputs.rows(), Eigen::OuterStride<>(padded(data.inputs.rows()))),
      response_(data.response) {
  std::fill_n(buffer_.data(), layout.inputs * inputs_.outerStride(), 0.0);
  std::fill_n(buffer_.data() + layout.inputs * inputs_.outerStride(), inputs_.outerStride(), 1.0);
  inputs_ = data.inputs.transpose();
}

Index NetworkLikelihood::lane_width() const { return kLaneCount; }

kernels::NetworkRows NetworkLikelihood::kernel_rows() const {
  return {.row_count = static_cast<std::size_t>(response_.size()),
          .input_count = static_cast<std::size_t>(layout_.inputs),
          .hidden_count = static_cast<std::size_t>(layout_.hidden),
          .log_noise = static_cast<std::size_t>(layout_.log_noise()),
          .stride = static_cast<std::size_t>(inputs_.outerStride()),
          .inputs = inputs_.data(),
          .response = response_.data()};
}

void NetworkLikelihood::add(const Matrix& draws, Vector& log_density, Matrix& score) const {
  const kernels::NetworkRows rows = kernel_rows();
  LaneBlock block(dimension());
  const AlignedBuffer scratch(kernels::network_scratch_size(rows));
  for (Index first = 0; first < draws.rows(); first += kLaneCount) {
    block.load(draws, first);
    kernels::network_rows(rows, block.parameters(), block.gradient(), scratch.data(), block.log_likelihood());
    block.add_to(first, log_density, score);
  }
  log_density.array() -= kLogNormaliser * static_cast<double>(response_.size());
}

void NetworkLikelihood::add_density(const Matrix& draws, Vector& log_density) const {
  const kernels::NetworkRows rows = kernel_rows();
  Vector parameters(dimension());
  for (Index draw = 0; draw < draws.rows(); ++draw) {
    parameters = draws.row(draw);
    log_density(draw) += kernels::network_density(rows, parameters.data());
  }
  log_density.array() -= kLogNormaliser * static_cast<double>(response_.size());
}

NetworkLikelihood::Pass NetworkLikelihood::forward(const Vector& point) const {
  Pass pass;
  pass.activation.noalias() = layout_.weights(point) * inputs_;
  pass.activation.colwise() += point.segment(layout_.hidden_bias(), layout_.hidden);
  pass.is_active = (pass.activation.array() > 0).cast<double>();
  pass.activation = pass.activation.cwiseProduct(pass.is_active);
  pass.residual = response_;
  pass.residual.noalias() -= pass.activation.transpose() * point.segment(layout_.output_weight(), layout_.hidden);
  pass.residual.array() -= point(layout_.output_bias());
  pass.precision = std::exp(-2 * point(layout_.log_noise()));
  return pass;
}

void NetworkLikelihood::add_hessian(const Vector& point, Matrix& out) const {
  Matrix columns(dimension(), dimension());
  columns.setZero();
  add_hessian_times(point, Matrix::Identity(dimension(), dimension()), columns);
  out += 0.5 * (columns + columns.transpose());
}

// The output is linear in each single parameter, so that the diagonal is -precision * sum (d output)^2.
void NetworkLikelihood::add_hessian_diagonal(const Vector& point, Vector& out) const {
  const Pass pass = forward(point);
  const Index hidden = layout_.hidden;
  const Vector squared_weight = point.segment(layout_.output_weight(), hidden).cwiseAbs2();
  const Matrix weight_part = pass.is_active * inputs_.cwiseAbs2().transpose();
  Eigen::Map<Matrix> weights(out.data(), hidden, layout_.inputs);
  weights.noalias() -= pass.precision * squared_weight.asDiagonal() * weight_part;
  out.segment(layout_.hidden_bias(), hidden) -=
      pass.precision * squared_weight.cwiseProduct(pass.is_active.rowwise().sum());
  out.segment(layout_.output_weight(), hidden) -= pass.precision * pass.activation.rowwise().squaredNorm();
  out(layout_.output_bias()) -= pass.precision * static_cast<double>(response_.size());
  out(layout_.log_noise()) -= 2 * pass.precision * pass.residual.squaredNorm();
}

// Forward over reverse: the change of every quantity of the gradient along a vector.
// With c = precision * residual: d log likelihood / d output = c, and dc = -2 dl c - precision * d output.
void NetworkLikelihood::add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const {
  const Pass pass = forward(point);
  const Index hidden = layout_.hidden;
  const Vector output_weight = point.segment(layout_.output_weight(), hidden);
  const Vector slope = pass.precision * pass.residual;
  Vector direction(dimension());
  Vector product(dimension());
  Matrix activation_change(hidden, inputs_.cols());
  Vector output_change(inputs_.cols());
  Vector slope_change(inputs_.cols());
  for (Index k = 0; k < vectors.rows(); ++k) {
    direction = vectors.row(k).transpose();
    const Vector weight_change = direction.segment(layout_.output_weight(), hidden);
    const double noise_change = direction(layout_.log_noise());
    activation_change.noalias() = layout_.weights(direction) * inputs_;
    activation_change.colwise() += direction.segment(layout_.hidden_bias(), hidden);
    activation_change.array() *= pass.is_active.array();
    output_change.noalias() = pass.activation.transpose() * weight_change;
    output_change.noalias() += activation_change.transpose() * output_weight;
    output_change.array() += direction(layout_.output_bias());
    slope_change = -2 * noise_change * slope - pass.precision * output_change;

    product.setZero();
    product.segment(layout_.output_weight(), hidden).noalias() = pass.activation * slope_change;
    product.segment(layout_.output_weight(), hidden).noalias() += activation_change * slope;
    product(layout_.output_bias()) = slope_change.sum();
    product(layout_.log_noise()) = -2 * noise_change * slope.dot(pass.residual) - 2 * slope.dot(output_change);
    // The change of the derivative with respect to the pre-activations, [hidden x rows].
    activation_change.noalias() = output_weight * slope_change.transpose();
    activation_change.noalias() += weight_change * slope.transpose();
    activation_change.array() *= pass.is_active.array();
    product.segment(layout_.hidden_bias(), hidden) = activation_change.rowwise().sum();
    Eigen::Map<Matrix> weights(product.data(), hidden, layout_.inputs);
    weights.noalias() = activation_change * inputs_.transpose();
    products.row(k) += product.transpose();
  }
}

}  // namespace g2t
