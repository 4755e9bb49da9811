// One step in natural coordinates: draws, gradient, step sizes from the run's own signal and noise, move.
#pragma once

#include <inference/choice/step_moments.h>

#include <g2t/core/clock.hpp>
#include <g2t/core/costs.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/random.hpp>
#include <g2t/estimators/gradient_estimator.hpp>
#include <g2t/families/natural.hpp>
#include <g2t/inference/diagnostics.hpp>
#include <g2t/optimizers/mean_metric.hpp>
#include <g2t/optimizers/natural_step_size.hpp>
#include <optional>

namespace g2t {

/// What steps learn about the present q and recipe, as a value: with it and q, another stepper goes on.
struct NaturalStepperState {
  std::optional<Recipe> recipe;
  std::optional<NaturalStepSize> size;
  std::optional<StepMoments> moments;
  std::optional<MeanMetric> metric;  ///< none in the full-rank family, and where d^2 is too much
  MeanCurvature curvature{1};
  NaturalGradient previous;
  Vector displacement;  ///< of the mean in the last step, in the present q's units
  double slope = 0, bias = 0, step_size = 0;
  double recent_size = 0, recent_factor = 1;  ///< logarithms' running averages, as numbers
  double trust = 1;                           ///< of the mean's step: multiples of half a sd in every parameter
  bool is_frozen = false, was_cut = false;
  double trace = 0;  ///< of Omega, running average
  Index metric_steps = 0;
  Index draws = 0;  ///< density evaluations so far
  Index consecutive_skips = 0;
};

/// Steps of one run.
class NaturalStepper {
 public:
  /// @param costs  null: steps are charged nothing (a wall clock sees them anyway)
  NaturalStepper(const Model& model, const TermSet& terms, const Costs* costs, Clock& clock,
                 FitDiagnostics& diagnostics, Structure structure);

  void use(const Recipe& recipe);
  /// Goes on from where another stepper was.
  /// @param has_same_terms  what was learned about steps counts if they are made as before
  void resume(const NaturalStepperState& state, const Recipe& recipe, bool has_same_terms);
  [[nodiscard]] const NaturalStepperState& state() const { return state_; }
  [[nodiscard]] const Recipe& recipe() const { return estimator_->recipe(); }

  /// @returns false if the step was not made: too few usable draws (A shrinks then), or the move was not finite
  bool step(NaturalFamily& q, const NoiseAllowance& allowed, const StreamKey& key);

  /// Keeps the step sizes as they have been of late, until the next jump: steps whose size depends on where q is bias
  /// averages.
  void freeze();
  /// Forgets what was learned about signal and noise: q was put elsewhere.
  void jump();

  [[nodiscard]] Index draws() const { return state_.draws; }
  /// Of looking at the steps' moments: it is for selecting, though it happens within steps.
  [[nodiscard]] double moment_seconds() const { return moment_seconds_; }
  [[nodiscard]] Index consecutive_skips() const { return state_.consecutive_skips; }
  [[nodiscard]] double step_size() const { return state_.step_size; }
  [[nodiscard]] const NaturalStepSize& statistics() const { return *state_.size; }
  /// Null in the full-rank family, and where d^2 is too much.
  [[nodiscard]] MeanMetric* metric() { return state_.metric ? &*state_.metric : nullptr; }
  [[nodiscard]] const StepMoments& moments() const { return *state_.moments; }

 private:
  void observe_metric(const NaturalFamily& q);

  const Model& model_;
  const TermSet& terms_;
  const Costs* costs_;
  Clock& clock_;
  FitDiagnostics& diagnostics_;
  Structure structure_;
  Index dimension_;

  NaturalStepperState state_;
  std::optional<GradientEstimator> estimator_;
  double step_seconds_ = 0;  // by the cost table
  Batch batch_;
  FrameBuffers pair_, residual_frame_, residual_pair_;
  NaturalGradient gradient_;
  Index metric_every_ = 1;  // steps
  double moment_seconds_ = 0;
};

}  // namespace g2t
