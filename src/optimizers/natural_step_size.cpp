// Exponentially weighted averages, and the step sizes that follow from them.
#include <algorithm>
#include <cmath>
#include <g2t/optimizers/natural_step_size.hpp>

namespace g2t {
namespace {

constexpr double kMemory = 0.9;  // of signal and noise: about ten steps
constexpr double kCurvatureMemory = 0.95;
constexpr double kMaxEps = 0.05;  // stationary noise of a minimum step size
constexpr double kTiny = 1e-300;

}  // namespace

void NaturalStepSize::observe(double signal, double noise) {
  if (!std::isfinite(signal) || !std::isfinite(noise)) return;
  signal_ = kMemory * signal_ + (1 - kMemory) * signal;
  const double change = weight_ > 0 ? signal - last_signal_ : 0;
  changes_ = kMemory * changes_ + (1 - kMemory) * 0.5 * change * change;
  last_signal_ = signal;
  noise_ = kMemory * noise_ + (1 - kMemory) * std::max(noise, 0.0);
  weight_ = kMemory * weight_ + (1 - kMemory);
}

void NaturalStepSize::forget_signal() { signal_ = last_signal_ = 0; }

// Less one standard error of the average: at the optimum it is noise, and would make steps too long.
double NaturalStepSize::signal() const {
  if (weight_ == 0) return 0;
  const double variance = changes_ / weight_;  // by successive differences, which a trend hardly affects
  return std::max(0.0, signal_ / weight_ - std::sqrt(variance * (1 - kMemory) / (1 + kMemory)));
}
double NaturalStepSize::noise() const { return weight_ > 0 ? noise_ / weight_ : 0; }

double NaturalStepSize::noise_share() const { return noise() / units_ / (signal() + noise() / units_ + kTiny); }

double NaturalStepSize::step_size(const NoiseAllowance& allowed) const {
  const auto of_noise = [this](double eps) {
    return 0.5 * std::min(1.0, 2 * units_ * eps * dimension_ / (noise() + kTiny));
  };
  const double of_signal = 0.5 * (1 - noise_share());
  const double least = std::min(allowed.min_step_size, of_noise(kMaxEps));
  return std::min(std::max({of_signal, of_noise(allowed.eps), least}), cap_);
}

double NaturalStepSize::outlier_factor(double squared_norm, const NoiseAllowance& allowed) const {
  if (weight_ == 0 || signal_ == 0) return 1;  // the usual length is not known
  const double usual = signal() + noise() / units_;
  return std::min(1.0, allowed.longest_gradient * std::sqrt(usual / (squared_norm + kTiny)));
}

double full_rank_step_cap(Index dimension, Index units) {
  return 0.5 / (1 + 0.5 * static_cast<double>(dimension) / static_cast<double>(units));
}

void MeanCurvature::observe(double slope_change, double squared_length) {
  const double curvature = slope_change / squared_length;
  if (!std::isfinite(curvature)) return;
  sum_ = kCurvatureMemory * sum_ + std::clamp(curvature, -most_, most_);
  weight_ = kCurvatureMemory * weight_ + 1;
}

double MeanCurvature::step_factor(double step_size) const {
  const double curvature = weight_ > 0 ? sum_ / weight_ : 0;
  return std::min(1.0, 1 / (2 * step_size * std::max(curvature, 1e-9)));
}

}  // namespace g2t
