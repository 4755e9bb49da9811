// The likelihood of a one-layer ReLU network: its expectation under a diagonal Gaussian, by moments of the ReLU.
#include <cmath>
#include <numbers>

#include "models/network_likelihood.hpp"

namespace g2t {
namespace {

const double kNormalPeak = 1 / std::sqrt(2 * std::numbers::pi);

// E relu(x) and E relu(x)^2 for x ~ N(mean, variance), and their derivatives.
// By mean: probability, 2 first; by variance: half_density, probability.
struct ReluMoments {
  double first = 0;
  double second = 0;
  double probability = 0;   // P(x > 0)
  double half_density = 0;  // half the density of x at 0
};

ReluMoments relu_moments(double mean, double variance) {
  const double deviation = std::sqrt(variance);
  const double ratio = mean / deviation;
  const double density = kNormalPeak * std::exp(-0.5 * ratio * ratio);
  ReluMoments moments;
  moments.probability = 0.5 * std::erfc(-ratio * (std::numbers::sqrt2 / 2));
  moments.first = mean * moments.probability + deviation * density;
  moments.second = (mean * mean + variance) * moments.probability + mean * deviation * density;
  moments.half_density = 0.5 * density / deviation;
  return moments;
}

}  // namespace

// Under a diagonal q the hidden units are independent, and each output weight of its unit. With A and B the first
// two moments of the activations and R = sum over rows of E (response - output)^2,
//   E output = m_b + sum m_w A,  Var output = s_b^2 + sum (m_w^2 + s_w^2) B - m_w^2 A^2,
//   E log likelihood = -n m_l - n/2 log 2 pi - 1/2 nu R,  nu = E exp(-2 l) = exp(-2 m_l + 2 s_l^2).
// The diagonal of E Hessian is twice the derivative by the variance of the coordinate.
// Source: docs/theory/elbos.md, "Exact ELBOs".
void NetworkLikelihood::add_expectation(const Gaussian& q, ExpectedLogDensity& out) const {
  const Index hidden = layout_.hidden;
  const Index row_count = inputs_.cols();
  const Vector variance = q.scale.cwiseAbs2();
  const Vector weight_mean = q.mean.segment(layout_.output_weight(), hidden);
  const Vector weight_variance = variance.segment(layout_.output_weight(), hidden);
  const Vector weight_second = weight_mean.cwiseAbs2() + weight_variance;
  Matrix unit_mean = layout_.weights(q.mean) * inputs_;
  unit_mean.colwise() += q.mean.segment(layout_.hidden_bias(), hidden);
  Matrix unit_variance = layout_.weights(variance) * inputs_.cwiseAbs2();
  unit_variance.colwise() += variance.segment(layout_.hidden_bias(), hidden);

  const double log_noise_variance = variance(layout_.log_noise());
  const double precision = std::exp(-2 * q.mean(layout_.log_noise()) + 2 * log_noise_variance);
  const double output_bias_variance = variance(layout_.output_bias());

  // Derivatives of R: by the mean and the variance of each unit, replaced in place, and by the output weights.
  double squares = 0;
  double residual_sum = 0;
  Vector weight_gradient = Vector::Zero(hidden);
  Vector weight_curvature = Vector::Zero(hidden);
  std::vector<ReluMoments> moments(static_cast<std::size_t>(hidden));
  for (Index row = 0; row < row_count; ++row) {
    double output = q.mean(layout_.output_bias());
    double output_variance = output_bias_variance;
    for (Index h = 0; h < hidden; ++h) {
      const ReluMoments unit = relu_moments(unit_mean(h, row), unit_variance(h, row));
      const double product = weight_mean(h) * unit.first;
      output += product;
      output_variance += weight_second(h) * unit.second - product * product;
      moments[static_cast<std::size_t>(h)] = unit;
    }
    const double residual = response_(row) - output;
    squares += residual * residual + output_variance;
    residual_sum += residual;
    for (Index h = 0; h < hidden; ++h) {
      const ReluMoments& unit = moments[static_cast<std::size_t>(h)];
      const double by_first = -2 * weight_mean(h) * (residual + weight_mean(h) * unit.first);
      const double by_second = weight_second(h);
      weight_gradient(h) += -2 * residual * unit.first + 2 * weight_mean(h) * (unit.second - unit.first * unit.first);
      weight_curvature(h) += unit.second;
      unit_mean(h, row) = by_first * unit.probability + by_second * 2 * unit.first;
      unit_variance(h, row) = by_first * unit.half_density + by_second * unit.probability;
    }
  }

  const double rows = static_cast<double>(row_count);
  out.value -= rows * (q.mean(layout_.log_noise()) + 0.5 * std::log(2 * std::numbers::pi)) + 0.5 * precision * squares;
  out.score(layout_.log_noise()) += precision * squares - rows;
  out.hessian_diagonal(layout_.log_noise()) -= 2 * precision * squares;
  out.score(layout_.output_bias()) += precision * residual_sum;
  out.hessian_diagonal(layout_.output_bias()) -= precision * rows;
  out.score.segment(layout_.output_weight(), hidden) -= 0.5 * precision * weight_gradient;
  out.hessian_diagonal.segment(layout_.output_weight(), hidden) -= precision * weight_curvature;
  out.score.segment(layout_.hidden_bias(), hidden) -= 0.5 * precision * unit_mean.rowwise().sum();
  out.hessian_diagonal.segment(layout_.hidden_bias(), hidden) -= precision * unit_variance.rowwise().sum();
  Eigen::Map<Matrix> score(out.score.data(), hidden, layout_.inputs);
  score.noalias() -= 0.5 * precision * unit_mean * inputs_.transpose();
  Eigen::Map<Matrix> curvature(out.hessian_diagonal.data(), hidden, layout_.inputs);
  curvature.noalias() -= precision * unit_variance * inputs_.cwiseAbs2().transpose();
}

}  // namespace g2t
