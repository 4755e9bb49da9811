// The largest weights are replaced by the quantiles of a generalised Pareto distribution fitted to them.
#include <algorithm>
#include <cmath>
#include <g2t/importance/importance_weights.hpp>
#include <limits>
#include <numeric>

namespace g2t {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNoSpread = 1e-9;           // nats: log ratios that are all alike
constexpr double kRelativeRounding = 2e-14;  // of their size: what is less is rounding
constexpr Index kMinTail = 5;                // draws from which a shape can be estimated
constexpr double kMinExcess = 1e-300;        // of the largest weight: what is less underflows

struct ParetoTail {
  double shape = 0, scale = 0;
};

// Posterior mean of Zhang and Stephens over a grid of theta = -shape / scale, then shrunk towards 1/2 as if by ten
// draws.
// @param excess  ascending, positive
ParetoTail fit_pareto(const std::vector<double>& excess) {
  const double n = static_cast<double>(excess.size());
  const int grid = 30 + static_cast<int>(std::sqrt(n));
  const double quartile = excess[static_cast<std::size_t>(n / 4 + 0.5) - 1], largest = excess.back();
  const double mean = std::accumulate(excess.begin(), excess.end(), 0.0) / n;
  const auto shape_at = [&](double theta) {
    double sum = 0;
    for (const double x : excess) sum += std::log1p(-theta * x);
    return sum / n;
  };
  const auto scale_at = [&](double theta, double shape) { return theta == 0 ? mean : -shape / theta; };
  std::vector<double> thetas, profile;
  for (int j = 1; j <= grid; ++j) {
    const double theta = 1 / largest + (1 - std::sqrt(grid / (j - 0.5))) / (3 * quartile);
    const double shape = shape_at(theta);
    thetas.push_back(theta);
    profile.push_back(-n * (std::log(scale_at(theta, shape)) + shape + 1));
  }
  const double top = *std::max_element(profile.begin(), profile.end());
  double total = 0, theta = 0;
  for (std::size_t j = 0; j < thetas.size(); ++j) {
    const double weight = std::exp(profile[j] - top);
    total += weight;
    theta += weight * thetas[j];
  }
  theta /= total;
  ParetoTail tail;
  tail.shape = shape_at(theta);
  tail.scale = scale_at(theta, tail.shape);
  tail.shape = (tail.shape * n + 0.5 * 10) / (n + 10);
  return tail;
}

double quantile(const ParetoTail& tail, double p) {
  const double log_rest = std::log1p(-p);
  return std::abs(tail.shape) < 1e-12 ? -tail.scale * log_rest
                                      : tail.scale * std::expm1(-tail.shape * log_rest) / tail.shape;
}

// Smooths the largest of the log weights (largest 0) in place, and returns the tail's shape.
double smooth_tail(Vector& log_weights, const std::vector<Index>& order, double no_spread) {
  const double count = static_cast<double>(order.size());
  const Index most = static_cast<Index>(std::ceil(std::min(0.2 * count, 3 * std::sqrt(count))));
  if (most < kMinTail) return kInfinity;
  std::size_t first = order.size() - static_cast<std::size_t>(most);
  if (-log_weights[order[first - 1]] < no_spread) return 0;
  const double log_cutoff = std::max(log_weights[order[first - 1]], std::log(kMinExcess));
  const double cutoff = std::exp(log_cutoff);
  std::vector<double> excess;
  for (std::size_t k = first; k < order.size(); ++k) {
    const double x = cutoff * std::expm1(log_weights[order[k]] - log_cutoff);
    if (x > kMinExcess) excess.push_back(x);  // not ties with the cutoff, nor what underflows
  }
  if (static_cast<Index>(excess.size()) < kMinTail) return kInfinity;
  first = order.size() - excess.size();
  if (-log_weights[order[first]] < no_spread) return 0;
  const ParetoTail tail = fit_pareto(excess);
  if (!std::isfinite(tail.shape)) return kInfinity;
  for (std::size_t k = first; k < order.size(); ++k) {
    const double p = (static_cast<double>(k - first) + 0.5) / static_cast<double>(excess.size());
    log_weights[order[k]] = std::min(0.0, std::log(quantile(tail, p) + cutoff));
  }
  return tail.shape;
}

}  // namespace

ImportanceWeights smooth_importance_weights(const Vector& log_ratios) {
  ImportanceWeights out;
  out.weights = Vector::Zero(log_ratios.size());
  out.khat = kInfinity;
  std::vector<Index> order;
  for (Index s = 0; s < log_ratios.size(); ++s)
    if (!std::isnan(log_ratios[s]) && log_ratios[s] < kInfinity) order.push_back(s);
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return log_ratios[a] < log_ratios[b]; });
  if (order.empty() || log_ratios[order.back()] == -kInfinity) return out;

  Vector log_weights = log_ratios.array() - log_ratios[order.back()];
  out.used = static_cast<Index>(order.size());
  const double no_spread = kNoSpread + kRelativeRounding * std::abs(log_ratios[order.back()]);
  if (log_weights[order.front()] > -no_spread)
    out.khat = 0;
  else
    out.khat = smooth_tail(log_weights, order, no_spread);
  for (const Index s : order) out.weights[s] = std::exp(log_weights[s]);
  out.weights /= out.weights.sum();
  out.effective_sample_size = 1 / out.weights.squaredNorm();
  return out;
}

}  // namespace g2t
