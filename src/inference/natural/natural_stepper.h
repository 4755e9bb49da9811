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

/// Steps of one run. What it learns (signal, noise, curvature, moments) is about the present q and recipe.
class NaturalStepper {
 public:
  /// @param costs  null: steps are charged nothing (a wall clock sees them anyway)
  NaturalStepper(const Model& model, const TermSet& terms, const Costs* costs, Clock& clock,
                 FitDiagnostics& diagnostics, Structure structure);

  void use(const Recipe& recipe);
  [[nodiscard]] const Recipe& recipe() const { return estimator_->recipe(); }

  /// @returns false if the step was not made: too few usable draws (A shrinks then), or the move was not finite
  bool step(NaturalFamily& q, const NoiseAllowance& allowed, const StreamKey& key);

  /// Keeps the step sizes as they have been of late, until the next jump: steps whose size depends on where q is bias
  /// averages.
  void freeze();
  /// Forgets what was learned about signal and noise: q was put elsewhere.
  void jump();

  [[nodiscard]] Index draws() const { return draws_; }
  /// Of looking at the steps' moments: it is for selecting, though it happens within steps.
  [[nodiscard]] double moment_seconds() const { return moment_seconds_; }
  [[nodiscard]] Index consecutive_skips() const { return consecutive_skips_; }
  [[nodiscard]] double step_size() const { return step_size_; }
  [[nodiscard]] const NaturalStepSize& statistics() const { return *size_; }
  /// Null in the full-rank family, and where d^2 is too much.
  [[nodiscard]] MeanMetric* metric() { return metric_ ? &*metric_ : nullptr; }
  [[nodiscard]] const StepMoments& moments() const { return *moments_; }

 private:
  void observe_metric(const NaturalFamily& q);

  const Model& model_;
  const TermSet& terms_;
  const Costs* costs_;
  Clock& clock_;
  FitDiagnostics& diagnostics_;
  Structure structure_;
  Index dimension_;

  std::optional<GradientEstimator> estimator_;
  std::optional<NaturalStepSize> size_;
  std::optional<StepMoments> moments_;
  std::optional<MeanMetric> metric_;
  MeanCurvature curvature_;
  double step_seconds_ = 0;  // by the cost table
  Batch batch_;
  FrameBuffers pair_, residual_frame_, residual_pair_;
  NaturalGradient gradient_, previous_;
  Vector displacement_;  // of the mean in the last step, in the present q's units
  double slope_ = 0, bias_ = 0, step_size_ = 0;
  double recent_size_ = 0, recent_factor_ = 1;  // logarithms' running averages, as numbers
  double trust_ = 1;                            // of the mean's step: multiples of half a sd in every parameter
  bool is_frozen_ = false, was_cut_ = false;
  Index steps_ = 0, metric_every_ = 1;
  double moment_seconds_ = 0;
  Index draws_ = 0;  // density evaluations so far
  Index consecutive_skips_ = 0;
};

}  // namespace g2t
