// Gradients with known moments, for tests of estimates.
#pragma once

#include <cmath>
#include <g2t/selection/gradient_moments.hpp>
#include <g2t/selection/select_recipe.hpp>
#include <string>
#include <support/gaussians.hpp>
#include <vector>

namespace g2t::testing {

/// Gradients with `coordinates` coordinates and J control variates of independent standard normals; the base is their
/// sum, each times `slope`, and noise of sd `left` in each coordinate. E g has `signal` in every coordinate.
struct SimulatedGradients {
  Index coordinates = 4, control_variates = 2;
  double signal = 0, slope = 1, left = 1;
  bool is_skewed = false;  ///< noise is exponential instead, of the same sd

  [[nodiscard]] Moments sample(std::uint64_t seed, Index units) const {
    GradientMoments moments(names());
    const Matrix normals = normals_of(seed, units * (control_variates + 1), coordinates);
    for (Index m = 0; m < units; ++m) {
      Matrix gradients = normals.middleRows(m * (control_variates + 1), control_variates + 1);
      if (is_skewed)  // minus the logarithm of a uniform number
        gradients = gradients.unaryExpr([](double z) { return -std::log(0.5 * std::erfc(z / std::sqrt(2.0))) - 1; });
      gradients.row(0) *= left;
      for (Index i = 1; i <= control_variates; ++i) gradients.row(0) += slope * gradients.row(i);
      gradients.row(0).array() += signal;
      moments.add(gradients);
    }
    return moments.moments();
  }

  /// |E g|^2.
  [[nodiscard]] double squared_signal() const { return static_cast<double>(coordinates) * signal * signal; }
  /// E|g - E g|^2 of a unit.
  [[nodiscard]] double noise(const Recipe& recipe) const {
    Vector weights = Vector::Constant(control_variates, slope);
    for (std::size_t i = 0; i < recipe.weights.size(); ++i)
      weights[std::stoi(recipe.control_variates[i].substr(1)) - 1] += recipe.weights[i];
    return static_cast<double>(coordinates) * (left * left + weights.squaredNorm());
  }
  /// E|g|^2 of a step of recipe.draws units.
  [[nodiscard]] double squared_norm(const Recipe& recipe) const {
    return squared_signal() + noise(recipe) / static_cast<double>(recipe.draws);
  }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> out = {"base"};
    for (Index i = 1; i <= control_variates; ++i) out.push_back("c" + std::to_string(i));
    return out;
  }
  [[nodiscard]] Costs costs(double seconds = 0) const {
    Costs out;
    for (const std::string& name : names()) out.terms.push_back({name, {name == "base" ? 1 : seconds, 0}});
    return out;
  }
};

/// Mean and standard error of some values.
struct MeanOf {
  double value = 0, standard_error = 0, sd = 0;
  explicit MeanOf(const Vector& values) : value(values.mean()) {
    const double n = static_cast<double>(values.size());
    sd = std::sqrt((values.array() - value).square().sum() / (n - 1));
    standard_error = sd / std::sqrt(n);
  }
};

}  // namespace g2t::testing
