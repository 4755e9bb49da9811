// Iterates as they come; the error of a mean of six is their sd over the root of six.
#include <inference/natural/iterate_batches.h>

#include <algorithm>
#include <cmath>

namespace g2t {

void IterateBatches::add(const Gaussian& q, double share) {
  const std::size_t batch = std::min(kBatches - 1, static_cast<std::size_t>(share * static_cast<double>(kBatches)));
  const Vector log_sd = standard_deviations(q).array().log();
  for (Sums* const sums : {&means_, &log_sds_})
    if ((*sums)[batch].size() == 0) (*sums)[batch].setZero(q.dimension());
  means_[batch] += q.mean;
  log_sds_[batch] += log_sd;
  ++counts_[batch];
}

Vector IterateBatches::error_of(const Sums& sums) const {
  if (*std::min_element(counts_.begin(), counts_.end()) == 0) return {};
  Matrix means(sums[0].size(), static_cast<Index>(kBatches));
  for (std::size_t k = 0; k < kBatches; ++k) means.col(static_cast<Index>(k)) = sums[k] / counts_[k];
  const Matrix centred = means.colwise() - means.rowwise().mean();
  constexpr double n = kBatches;
  return (centred.rowwise().squaredNorm() / (n * (n - 1))).cwiseSqrt();
}

}  // namespace g2t
