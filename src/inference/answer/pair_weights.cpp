// Sums of two weights are smoothed, and each is divided again as its draws' own weights are.
#include <inference/answer/pair_weights.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace g2t {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Without what is not usable; NaN if neither is.
double log_sum(double a, double b) {
  const bool has_a = a < kInfinity, has_b = b < kInfinity;
  if (!has_a || !has_b) return has_a ? a : has_b ? b : std::numeric_limits<double>::quiet_NaN();
  const double top = std::max(a, b);
  return top == -kInfinity ? top : top + std::log1p(std::exp(std::min(a, b) - top));
}

double share_of(double log_ratio, double log_pair) {
  return log_ratio < kInfinity && log_pair > -kInfinity ? std::exp(log_ratio - log_pair) : 0;
}

// Variance of a weighted mean square over that of one independent draw's square, on average over the parameters.
double variance_of_squares(const Matrix& draws, const Vector& weights) {
  double sum = 0, count = 0;
  Vector of_pair(draws.rows() / 2);
  for (const auto& column : draws.colwise()) {
    const Eigen::ArrayXd centred = column.array() - weights.dot(column);
    const double variance = (weights.array() * centred.square()).sum();
    if (!(variance > 0)) continue;
    const Eigen::ArrayXd off = centred.square() / variance - 1;
    of_pair.setZero();
    for (Index i = 0; i < draws.rows(); ++i) of_pair[QSample::pair_of(i)] += weights[i] * off[i];
    const double single = (weights.array() * off.square()).sum();
    if (!(single > 0)) continue;
    sum += of_pair.squaredNorm() / single;
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

}  // namespace

PairWeights weigh_pairs(const QSample& of_q) {
  const Vector log_ratios = of_q.log_ratios();
  const Index draws = log_ratios.size();
  Vector of_pair = Vector::Constant(draws / 2, std::numeric_limits<double>::quiet_NaN());
  for (Index i = 0; i < draws; ++i) {
    double& sum = of_pair[QSample::pair_of(i)];
    sum = log_sum(sum, log_ratios[i]);
  }
  PairWeights out;
  out.of_pairs = smooth_importance_weights(of_pair);
  out.weights = Vector::Zero(draws);
  for (Index i = 0; i < draws; ++i) {
    const Index pair = QSample::pair_of(i);
    out.weights[i] = out.of_pairs.weights[pair] * share_of(log_ratios[i], of_pair[pair]);
  }
  const double variance = variance_of_squares(of_q.draws().topRows(draws), out.weights);
  const double most = 2 * out.of_pairs.effective_sample_size;
  out.effective_sample_size = variance > 0 ? std::min(1 / variance, most) : most;
  return out;
}

}  // namespace g2t
