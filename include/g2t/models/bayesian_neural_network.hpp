// Bayesian regression by a neural network with one hidden layer.
#pragma once

#include <g2t/models/posterior.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace g2t {

/// Rows of inputs and their responses, standardised by the caller.
struct NetworkData {
  Matrix inputs;                           ///< [rows x inputs]
  Vector response;                         ///< [rows]
  std::vector<std::string> input_names{};  ///< [inputs], or empty: x1, x2, ...
};

struct NetworkOptions {
  Index hidden_units = 50;
  /// True: weights and biases N(0, alpha^2), log alpha and log tau N(0, prior_scale^2).
  /// False: weights, biases and log tau N(0, prior_scale^2).
  bool hierarchical = true;
  std::optional<double> prior_scale = std::nullopt;  ///< 10 if hierarchical, else 5
};

/// response ~ N(sum_h w_h relu(x.W_h + b_h) + b, tau^2).
///
/// Parameters: hidden.weight.INPUT.h (inputs outside, hidden units inside, h from 1), hidden.bias.h,
/// output.weight.h, output.bias, log_alpha (if hierarchical), log_tau. Offers every ability, but the expectation
/// for diagonal Gaussians only. At a kink the second derivative of the ReLU counts as zero; an expected Hessian
/// has the kinks in it, so that it is the derivative of the expected score.
/// @param exchange  null: the likelihood of these rows
/// @throws InvalidArgument if there are no rows, inputs or hidden units, sizes disagree, or a value is not finite
/// Cost of evaluate: O(rows * inputs * hidden units) a draw, eight draws at once.
/// Source: Geffner and Domke (2020), section 5 and its appendix.
std::unique_ptr<Model> make_bayesian_neural_network(NetworkData data, const NetworkOptions& options = {},
                                                    const LikelihoodExchange& exchange = nullptr);

}  // namespace g2t
