// Gaussian expectations of log sigmoid and its first two derivatives.
#include "models/log_sigmoid_moments.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

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

const std::array<Trapezoid, kRuleCount>& trapezoids() {
  static const std::array<Trapezoid, kRuleCount> rules = [] {
    std::array<Trapezoid, kRuleCount> made;
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
  int rule = 0;
  if (deviation > 0.356) {
    const double needed = 2 * kPi * kPi * deviation / (39 * deviation * deviation + kPi * kPi / 2);
    while (rule + 1 < kRuleCount && step_of_rule(rule) > needed) ++rule;
  }
  return trapezoids()[static_cast<std::size_t>(rule)];
}

void add_node(double x, double weight, LogSigmoidMoments& sum) {
  const double e = std::exp(-std::abs(x));
  const double small = e / (1 + e);
  sum.value += weight * (std::min(x, 0.0) - std::log1p(e));
  sum.slope += weight * (x >= 0 ? small : 1 / (1 + e));
  sum.curvature -= weight * small / (1 + e);
}

LogSigmoidMoments by_trapezoid(double mean, double deviation) {
  const Trapezoid& rule = trapezoid_for(deviation);
  LogSigmoidMoments sum;
  add_node(mean, rule.weights[0], sum);
  for (std::size_t node = 1; node < rule.weights.size(); ++node) {
    const double shift = deviation * rule.step * static_cast<double>(node);
    add_node(mean + shift, rule.weights[node], sum);
    add_node(mean - shift, rule.weights[node], sum);
  }
  return sum;
}

// A node on the positive axis with the bump's value there, log(1 + e^-x), and those of its derivatives.
struct BumpNode {
  double x = 0;
  double value = 0;
  double slope = 0;
  double curvature = 0;
};

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

const std::vector<BumpNode>& bump_nodes() {
  static const std::vector<BumpNode> made = [] {
    std::array<double, kPanelNodes> nodes{};
    std::array<double, kPanelNodes> weights{};
    gauss_legendre(nodes, weights);
    constexpr std::array<double, 6> edges{0, 2, 5, 10, 20, 40};
    std::vector<BumpNode> all;
    for (std::size_t panel = 0; panel + 1 < edges.size(); ++panel) {
      const double half = 0.5 * (edges[panel + 1] - edges[panel]);
      for (std::size_t k = 0; k < nodes.size(); ++k) {
        const double x = edges[panel] + half * (1 + nodes[k]);
        const double e = std::exp(-x);
        const double weight = half * weights[k] * kInverseRootTwoPi;
        all.push_back({x, weight * std::log1p(e), weight * e / (1 + e), weight * e / ((1 + e) * (1 + e))});
      }
    }
    return all;
  }();
  return made;
}

// log sigmoid(x) = min(x, 0) - log(1 + e^-|x|): the first part in closed form, the bump on panels of each side.
LogSigmoidMoments by_parts(double mean, double deviation) {
  const double ratio = mean / deviation;
  const double below = 0.5 * std::erfc(ratio * std::numbers::sqrt2 / 2);
  LogSigmoidMoments sum;
  sum.value = mean * below - deviation * kInverseRootTwoPi * std::exp(-0.5 * ratio * ratio);
  sum.slope = below;
  for (const BumpNode& node : bump_nodes()) {
    const double right = (node.x - mean) / deviation;
    const double left = (node.x + mean) / deviation;
    const double density_right = std::exp(-0.5 * right * right) / deviation;
    const double density_left = std::exp(-0.5 * left * left) / deviation;
    sum.value -= node.value * (density_right + density_left);
    sum.slope += node.slope * (density_right - density_left);
    sum.curvature -= node.curvature * (density_right + density_left);
  }
  return sum;
}

}  // namespace

LogSigmoidMoments log_sigmoid_moments(double mean, double deviation) {
  if (!std::isfinite(mean) || !std::isfinite(deviation)) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan, nan};
  }
  return deviation < kWide ? by_trapezoid(mean, deviation) : by_parts(mean, deviation);
}

}  // namespace g2t
