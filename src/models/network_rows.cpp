// Rows of a Bayesian neural network.
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/regression_rows.hpp>
#include <numbers>
#include <string>
#include <utility>

#include "models/data_checks.hpp"
#include "models/network_likelihood.hpp"

namespace g2t {
namespace {

class NetworkRowsOfDraws final : public RegressionRows {
 public:
  NetworkRowsOfDraws(NetworkData data, const NetworkLayout& layout, const ResponseScale& scale, bool has_responses)
      : data_(std::move(data)), layout_(layout), scale_(scale), has_responses_(has_responses) {}

  Index count() const override { return data_.inputs.rows(); }
  Index dimension() const override { return layout_.dimension(); }
  bool has_responses() const override { return has_responses_; }
  Vector noise(const Matrix& draws) const override {
    return scale_.scale * draws.col(layout_.log_noise()).array().exp();
  }

  void expect(Index row, const Matrix& draws, Vector& out) const override {
    Vector unit(draws.rows());
    out = draws.col(layout_.output_bias());
    for (Index h = 0; h < layout_.hidden; ++h) {
      unit = draws.col(layout_.hidden_bias() + h);
      for (Index input = 0; input < layout_.inputs; ++input)
        unit += data_.inputs(row, input) * draws.col(input * layout_.hidden + h);
      out.array() += unit.array().max(0.0) * draws.col(layout_.output_weight() + h).array();
    }
    out = scale_.center + scale_.scale * out.array();
  }

  void log_density(Index row, const Matrix& draws, Vector& out) const override {
    expect(row, draws, out);
    const Vector sd = noise(draws);
    out = -0.5 * ((data_.response(row) - out.array()) / sd.array()).square() - sd.array().log() -
          0.5 * std::log(2 * std::numbers::pi);
  }

 private:
  NetworkData data_;
  NetworkLayout layout_;
  ResponseScale scale_;
  bool has_responses_;
};

}  // namespace

std::unique_ptr<RegressionRows> network_rows(NetworkData data, const NetworkOptions& options,
                                             const ResponseScale& scale) {
  if (!(scale.scale > 0))
    throw InvalidArgument("network_rows", "scale.scale", std::to_string(scale.scale), "must be positive");
  const bool has_responses = data.response.size() > 0;
  if (!has_responses) data.response.setZero(data.inputs.rows());
  models::check_data(data, options);
  const NetworkLayout layout{
      .inputs = data.inputs.cols(), .hidden = options.hidden_units, .has_scale = options.hierarchical};
  return std::make_unique<NetworkRowsOfDraws>(std::move(data), layout, scale, has_responses);
}

}  // namespace g2t
