// The likelihood of a one-layer ReLU network with normal noise, without its prior.
#pragma once

#include <g2t/models/bayesian_neural_network.hpp>
#include <g2t/models/posterior.hpp>
#include <vector>

#include "kernels/network_rows.h"
#include "models/lane_block.hpp"

namespace g2t {

/// Where the parts of the network lie among the parameters.
struct NetworkLayout {
  Index inputs = 0;
  Index hidden = 0;
  bool has_scale = false;  ///< whether log alpha is a parameter, before log tau

  [[nodiscard]] Index hidden_bias() const { return inputs * hidden; }
  [[nodiscard]] Index output_weight() const { return hidden_bias() + hidden; }
  [[nodiscard]] Index output_bias() const { return output_weight() + hidden; }
  [[nodiscard]] Index log_noise() const { return output_bias() + (has_scale ? 2 : 1); }
  [[nodiscard]] Index dimension() const { return log_noise() + 1; }

  using Weights = Eigen::Map<const Matrix>;
  /// Weights of the hidden layer in a vector of parameters, [hidden x inputs].
  [[nodiscard]] Weights weights(const Vector& parameters) const { return {parameters.data(), hidden, inputs}; }
};

/// Sum over rows of log N(response; output, exp(2 log_noise)).
class NetworkLikelihood final : public Likelihood {
 public:
  /// @pre the data are valid
  NetworkLikelihood(const NetworkData& data, const NetworkLayout& layout);

  [[nodiscard]] Index dimension() const override { return layout_.dimension(); }
  void add(const Matrix& draws, Vector& log_density, Matrix& score) const override;
  void add_density(const Matrix& draws, Vector& log_density) const override;
  void add_hessian(const Vector& point, Matrix& out) const override;
  void add_hessian_diagonal(const Vector& point, Vector& out) const override;
  void add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override;
  [[nodiscard]] bool supports(Structure structure) const override { return structure == Structure::Diagonal; }
  void add_expectation(const Gaussian& q, ExpectedLogDensity& out) const override;
  [[nodiscard]] Index lane_width() const override;

 private:
  // The network at one point.
  struct Pass {
    Matrix activation;  // [hidden x rows]
    Matrix is_active;   // the same, 1 or 0
    Vector residual;    // [rows], response - output
    double precision = 0;
  };
  [[nodiscard]] Pass forward(const Vector& point) const;
  [[nodiscard]] kernels::NetworkRows kernel_rows() const;

  using Inputs = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>, 0, Eigen::OuterStride<>>;

  NetworkLayout layout_;
  AlignedBuffer buffer_;  // an input's values side by side, padded with zeros to whole vectors, then as many ones
  Inputs inputs_;         // [inputs x rows], in the buffer
  Vector response_;
};

}  // namespace g2t
