// Short fits in plain coordinates of a posterior whose best Gaussian is itself.
#pragma once

#include <g2t/inference/fit.hpp>
#include <support/costs.hpp>
#include <support/gaussians.hpp>

namespace g2t::testing {

inline Costs flat_costs() { return costs_with_taylor({1e-6, 1e-6}); }

/// At a scale that the published step sizes can travel.
inline const GaussianModel& gaussian_posterior() {
  static const GaussianModel target(Vector({{0.5, -1, 0.2}}), wavy_precision(3));
  return target;
}

inline FitOptions quick() {
  FitOptions options = plain_fit_options();
  options.iterations = 4000;
  options.reselect = Reselect::Planned;
  return options;
}

inline FitOptions with_costs(FitOptions options) {
  options.costs = flat_costs();
  return options;
}

}  // namespace g2t::testing
