// Two averages: the block under way, and the one before it.
#include <g2t/optimizers/recent_average.hpp>

namespace g2t {

void RecentAverage::add(const Gaussian& q) {
  current_.add(q);
  if (current_.count() < block_size_) return;
  last_ = current_;
  current_ = {};
}

}  // namespace g2t
