// The average of a run's latest iterates, whatever its length.
#pragma once

#include <g2t/optimizers/iterate_average.hpp>

namespace g2t {

/// Average over the last whole block of iterates; until there is one, over the block under way.
class RecentAverage {
 public:
  /// @param block_size  iterates a block
  explicit RecentAverage(Index block_size) : block_size_(block_size) {}

  void add(const Gaussian& q);
  [[nodiscard]] bool is_empty() const { return last_.count() == 0 && current_.count() == 0; }
  /// @pre not is_empty()
  [[nodiscard]] const Gaussian& average() const { return last_.count() > 0 ? last_.average() : current_.average(); }

 private:
  Index block_size_;
  IterateAverage last_, current_;
};

}  // namespace g2t
