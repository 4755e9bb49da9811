// A standard normal with a small normal beside it, where the first has no mass.
#pragma once

#include <algorithm>
#include <cmath>
#include <g2t/core/types.hpp>

namespace g2t::testing {

/// Of all coordinates but the last, x: (1 - share) N(0, I) + share N(distance e, width^2 I), where e is the unit vector of all
/// of them alike. The density of the last, y, is that of exp(-y^4 / 4): weights of a Gaussian are not even.
struct SideRegion {
  Index count;  ///< of x
  double share = 0.02, distance = 5.5, width = 1.2;

  [[nodiscard]] Index dimension() const { return count + 1; }
  [[nodiscard]] Vector along(const Matrix& draws) const {  ///< x e
    return draws.leftCols(count).rowwise().sum() / std::sqrt(static_cast<double>(count));
  }
  [[nodiscard]] double mean_along() const { return share * distance; }
  [[nodiscard]] double variance_along() const {
    return 1 - share + share * width * width + share * (1 - share) * distance * distance;
  }
  double log_density(const Vector& z, Vector& gradient) const {
    const double d = static_cast<double>(count), variance = width * width;
    const Vector x = z.head(count), beside = x.array() - distance / std::sqrt(d);
    const double bulk = std::log1p(-share) - 0.5 * x.squaredNorm();
    const double side = std::log(share) - d * std::log(width) - 0.5 * beside.squaredNorm() / variance;
    const double top = std::max(bulk, side), of_bulk = std::exp(bulk - top), of_side = std::exp(side - top);
    gradient.head(count) = -(of_bulk * x + of_side / variance * beside) / (of_bulk + of_side);
    gradient[count] = -std::pow(z[count], 3);
    return top + std::log(of_bulk + of_side) - std::pow(z[count], 4) / 4;
  }
};

}  // namespace g2t::testing
