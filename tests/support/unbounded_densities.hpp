// Densities without a finite integral: flat along a line, or rising for ever.
#pragma once

#include <cmath>
#include <g2t/core/types.hpp>
#include <string>
#include <vector>

namespace g2t::testing {

/// y ~ N(x' b, 1) with flat priors; columns of x may depend on one another.
struct FlatRegression {
  Matrix x;
  Vector y;
  std::vector<std::string> names;

  [[nodiscard]] Index dimension() const { return x.cols(); }
  [[nodiscard]] std::vector<std::string> parameter_names() const { return names; }
  double log_density(const Vector& z, Vector& gradient) const {
    const Vector residual = y - x * z;
    gradient = x.transpose() * residual;
    return -0.5 * residual.squaredNorm();
  }
};

/// Counts with mean e^z1 and overdispersion e^z2, as of a Gamma variable of that shape. Flat priors of z1 and of z2, or
/// of e^z2. Counts that vary less than those of a Poisson variable set no upper limit to z2.
struct NegativeBinomial {
  std::vector<int> counts;
  bool is_flat_in_phi = false;

  [[nodiscard]] Index dimension() const { return 2; }
  [[nodiscard]] std::vector<std::string> parameter_names() const { return {"log_mean", "log_phi"}; }
  double log_density(const Vector& z, Vector& gradient) const {
    const double mean = std::exp(z[0]), phi = std::exp(z[1]), ratio = mean / phi;
    double value = is_flat_in_phi ? z[1] : 0, of_mean = 0, of_phi = 0;
    for (const int count : counts) {
      value += count * z[0] - (phi + count) * std::log1p(ratio);
      of_mean += count - (phi + count) * ratio / (1 + ratio);
      of_phi += -phi * std::log1p(ratio) + (phi + count) * ratio / (1 + ratio);
      for (int k = 1; k < count; ++k) {
        value += std::log1p(k / phi);
        of_phi -= k / (phi + k);
      }
    }
    gradient << of_mean, of_phi + (is_flat_in_phi ? 1 : 0);
    return value;
  }
};

}  // namespace g2t::testing
