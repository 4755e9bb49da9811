// Watches the scales of the results of blocks: those that are still on their way are no optimum, whatever the gradient says.
#pragma once

#include <g2t/core/gaussian.hpp>

namespace g2t {

/// True if all of it is finite, and its scales are positive.
[[nodiscard]] bool is_usable(const Gaussian& q);

class ScaleWatch {
 public:
  /// The result of a block, and that of the block before.
  void observe(const Gaussian& before, const Gaussian& after);

  /// True if the last block changed the scale of a parameter, moving_parameter(), much.
  [[nodiscard]] bool is_moving() const { return is_moving_; }
  [[nodiscard]] Index moving_parameter() const { return moving_parameter_; }
  /// True if a scale grew beyond all measure, in two blocks running or in all: the density has no maximum there.
  [[nodiscard]] bool is_hopeless() const { return is_hopeless_; }
  /// The last block had no result: rounding lost it.
  void give_up() { is_hopeless_ = is_moving_ = true; }

  /// The direction along which q's scale grew most since the first block began, in units of q then, if that is without
  /// bound: a thousandfold and more. Else empty.
  [[nodiscard]] Vector unbounded_direction(const Gaussian& now) const;

 private:
  Gaussian first_;
  Index blocks_ = 0;
  bool is_moving_ = false, is_growing_ = false, is_hopeless_ = false;
  Index moving_parameter_ = 0;
};

}  // namespace g2t
