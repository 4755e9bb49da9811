// Densities of two modes that are no normals and no images of each other; integrals over one parameter tell their
// masses.
#pragma once

#include <cmath>
#include <g2t/core/types.hpp>
#include <vector>

namespace g2t::testing {

/// x^2 ~ N(4, sd^2), tilted by exp(slope x).
struct TiltedSquare {
  double sd, slope;

  [[nodiscard]] Index dimension() const { return 1; }
  [[nodiscard]] double log_density_at(double x) const { return -0.5 * std::pow((x * x - 4) / sd, 2) + slope * x; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient[0] = -2 * z[0] * (z[0] * z[0] - 4) / (sd * sd) + slope;
    return log_density_at(z[0]);
  }
};

/// The centre of data with Cauchy errors of scale 1, with a flat prior.
struct CauchyCentre {
  std::vector<double> y;

  [[nodiscard]] Index dimension() const { return 1; }
  [[nodiscard]] double log_density_at(double x) const {
    double sum = 0;
    for (const double each : y) sum -= std::log1p((each - x) * (each - x));
    return sum;
  }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient[0] = 0;
    for (const double each : y) gradient[0] += 2 * (each - z[0]) / (1 + (each - z[0]) * (each - z[0]));
    return log_density_at(z[0]);
  }
};

/// A tilted square, and y ~ N(shift x, exp(growth x)) given x: one mode is wider than the other.
struct UnequalWidths {
  TiltedSquare square;
  double shift, growth;

  [[nodiscard]] Index dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    const double x = z[0], precision = std::exp(-growth * x), residual = z[1] - shift * x;
    gradient[0] = -2 * x * (x * x - 4) / (square.sd * square.sd) + square.slope - 0.5 * growth +
                  0.5 * growth * precision * residual * residual + shift * precision * residual;
    gradient[1] = -precision * residual;
    return square.log_density_at(x) - 0.5 * growth * x - 0.5 * precision * residual * residual;
  }
};

}  // namespace g2t::testing
