// Stochastic gradient ascent, with or without momentum, on a family's coordinates.
#pragma once

#include <g2t/core/family.hpp>
#include <string>
#include <vector>

namespace g2t {

enum class OptimizerKind { Sgd, HeavyBall, Nesterov };

struct OptimizerOptions {
  OptimizerKind kind = OptimizerKind::HeavyBall;
  double momentum = 0.9;  ///< beta in [0, 1); sgd ignores it
};

/// Moves a family along gradients; its velocity is its state, so K/2 steps and K/2 steps are K steps.
///
/// Sgd: w += eta g. HeavyBall: v = beta v + g, w += eta v. Nesterov: v = beta v + g, w += eta (g + beta v), which is
/// Yang et al.'s unified form with s = 1 for a constant step size.
/// Source: Geffner & Domke (2020), table 2; docs/theory/rule.md, "Optimisers".
class Optimizer {
 public:
  /// @throws InvalidArgument if momentum is not in [0, 1)
  explicit Optimizer(const OptimizerOptions& options);

  /// One step of ascent. After a move that was not made (not finite) the velocity is zero.
  MoveReport step(Family& q, const Vector& gradient, double step_size);

 private:
  OptimizerOptions options_;
  Vector velocity_, direction_;
};

/// "sgd", "heavy-ball", "nesterov".
std::string optimizer_name(OptimizerKind kind);

}  // namespace g2t
