// A running mean, one update an iterate.
#include <g2t/optimizers/iterate_average.hpp>

namespace g2t {

void IterateAverage::add(const Gaussian& q) {
  if (count_++ == 0) {
    average_ = q;
    return;
  }
  const double weight = 1.0 / static_cast<double>(count_);
  average_.mean += weight * (q.mean - average_.mean);
  if (q.structure == Structure::Diagonal)
    average_.scale += weight * (q.scale - average_.scale);
  else
    average_.cholesky += weight * (q.cholesky - average_.cholesky);
}

}  // namespace g2t
