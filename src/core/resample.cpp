// Systematic: one uniform for all of them.
#include <g2t/core/resample.hpp>

namespace g2t {

std::vector<Index> resample(const Vector& weights, Index count, double uniform) {
  std::vector<Index> rows;
  double cumulative = 0;
  const double total = weights.sum();
  for (Index s = 0; s < weights.size(); ++s) {
    cumulative += weights[s] / total;
    while (static_cast<Index>(rows.size()) < count &&
           (static_cast<double>(rows.size()) + 1 - uniform) / static_cast<double>(count) < cumulative)
      rows.push_back(s);
  }
  while (static_cast<Index>(rows.size()) < count && weights.size() > 0) {  // rounding at the end
    Index last = 0;
    weights.maxCoeff(&last);
    rows.push_back(rows.empty() ? last : rows.back());
  }
  return rows;
}

}  // namespace g2t
