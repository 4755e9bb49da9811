// Convergence guarantees of stochastic gradient methods, as numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace g2t {

/// Constants of a function F that is minimised from w_0, with minimum F* at w*. Each that is given is positive.
struct ObjectiveConstants {
  std::optional<double> smoothness;  ///< L: the gradient's Lipschitz constant
  std::optional<double> convexity;   ///< lambda: of strong convexity
  std::optional<double> distance;    ///< D_w = |w_0 - w*|
  std::optional<double> gap;         ///< D_f = F(w_0) - F*
  double momentum = 0.9;             ///< beta in [0, 1), of the methods that have one
};

/// One guarantee: with gradients of mean squared norm at most G^2, the bounded quantity is at most scale (G^2 /
/// K)^exponent after K steps. For a time of K T seconds it depends on the product G^2 T alone.
/// Source: Geffner & Domke (2020), table 2, corrected; docs/theory/rule.md, "Optimisers".
struct Guarantee {
  std::string method;        ///< "SGD", "heavy ball", "Nesterov"
  std::string assumptions;   ///< of F
  std::string bounded;       ///< the bounded quantity
  std::string step_text;     ///< the step size as a formula
  double exponent = 1;       ///< 1 or 1/2
  double scale = 0;
  double step_scale = 0;     ///< the step size is step_scale / (G sqrt K); 0: it is 1 / (lambda k) in step k
  double min_steps_scale = 0;  ///< it holds from min_steps_scale / G^2 steps on; 0: from the first

  /// @pre mean_square >= 0, steps > 0
  [[nodiscard]] double bound(double mean_square, double steps) const;
  /// Of a run of so many steps; 0 if it is 1 / (lambda k).
  [[nodiscard]] double step_size(double mean_square, double steps) const;
  /// The smallest number of steps after which the bound holds and is at most the target.
  /// @pre target > 0
  [[nodiscard]] double steps_for(double mean_square, double target) const;
};

/// Those whose constants are given, in the order of the table.
/// @throws InvalidArgument if a constant is not positive and finite, or momentum is not in [0, 1)
std::vector<Guarantee> guarantees(const ObjectiveConstants& constants);

}  // namespace g2t
