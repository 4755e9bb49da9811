// Bayesian regression by a neural network with one hidden layer.
#include <fmt/format.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/bayesian_neural_network.hpp>
#include <utility>

#include "models/data_checks.hpp"
#include "models/likelihood_sum.hpp"
#include "models/network_likelihood.hpp"
#include "models/row_parts.hpp"

namespace g2t {
namespace {

[[noreturn]] void reject_network(const std::string& argument, const std::string& value, const std::string& reason) {
  throw InvalidArgument("make_bayesian_neural_network", argument, value, reason);
}

std::vector<std::string> names_of(const NetworkData& data, const NetworkLayout& layout) {
  std::vector<std::string> names;
  for (Index input = 0; input < layout.inputs; ++input) {
    const std::string name =
        data.input_names.empty() ? fmt::format("x{}", input + 1) : data.input_names[static_cast<std::size_t>(input)];
    for (Index h = 1; h <= layout.hidden; ++h) names.push_back(fmt::format("hidden.weight.{}.{}", name, h));
  }
  for (Index h = 1; h <= layout.hidden; ++h) names.push_back(fmt::format("hidden.bias.{}", h));
  for (Index h = 1; h <= layout.hidden; ++h) names.push_back(fmt::format("output.weight.{}", h));
  names.emplace_back("output.bias");
  if (layout.has_scale) names.emplace_back("log_alpha");
  names.emplace_back("log_tau");
  return names;
}

std::unique_ptr<Likelihood> likelihood_of(const NetworkData& data, const NetworkLayout& layout) {
  const RowParts rows = split_rows(data.inputs.rows(), static_cast<double>(layout.output_bias()), layout.dimension());
  if (rows.parts.size() == 1) return std::make_unique<NetworkLikelihood>(data, layout);
  std::vector<LikelihoodPart> parts;
  for (const RowPart& part : rows.parts) {
    const auto of_part = Eigen::seqN(part.first, part.count, part.stride);
    NetworkData of_rows;
    of_rows.inputs = data.inputs(of_part, Eigen::all);
    of_rows.response = data.response(of_part);
    parts.push_back({std::make_shared<NetworkLikelihood>(of_rows, layout), part.count});
  }
  return std::make_unique<LikelihoodSum>(std::move(parts), rows.stripes);
}

}  // namespace

namespace models {

void check_data(const NetworkData& data, const NetworkOptions& options) {
  const Index rows = data.inputs.rows();
  const Index inputs = data.inputs.cols();
  if (rows == 0) reject_network("inputs", "empty", "there is no row");
  if (inputs == 0) reject_network("inputs", fmt::format("{} x 0", rows), "there is no column");
  if (data.response.size() != rows) {
    reject_network("response", fmt::format("{} values", data.response.size()), fmt::format("{} rows of inputs", rows));
  }
  if (!data.input_names.empty() && static_cast<Index>(data.input_names.size()) != inputs) {
    reject_network("input_names", fmt::format("{} names", data.input_names.size()), fmt::format("{} inputs", inputs));
  }
  if (options.hidden_units < 1)
    reject_network("hidden_units", fmt::format("{}", options.hidden_units), "must be positive");
  for (Index row = 0; row < rows; ++row) {
    if (!std::isfinite(data.response(row))) {
      reject_network(fmt::format("response[{}]", row), fmt::format("{}", data.response(row)), "must be finite");
    }
    for (Index input = 0; input < inputs; ++input) {
      if (!std::isfinite(data.inputs(row, input))) {
        reject_network(fmt::format("inputs({}, {})", row, input), fmt::format("{}", data.inputs(row, input)),
                       "must be finite");
      }
    }
  }
}

}  // namespace models

std::unique_ptr<Model> make_bayesian_neural_network(NetworkData data, const NetworkOptions& options,
                                                    const LikelihoodExchange& exchange) {
  models::check_data(data, options);
  const NetworkLayout layout{
      .inputs = data.inputs.cols(), .hidden = options.hidden_units, .has_scale = options.hierarchical};
  const double prior_scale = options.prior_scale.value_or(options.hierarchical ? 10.0 : 5.0);
  const Index network_size = layout.output_bias() + 1;
  std::vector<NormalBlock> normals;
  std::vector<GroupBlock> groups;
  if (options.hierarchical) {
    normals.push_back({.first = network_size, .size = 2, .scale = prior_scale});
    groups.push_back({.first = 0, .size = network_size, .log_scale = network_size});
  } else {
    normals.push_back({.first = 0, .size = layout.dimension(), .scale = prior_scale});
  }
  std::unique_ptr<Likelihood> likelihood = likelihood_of(data, layout);
  if (exchange) likelihood = exchange(std::move(likelihood));
  return make_posterior(std::move(likelihood), NormalPrior(names_of(data, layout), std::move(normals), std::move(groups)));
}

}  // namespace g2t
