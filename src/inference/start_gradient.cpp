// By finite differences, at two points: at one alone a gradient of the wrong sign may be zero.
#include <inference/start_gradient.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/stopwatch.hpp>
#include <g2t/models/gradient_check.hpp>

namespace g2t {
namespace {

constexpr double kFarBelow = 1e6;  // nats

bool is_astray(const FitWarning& warning) {
  switch (warning.kind) {
    case WarningKind::Stuck:
    case WarningKind::Diverged:
    case WarningKind::ElboBelowStart:
    case WarningKind::ElboNotFinite:
    case WarningKind::UnboundedDirection:
      return true;
    case WarningKind::ElboBelowBest:
    case WarningKind::EarlierIsResult:
      return !(warning.number("nats") <= kFarBelow);
    default:
      return false;
  }
}

double seconds_of_check(const Vector& start, const Model& model) {
  constexpr double kEvaluations = 20;  // a parameter
  Evaluation evaluation;
  const Stopwatch watch;
  model.evaluate(start.transpose(), evaluation);
  return kEvaluations * static_cast<double>(start.size()) * watch.seconds();
}

}  // namespace

bool went_astray(const FitResult& result) {
  return result.status != FitStatus::Interrupted &&
         std::any_of(result.warnings.begin(), result.warnings.end(), is_astray);
}

std::optional<FitWarning> wrong_gradient_at(const Vector& start, const Model& model, double max_seconds) {
  constexpr double kBeside = 0.3;
  const Index dimension = start.size();
  if (dimension > kMaxCheckedGradient || seconds_of_check(start, model) > max_seconds) return std::nullopt;
  const Vector positions = Vector::LinSpaced(dimension, 1, static_cast<double>(dimension));
  for (const double distance : {0.0, kBeside}) {
    const GradientCheck check = check_gradient(model, start + distance * positions.array().sin().matrix());
    if (check.passed || check.worst < 0) continue;
    return FitWarning{.kind = WarningKind::WrongGradient,
                      .numbers = {{"coordinate", static_cast<double>(check.worst + 1)},
                                  {"given", check.given},
                                  {"expected", check.expected},
                                  {"at", check.point[check.worst]}},
                      .names = {check.parameter}};
  }
  return std::nullopt;
}

}  // namespace g2t
