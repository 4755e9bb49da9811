// The variance between folds, less what pairs of folds add to it.
#include <selection/fold_mean.h>

#include <algorithm>
#include <cmath>

namespace g2t {

FoldMean FoldShares::mean(const FoldValues& of) const {
  FoldMean out;
  out.value = shares_.dot(of.values);
  const double folds = static_cast<double>(shares_.size()), signal = of.signal * of.signal;
  const double squares = (shares_.array() * (of.values.array() - out.value)).square().sum() * folds / (folds - 1);
  out.standard_error = std::sqrt(std::max(squares - signal * excess_, signal * least_));
  return out;
}

}  // namespace g2t
