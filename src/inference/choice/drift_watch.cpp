// Exponentially weighted means; the standard error is that of independent steps.
#include <inference/choice/drift_watch.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kDriftMemory = 100;       // steps
constexpr Index kMinSteps = 50;       // before a drift can be detected
constexpr double kFactor = 2;         // by which a mean has to be off
constexpr double kStandardErrors = 4;

}  // namespace

void DriftWatch::expect(double squared_norm) {
  *this = DriftWatch();
  expected_ = squared_norm;
}

void DriftWatch::rest() { expect(expected_); }

void DriftWatch::observe(double squared_norm) {
  if (!std::isfinite(squared_norm)) return;
  const double keep = 1 - 1 / kDriftMemory;
  sum_ = keep * sum_ + squared_norm;
  squares_ = keep * squares_ + squared_norm * squared_norm;
  weight_ = keep * weight_ + 1;
  weight_squares_ = keep * keep * weight_squares_ + 1;
  ++count_;
}

double DriftWatch::ratio() const { return expected_ > 0 && count_ >= kMinSteps ? sum_ / weight_ / expected_ : 1; }

bool DriftWatch::has_drifted() const {
  const double off = ratio();
  if (off <= kFactor && off >= 1 / kFactor) return false;
  const double mean = sum_ / weight_, variance = std::max(0.0, squares_ / weight_ - mean * mean);
  const double standard_error = std::sqrt(variance * weight_squares_) / weight_;
  return std::abs(mean - expected_) > kStandardErrors * standard_error;
}

}  // namespace g2t
