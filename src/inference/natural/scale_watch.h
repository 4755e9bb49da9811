// Watches the scales of the results of blocks: those that are still on their way are no optimum, whatever the gradient says.
#pragma once

#include <g2t/core/gaussian.hpp>

namespace g2t {

class ScaleWatch {
 public:
  /// The result of a block, and that of the block before.
  void observe(const Gaussian& before, const Gaussian& after);

  /// True if the last block changed the scale of a parameter, moving_parameter(), much.
  [[nodiscard]] bool is_moving() const { return is_moving_; }
  [[nodiscard]] Index moving_parameter() const { return moving_parameter_; }
  /// True if a scale grew beyond all measure in two blocks running: the density has no maximum there.
  [[nodiscard]] bool is_hopeless() const { return is_hopeless_; }

 private:
  bool is_moving_ = false, is_growing_ = false, is_hopeless_ = false;
  Index moving_parameter_ = 0;
};

}  // namespace g2t
