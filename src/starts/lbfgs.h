// An L-BFGS ascent that asks for one evaluation at a time, so that many can go side by side.
#pragma once

#include <g2t/core/types.hpp>

#include <deque>

namespace g2t {

/// Two-loop recursion over the last steps, with a backtracking line search for the strong Wolfe conditions.
///
/// While !is_over(): evaluate the function at point(), and hand the result to take().
/// Source: Nocedal and Wright (2006), "Numerical Optimization", algorithms 7.4 and 7.5.
class Lbfgs {
 public:
  explicit Lbfgs(Vector start) : position_(std::move(start)), point_(position_) {}

  /// Where the function is to be evaluated, [dimension].
  [[nodiscard]] const Vector& point() const { return point_; }
  /// Value and gradient there; a value that is not finite is a very low one, and its gradient is not looked at.
  /// @returns true if the point is an iterate: the start, if its value is finite, or what a line search has found
  bool take(double value, const Vector& gradient);
  /// The latest iterate.
  [[nodiscard]] const Vector& position() const { return position_; }

  /// There are no more points: the gradient is zero to rounding, or a line search has found nothing.
  [[nodiscard]] bool is_over() const { return is_over_; }
  [[nodiscard]] bool is_at_maximum() const { return is_at_maximum_; }

 private:
  struct Pair {
    Vector step, change;  // of position, and of minus the gradient
    double product;
  };

  void go_on_from(double value, const Vector& gradient);
  [[nodiscard]] Vector newton_direction() const;

  Vector position_, gradient_;  // of the iterate; empty at first
  double value_ = 0;
  Vector point_, direction_;  // of the line search
  double slope_ = 0, length_ = 0;
  int tries_ = 0;
  bool is_over_ = false, is_at_maximum_ = false;
  std::deque<Pair> pairs_;
};

}  // namespace g2t
