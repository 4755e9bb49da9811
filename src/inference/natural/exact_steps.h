// Natural-gradient steps without noise, for models whose log density has exact moments under q.
#pragma once

#include <inference/natural/gap_estimator.h>

#include <functional>
#include <g2t/core/elbo.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>

namespace g2t {

struct ExactSteps {
  Gaussian q;
  Elbo elbo;
  GapEstimate gap;             ///< at q, without error
  bool has_converged = false;  ///< to next to nothing
  Index steps = 0;
};

/// True if exact_steps() takes it.
[[nodiscard]] bool can_step_exactly(const Model& model, const Gaussian& q);

/// From q on: the precision becomes (1 - s) of its own and s times minus the expected Hessian, the mean moves by s times the
/// covariance times the expected score. s is 1, or less where the ELBO would fall; q is as it was if the ELBO cannot rise.
/// @pre can_step_exactly(model, q)
/// Source: Khan and Rue (2023), "The Bayesian learning rule", equation 11, at exact expectations.
[[nodiscard]] ExactSteps exact_steps(const Model& model, const Gaussian& q, const std::function<bool()>& should_stop);

}  // namespace g2t
