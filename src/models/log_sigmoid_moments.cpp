// Gaussian expectations of log sigmoid and its first two derivatives.
#include "models/log_sigmoid_moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "kernels/log_sigmoid_sums.h"
#include "models/lane_block.hpp"

namespace g2t {
namespace {

constexpr double kPi = std::numbers::pi;
const double kInverseRootTwoPi = 1 / std::sqrt(2 * kPi);

// Above this deviation of the margin the bump of log sigmoid is narrow, and is integrated by itself.
constexpr double kWide = 5;

// A trapezoid rule in the standardised margin: nodes 0, +-step, ... and their weights from the centre out.
struct Trapezoid {
  double step = 0;
  std::vector<double> weights;
};

constexpr double kRange = 8.6;
constexpr double kCoarsestStep = 0.7;
constexpr int kStepsPerHalving = 4;
constexpr int kRuleCount = 14;

double step_of_rule(int rule) { return kCoarsestStep * std::exp2(-static_cast<double>(rule) / kStepsPerHalving); }

const std::vector<Trapezoid>& trapezoids() {
  static const std::vector<Trapezoid> rules = [] {
    std::vector<Trapezoid> made(kRuleCount);
    for (int rule = 0; rule < kRuleCount; ++rule) {
      Trapezoid& trapezoid = made[static_cast<std::size_t>(rule)];
      trapezoid.step = step_of_rule(rule);
      for (int node = 0; node * trapezoid.step <= kRange; ++node) {
        const double t = node * trapezoid.step;
        trapezoid.weights.push_back(trapezoid.step * kInverseRootTwoPi * std::exp(-0.5 * t * t));
      }
    }
    return made;
  }();
  return rules;
}

// The singularities at +-i pi lie a = pi/deviation off the real axis of the standardised margin; the rule's error
// is about exp(a^2/2 - 2 pi a/step), or exp(-2 pi^2/step^2) if a is large enough not to matter.
const Trapezoid& trapezoid_for(double deviation) {
  const std::vector<Trapezoid>& rules = trapezoids();
  std::size_t rule = 0;
  if (deviation > 0.356) {
    const double needed = 2 * kPi * kPi * deviation / (39 * deviation * deviation + kPi * kPi / 2);
    while (rule + 1 < rules.size() && rules[rule].step > needed) ++rule;
  }
  return rules[rule];
}

constexpr int kPanelNodes = 20;

// Nodes and weights of Gauss-Legendre on [-1, 1] by Newton's method on the Legendre polynomial.
void gauss_legendre(std::array<double, kPanelNodes>& nodes, std::array<double, kPanelNodes>& weights) {
  for (int k = 0; k < kPanelNodes; ++k) {
    double x = std::cos(kPi * (k + 0.75) / (kPanelNodes + 0.5));
    double derivative = 1;
    for (int iteration = 0; iteration < 100; ++iteration) {
      double previous = 1;
      double current = x;
      for (int degree = 2; degree <= kPanelNodes; ++degree) {
        const double next = ((2 * degree - 1) * x * current - (degree - 1) * previous) / degree;
        previous = current;
        current = next;
      }
      derivative = kPanelNodes * (x * current - previous) / (x * x - 1);
      const double change = current / derivative;
      x -= change;
      if (std::abs(change) < 1e-16) break;
    }
    nodes[static_cast<std::size_t>(k)] = x;
    weights[static_cast<std::size_t>(k)] = 2 / ((1 - x * x) * derivative * derivative);
  }
}

// Panels of the positive axis: each node with the bump's value there, log(1 + e^-x), and those of its derivatives.
class BumpRule {
 public:
  BumpRule() : numbers_(4 * kCount) {
    std::fill_n(numbers_.data(), 4 * kCount, 0.0);
    std::array<double, kPanelNodes> nodes{};
    std::array<double, kPanelNodes> weights{};
    gauss_legendre(nodes, weights);
    double* to = numbers_.data();
    for (std::size_t panel = 0; panel < kPanels; ++panel) {
      const double half = 0.5 * (kEdges[panel + 1] - kEdges[panel]);
      for (std::size_t k = 0; k < nodes.size(); ++k, ++to) {
        const double x = kEdges[panel] + half * (1 + nodes[k]);
        const double e = std::exp(-x);
        const double weight = half * weights[k] * kInverseRootTwoPi;
        to[0] = x;
        to[kCount] = weight * std::log1p(e);
        to[2 * kCount] = weight * e / (1 + e);
        to[3 * kCount] = weight * e / ((1 + e) * (1 + e));
      }
    }
  }

  [[nodiscard]] kernels::BumpNodes nodes() const {
    const double* const from = numbers_.data();
    return {from, from + kCount, from + 2 * kCount, from + 3 * kCount, kCount};
  }

 private:
  static constexpr std::array<double, 6> kEdges{0, 2, 5, 10, 20, 40};
  static constexpr std::size_t kPanels = kEdges.size() - 1;
  static constexpr std::size_t kCount = (kPanels * kPanelNodes + 7) / 8 * 8;
  AlignedBuffer numbers_;
};

// log sigmoid(x) = min(x, 0) - log(1 + e^-|x|): the first part in closed form, the bump on panels of each side.
LogSigmoidMoments by_parts(double mean, double deviation) {
  static const BumpRule rule;
  const double ratio = mean / deviation;
  const double below = 0.5 * std::erfc(ratio * std::numbers::sqrt2 / 2);
  const kernels::LogSigmoidSums bump = kernels::bump_sums(rule.nodes(), mean, deviation);
  const double value = mean * below - deviation * kInverseRootTwoPi * std::exp(-0.5 * ratio * ratio);
  return {value + bump.value, below + bump.slope, bump.curvature};
}

}  // namespace

// Eight margins share the rule that the widest of them needs, but for those that are wide or not finite.
void log_sigmoid_moments(const MarginBlock& margins, std::size_t count, LogSigmoidMoments* out) {
  MarginBlock by_rule;
  double widest = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double mean = margins.mean[k], deviation = margins.deviation[k];
    if (!std::isfinite(mean) || !(deviation < kWide)) continue;
    by_rule.mean[k] = mean;
    by_rule.deviation[k] = deviation;
    widest = std::max(widest, deviation);
  }
  const Trapezoid& rule = trapezoid_for(widest);
  kernels::LogSigmoidLanes lanes;
  kernels::symmetric_sums(rule.step, rule.weights.data(), rule.weights.size(), by_rule.mean, by_rule.deviation, lanes);
  for (std::size_t k = 0; k < count; ++k) {
    const double mean = margins.mean[k], deviation = margins.deviation[k];
    if (!std::isfinite(mean) || !std::isfinite(deviation)) {
      constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
      out[k] = {kNan, kNan, kNan};
    } else if (deviation < kWide) {
      out[k] = {lanes.value[k], lanes.slope[k], lanes.curvature[k]};
    } else {
      out[k] = by_parts(mean, deviation);
    }
  }
}

LogSigmoidMoments log_sigmoid_moments(double mean, double deviation) {
  MarginBlock margins;
  margins.mean[0] = mean;
  margins.deviation[0] = deviation;
  LogSigmoidMoments out;
  log_sigmoid_moments(margins, 1, &out);
  return out;
}

}  // namespace g2t
