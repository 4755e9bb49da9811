// Mixtures of independent normals, whose moments and masses are known.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <support/target.hpp>
#include <vector>

namespace g2t::testing {

struct NormalMixture {
  std::vector<double> share;
  std::vector<Vector> mean, sd;

  Index dimension() const { return mean.front().size(); }
  double log_density(const Vector& z, Vector& gradient) const {
    std::vector<double> logs;
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t m = 0; m < share.size(); ++m) {
      double sum = std::log(share[m]);
      for (Index i = 0; i < dimension(); ++i) {
        const double x = (z[i] - mean[m][i]) / sd[m][i];
        sum -= 0.5 * x * x + std::log(sd[m][i]) + 0.5 * kLogTwoPi;
      }
      logs.push_back(sum);
      largest = std::max(largest, sum);
    }
    double total = 0;
    for (const double each : logs) total += std::exp(each - largest);
    gradient.setZero();
    for (std::size_t m = 0; m < share.size(); ++m)
      for (Index i = 0; i < dimension(); ++i)
        gradient[i] -= std::exp(logs[m] - largest) / total * (z[i] - mean[m][i]) / (sd[m][i] * sd[m][i]);
    return largest + std::log(total);
  }
  [[nodiscard]] Vector posterior_mean() const {
    Vector out = Vector::Zero(dimension());
    for (std::size_t m = 0; m < share.size(); ++m) out += share[m] * mean[m];
    return out;
  }
  [[nodiscard]] Vector posterior_sd() const {
    Vector out = Vector::Zero(dimension());
    for (std::size_t m = 0; m < share.size(); ++m)
      out += share[m] * (sd[m].cwiseAbs2() + (mean[m] - posterior_mean()).cwiseAbs2());
    return out.cwiseSqrt();
  }
};

}  // namespace g2t::testing
