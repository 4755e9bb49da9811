// What a run counts on its way, and how its step sizes fared.
#pragma once

#include <g2t/core/failures.hpp>
#include <g2t/core/model_use.hpp>

#include <vector>

namespace g2t {

/// One step size of a race.
struct RaceEntry {
  double step_size = 0;
  Index steps = 0;   ///< made before it was dropped, or won
  double elbo = 0;   ///< when last looked at; -infinity if it diverged
};

/// Numerical trouble, counted; what losing step sizes met in the race is not.
struct FitDiagnostics {
  Index failed_draws = 0;     ///< density or score not finite: left out of their step
  Index skipped_steps = 0;    ///< no draw was finite, or the move was not
  Index sign_flips = 0;       ///< scales that crossed zero
  Index failed_selections = 0;  ///< too few usable draws, or too little time left
  Index step_size_cuts = 0;   ///< the step size proved too large: back to the best state with a smaller one
  Index shrunk_steps = 0;     ///< most draws failed, so q was made smaller instead (natural coordinates)
  Index clipped_eigenvalues = 0;  ///< directions in which a natural step was cut to its limits
  Index cut_steps = 0;        ///< along gradients far longer than usual, of heavy tails, and made shorter (natural coordinates)
  std::vector<FailureKind> failures;  ///< what evaluations failed of, if the model says so: the most frequent first
  Index model_gradients = 0;  ///< gradients that the model was asked for, differences for Hessians among them; 0: not counted
  Index model_densities = 0;  ///< log densities without a gradient, likewise
  Index report_draws = 0;  ///< of q, for ELBO and importance weights at the end; fewer than planned where time was up
  Index blocks = 0;           ///< of steps, each followed by a test (natural coordinates)
  double predicted_step_seconds = 0;  ///< T of the last recipe by the cost table; 0 if nothing was measured
  double observed_step_seconds = 0;   ///< mean over the steps since that choice

  /// Fills in failures, model_gradients and model_densities.
  void count_use(const ModelUse& use);
};

}  // namespace g2t
