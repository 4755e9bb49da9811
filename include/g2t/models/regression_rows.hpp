// Rows of a built-in regression, old or new, and what draws of its parameters say of each.
#pragma once

#include <g2t/core/types.hpp>
#include <g2t/models/bayesian_neural_network.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/models/poisson.hpp>
#include <memory>

namespace g2t {

/// A row at a time, under every draw of the parameters that the model of the same data has.
///
/// Draws are [draw_count x dimension], unconstrained; results are resized to [draw_count].
class RegressionRows {
 public:
  virtual ~RegressionRows() = default;

  [[nodiscard]] virtual Index count() const = 0;
  /// Parameters of a draw.
  [[nodiscard]] virtual Index dimension() const = 0;
  /// False if the rows are to be predicted alone: then they have no log density.
  [[nodiscard]] virtual bool has_responses() const = 0;

  /// The expected response: a probability, a rate times exposure, or the output of a network.
  virtual void expect(Index row, const Matrix& draws, Vector& out) const = 0;
  /// Log density of the row's response, nats, with all constants.
  /// @pre has_responses()
  virtual void log_density(Index row, const Matrix& draws, Vector& out) const = 0;
  /// The sd of a normal response around expect(), [draw_count]; empty if expect() is what is to be known.
  [[nodiscard]] virtual Vector noise(const Matrix& draws) const = 0;
};

/// P(positive). Parameters as of make_logistic().
/// @param data  without `positive`: there are no responses
/// @throws InvalidArgument as make_logistic()
std::unique_ptr<RegressionRows> logistic_rows(LogisticData data);

/// Rates: expected counts. Parameters as of make_poisson().
/// @param data       without `count`: there are no responses
/// @param row_count  of data without counts
/// @throws InvalidArgument as make_poisson()
std::unique_ptr<RegressionRows> poisson_rows(PoissonData data, Index row_count);

/// The scale on which users know a response: center + scale * the network's.
struct ResponseScale {
  double center = 0, scale = 1;
};

/// Responses, with their noise, on the users' scale. Parameters as of make_bayesian_neural_network().
/// @param data  with responses on the users' scale, or without any
/// @throws InvalidArgument as make_bayesian_neural_network(), or if the scale is not positive
std::unique_ptr<RegressionRows> network_rows(NetworkData data, const NetworkOptions& options,
                                             const ResponseScale& scale = {});

}  // namespace g2t
