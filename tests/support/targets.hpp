// The registry of analytic test targets: what to fit, and what a perfect fit would find.
#pragma once

#include <algorithm>
#include <iterator>
#include <support/targets_gaussian.hpp>
#include <support/targets_regression.hpp>
#include <support/targets_shapes.hpp>

namespace g2t::testing {

/// Cheap ones, d <= 10.
inline std::vector<Target> analytic_targets() {
  std::vector<Target> all = gaussian_targets();
  for (auto* const part_of : {&shape_targets, &regression_targets}) {
    std::vector<Target> part = part_of();
    std::move(part.begin(), part.end(), std::back_inserter(all));
  }
  return all;
}

// Gaussians of d = 100 and 500: large_targets(), in targets_gaussian.hpp.

}  // namespace g2t::testing
