// Is a model's score the derivative of its log density?
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/gradient_check.hpp>
#include <limits>
#include <vector>

namespace g2t {
namespace {

constexpr std::size_t kStepCount = 5;
constexpr double kLargestStep = 1e-2;
constexpr Index kSideBySide = 4;  // coordinates: with all their steps five lanes of eight draws
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

// By coordinates side by side, whose draws fill lanes.
std::vector<Estimate> differentiate(const Model& model, const Vector& point, Index first, Index count) {
  constexpr Index kDraws = 2 * static_cast<Index>(kStepCount);  // a coordinate
  Matrix draws = point.transpose().replicate(kDraws * count, 1);
  const auto row_of = [](Index k, std::size_t step) { return k * kDraws + 2 * static_cast<Index>(step); };
  for (Index k = 0; k < count; ++k)
    for (std::size_t j = 0; j < kStepCount; ++j) {
      const double step =
          kLargestStep * std::pow(kStepRatio, -static_cast<double>(j)) * std::max(1.0, std::abs(point(first + k)));
      draws(row_of(k, j), first + k) += step;
      draws(row_of(k, j) + 1, first + k) -= step;
    }
  Evaluation evaluation;
  model.evaluate(draws, evaluation);
  std::vector<Estimate> out;
  for (Index k = 0; k < count; ++k) {
    std::array<double, kStepCount> differences{};
    std::array<double, kStepCount> noise{};
    for (std::size_t j = 0; j < kStepCount; ++j) {
      const Index row = row_of(k, j);
      const double step = draws(row, first + k) - draws(row + 1, first + k);  // what rounding left of it
      const double above = evaluation.log_density(row), below = evaluation.log_density(row + 1);
      differences[j] = (above - below) / step;
      noise[j] = 16 * std::numeric_limits<double>::epsilon() * (std::abs(above) + std::abs(below)) / step;
    }
    out.push_back(extrapolate(differences, noise));
  }
  return out;
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
  std::vector<Estimate> estimates;
  for (Index i = 0; i < dimension; ++i) {
    const double given = evaluation.score(0, i);
    if (i % kSideBySide == 0) estimates = differentiate(model, point, i, std::min(kSideBySide, dimension - i));
    const Estimate& expected = estimates[static_cast<std::size_t>(i % kSideBySide)];
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
