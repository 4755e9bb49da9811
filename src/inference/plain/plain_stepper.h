// One step of stochastic gradient ascent: draws, gradient, move, and the time it takes.
#pragma once

#include <g2t/core/clock.hpp>
#include <g2t/core/costs.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/random.hpp>
#include <g2t/estimators/gradient_estimator.hpp>
#include <g2t/inference/diagnostics.hpp>
#include <g2t/optimizers/optimizer.hpp>

#include <memory>
#include <optional>

namespace g2t {

/// What steps change: q and the optimiser's velocity.
struct StepState {
  std::unique_ptr<Family> q;
  Optimizer optimizer;

  StepState clone() const { return {q->clone(), optimizer}; }
};

/// Makes steps by the present recipe, counts failures, and charges the clock by the cost table.
class PlainStepper {
 public:
  /// @param costs  null: steps are charged nothing (a wall clock sees them anyway)
  PlainStepper(const Model& model, const TermSet& terms, const Costs* costs, Clock& clock, FitDiagnostics& diagnostics)
      : model_(model), terms_(terms), costs_(costs), clock_(clock), diagnostics_(diagnostics) {}

  void use(const Recipe& recipe);
  [[nodiscard]] const Recipe& recipe() const { return estimator_->recipe(); }

  /// @returns false if the step was skipped: no draw was finite, or the move would not have been
  bool step(StepState& state, double step_size, const StreamKey& key);

  [[nodiscard]] Index draws() const { return draws_; }
  [[nodiscard]] Index consecutive_skips() const { return consecutive_skips_; }
  void forget_skips() { consecutive_skips_ = 0; }
  /// Counts on from another stepper.
  void resume(Index draws, Index consecutive_skips) { draws_ = draws, consecutive_skips_ = consecutive_skips; }
  /// |g|^2 of the last step that had a usable draw.
  [[nodiscard]] double squared_norm() const { return gradient_.squaredNorm(); }
  /// Mean log density of the last step's draws.
  [[nodiscard]] double mean_log_density() const { return batch_.evaluation.log_density.mean(); }

 private:
  const Model& model_;
  const TermSet& terms_;
  const Costs* costs_;
  Clock& clock_;
  FitDiagnostics& diagnostics_;
  std::optional<GradientEstimator> estimator_;
  double step_seconds_ = 0;  // by the cost table
  Batch batch_;
  Vector gradient_;
  Index draws_ = 0;  // density evaluations so far
  Index consecutive_skips_ = 0;
};

}  // namespace g2t
