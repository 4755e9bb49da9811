// Is a model's score the derivative of its log density?
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/gradient_check.hpp>
#include <limits>

namespace g2t {
namespace {

constexpr std::size_t kStepCount = 5;
constexpr double kLargestStep = 1e-2;
constexpr double kStepRatio = 8;

// A derivative and how far it may be off.
struct Estimate {
  double value = 0;
  double error = std::numeric_limits<double>::infinity();
};

// Central differences at falling steps, each pair extrapolated to order four; the pair that agrees best wins.
Estimate extrapolate(const std::array<double, kStepCount>& differences, const std::array<double, kStepCount>& noise) {
  Estimate best;
  for (std::size_t k = 1; k < kStepCount; ++k) {
    const double change = (differences[k] - differences[k - 1]) / (kStepRatio * kStepRatio - 1);
    const double error = std::abs(change) + noise[k];
    if (error < best.error) best = {differences[k] + change, error};
  }
  return best;
}

Estimate differentiate(const Model& model, const Vector& point, Index coordinate) {
  std::array<double, kStepCount> steps{};
  Matrix draws = point.transpose().replicate(2 * kStepCount, 1);
  for (std::size_t k = 0; k < kStepCount; ++k) {
    const double step =
        kLargestStep * std::pow(kStepRatio, -static_cast<double>(k)) * std::max(1.0, std::abs(point(coordinate)));
    const Index row = 2 * static_cast<Index>(k);
    draws(row, coordinate) += step;
    draws(row + 1, coordinate) -= step;
    steps[k] = draws(row, coordinate) - draws(row + 1, coordinate);  // what rounding left of it
  }
  Evaluation evaluation;
  model.evaluate(draws, evaluation);
  std::array<double, kStepCount> differences{};
  std::array<double, kStepCount> noise{};
  for (std::size_t k = 0; k < kStepCount; ++k) {
    const double above = evaluation.log_density(2 * static_cast<Index>(k));
    const double below = evaluation.log_density(2 * static_cast<Index>(k) + 1);
    differences[k] = (above - below) / steps[k];
    noise[k] = 16 * std::numeric_limits<double>::epsilon() * (std::abs(above) + std::abs(below)) / steps[k];
  }
  return extrapolate(differences, noise);
}

}  // namespace

GradientCheck check_gradient(const Model& model, const Vector& point, double tolerance) {
  const Index dimension = model.dimension();
  if (point.size() != dimension) {
    throw InvalidArgument("check_gradient", "point", fmt::format("{} entries", point.size()),
                          fmt::format("the model has {} parameters", dimension));
  }
  GradientCheck check;
  check.point = point;
  Evaluation evaluation;
  model.evaluate(point.transpose(), evaluation);
  evaluation.mark_non_finite();
  if (evaluation.failure_count() > 0) {
    check.passed = false;
    check.given = evaluation.log_density(0);
    return check;
  }
  double worst_excess = -1;
  for (Index i = 0; i < dimension; ++i) {
    const double given = evaluation.score(0, i);
    const Estimate expected = differentiate(model, point, i);
    if (!std::isfinite(expected.error)) continue;  // the density is not finite next to the point
    const double allowed = tolerance * std::max({1.0, std::abs(given), std::abs(expected.value)}) + expected.error;
    const double excess = std::abs(given - expected.value) / allowed;
    if (excess > worst_excess) {
      worst_excess = excess;
      check.worst = i;
      check.given = given;
      check.expected = expected.value;
    }
  }
  check.passed = worst_excess >= 0 && worst_excess <= 1;  // below zero: no neighbour was finite, nothing was compared
  if (check.worst >= 0) check.parameter = model.parameter_names()[static_cast<std::size_t>(check.worst)];
  return check;
}

std::string GradientCheck::message() const {
  if (passed) return "";
  constexpr Index kShown = 10;
  const Index shown = std::min(kShown, point.size());
  std::string where = "(";
  for (Index i = 0; i < shown; ++i) where += fmt::format("{}{:.6g}", i == 0 ? "" : ", ", point(i));
  where += shown < point.size() ? fmt::format(", ... {} in all)", point.size()) : ")";
  if (worst < 0) return fmt::format("the log density or its gradient is not finite ({}) at {}", given, where);
  return fmt::format("gradient of coordinate {} ({}): the model says {:.9g}, finite differences {:.9g}, at {}",
                     worst + 1, parameter, given, expected, where);
}

}  // namespace g2t
