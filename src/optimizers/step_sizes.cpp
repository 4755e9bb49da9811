// Twelve sizes from 1e-6 to 1e-3, evenly spaced by their logarithm.
#include <g2t/optimizers/step_sizes.hpp>

#include <cmath>

namespace g2t {

std::vector<double> step_size_grid() {
  std::vector<double> sizes;
  for (int k = 0; k < 12; ++k) sizes.push_back(std::pow(10.0, -6.0 + 3.0 * k / 11.0));
  return sizes;
}

}  // namespace g2t
