// The share of a variance is by the weights of the heated points: chains as short as these tell its order of magnitude.
#include <inference/answer/uncovered_points.h>

namespace g2t {
namespace {

constexpr double kMargin = 1;        // log of weights over the largest: the tail of weights explains less
constexpr double kMinShare = 0.015;  // of a variance, by points beyond that
constexpr Index kMinPoints = 8;

}  // namespace

std::vector<Index> uncovered_points(const HeatedPoints& heated, const WeightedDraws& found,
                                    const AdaptiveImportance& importance) {
  if (heated.draws.rows() == 0) return {};
  const double largest = importance.log_ratios(found.draws, found.log_density).maxCoeff();
  const Vector log_ratios = importance.log_ratios(heated.draws, heated.log_density);
  const Vector mean = found.draws.transpose() * found.weights;
  const Vector variance = (found.draws.rowwise() - mean.transpose()).cwiseAbs2().transpose() * found.weights;
  std::vector<Index> rows;
  Index far = 0;
  Vector share = Vector::Zero(mean.size());
  for (Index k = 0; k < log_ratios.size(); ++k) {
    if (!(log_ratios[k] > largest)) continue;
    rows.push_back(k);
    if (!(log_ratios[k] > largest + kMargin)) continue;
    ++far;
    share += heated.weights[k] * (heated.draws.row(k).transpose() - mean).cwiseAbs2().cwiseQuotient(variance);
  }
  const bool may_matter = far >= kMinPoints && share.maxCoeff() > kMinShare;
  return may_matter ? rows : std::vector<Index>();
}

}  // namespace g2t
