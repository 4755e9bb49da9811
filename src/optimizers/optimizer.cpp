// A velocity in the family's coordinates, which the family may change as it moves.
#include <g2t/optimizers/optimizer.hpp>

#include <g2t/core/errors.hpp>

namespace g2t {

Optimizer::Optimizer(const OptimizerOptions& options) : options_(options) {
  if (!(options.momentum >= 0 && options.momentum < 1))
    throw InvalidArgument("Optimizer", "momentum", std::to_string(options.momentum), "must be in [0, 1)");
}

MoveReport Optimizer::step(Family& q, const Vector& gradient, double step_size) {
  if (options_.kind == OptimizerKind::Sgd) return q.move(gradient, step_size, nullptr);

  if (velocity_.size() == 0) velocity_ = Vector::Zero(gradient.size());
  velocity_ = options_.momentum * velocity_ + gradient;
  MoveReport report;
  if (options_.kind == OptimizerKind::HeavyBall) {
    report = q.move(velocity_, step_size, &velocity_);
  } else {
    direction_ = gradient + options_.momentum * velocity_;
    report = q.move(direction_, step_size, &velocity_);
  }
  if (!report.is_finite) velocity_.setZero();
  return report;
}

std::string optimizer_name(OptimizerKind kind) {
  switch (kind) {
    case OptimizerKind::Sgd: return "sgd";
    case OptimizerKind::HeavyBall: return "heavy-ball";
    case OptimizerKind::Nesterov: return "nesterov";
  }
  return "";
}

}  // namespace g2t
