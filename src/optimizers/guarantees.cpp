// The table, row by row; constants that a row lacks leave it out.
#include <g2t/optimizers/guarantees.hpp>

#include <g2t/core/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kStepRounding = 1e-12;  // relative excess that does not need another step

void check(const char* name, const std::optional<double>& value) {
  if (value && !(*value > 0 && std::isfinite(*value)))
    throw InvalidArgument("guarantees", name, fmt::format("{}", *value), "must be positive and finite");
}

// Both momentum methods: their B is (1 - beta)^2 plus a power of beta.
Guarantee with_momentum(const ObjectiveConstants& c, const std::string& method, int power) {
  const double beta = c.momentum, rest = 1 - beta, b = std::pow(beta, power) + rest * rest;
  Guarantee out{method, "smooth", "mean over the steps of E|grad F|^2",
                fmt::format("sqrt(2 D_f (1-b)^4 / (B L K G^2)), B = b^{} + (1-b)^2", power), 0.5};
  out.scale = std::sqrt(8 * *c.gap * *c.smoothness * b) / rest;
  const double step_squared = 2 * *c.gap * std::pow(rest, 4) / (b * *c.smoothness);  // times G^2 K
  out.step_scale = std::sqrt(step_squared);
  out.min_steps_scale = 4 * *c.smoothness * *c.smoothness * step_squared / (rest * rest);
  return out;
}

}  // namespace

double Guarantee::bound(double mean_square, double steps) const {
  return scale * std::pow(mean_square / steps, exponent);
}

double Guarantee::step_size(double mean_square, double steps) const {
  return step_scale / std::sqrt(mean_square * steps);
}

double Guarantee::steps_for(double mean_square, double target) const {
  const double exact = mean_square * std::pow(scale / target, 1 / exponent);
  const double least = mean_square > 0 ? min_steps_scale / mean_square : 1;
  const auto whole = [](double steps) { return std::ceil(steps * (1 - kStepRounding)); };
  return std::max({1.0, whole(exact), whole(least)});
}

std::vector<Guarantee> guarantees(const ObjectiveConstants& c) {
  check("smoothness", c.smoothness);
  check("convexity", c.convexity);
  check("distance", c.distance);
  check("gap", c.gap);
  if (!(c.momentum >= 0 && c.momentum < 1))
    throw InvalidArgument("guarantees", "momentum", fmt::format("{}", c.momentum), "must be in [0, 1)");
  std::vector<Guarantee> out;
  const auto add = [&](Guarantee row, double scale, double step_scale) {
    row.scale = scale;
    row.step_scale = step_scale;
    out.push_back(row);
  };
  if (c.convexity && c.smoothness)
    add({"SGD", "strongly convex, smooth", "E F(w_K) - F*", "1 / (lambda k)", 1},
        2 * *c.smoothness / (*c.convexity * *c.convexity), 0);
  if (c.convexity)
    add({"SGD", "strongly convex", "E|w_K - w*|^2", "1 / (lambda k)", 1}, 4 / (*c.convexity * *c.convexity), 0);
  if (c.distance) add({"SGD", "convex", "E F(mean of w_k) - F*", "D_w / (G sqrt K)", 0.5}, *c.distance, *c.distance);
  if (!c.smoothness || !c.gap) return out;
  add({"SGD", "smooth", "mean over the steps of E|grad F|^2", "sqrt(2 D_f / (L K G^2))", 0.5},
      std::sqrt(2 * *c.smoothness * *c.gap), std::sqrt(2 * *c.gap / *c.smoothness));
  out.push_back(with_momentum(c, "heavy ball", 2));
  out.push_back(with_momentum(c, "Nesterov", 4));
  return out;
}

}  // namespace g2t
