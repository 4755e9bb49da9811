// An analysis of variance of the pairs: folds' effects, and what is left.
#include <selection/pairs_of_folds.h>

namespace g2t {

PairsOfFolds::PairsOfFolds(const Matrix& products, const FoldShares& shares) {
  const Index count = shares.count();
  const double n = static_cast<double>(count);
  Vector sums = Vector::Zero(count), weights(count);  // of the pairs with fold k
  for (Index k = 0; k < count; ++k) {
    weights[k] = shares[k] * (1 - shares[k]);
    for (Index l = 0; l < count; ++l)
      if (l != k) sums[k] += shares[k] * shares[l] * products(k, l);
  }
  const double mean = sums.sum() / weights.sum();
  without_ = (sums.sum() - 2 * sums.array()) / (weights.sum() - 2 * weights.array());
  const Vector effects = (n - 1) / (n - 2) * (sums.cwiseQuotient(weights).array() - mean);
  values_ = mean + 2 * effects.array();
  double offset = mean;  // zero if folds are of one size
  for (Index k = 0; k < count; ++k) offset -= shares[k] * values_[k];
  values_.array() += offset;
  double squares = 0;
  for (Index k = 0; k < count; ++k)
    for (Index l = 0; l < k; ++l) {
      const double left = products(k, l) - mean - effects[k] - effects[l];
      squares += left * left;
    }
  const double variance = count > 3 ? squares / (n * (n - 3) / 2) : 0;
  least_ = 2 * variance / (n * (n - 1));
  excess_ = 4 * variance / (n * (n - 2)) - least_;
}

}  // namespace g2t
