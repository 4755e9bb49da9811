// Exponentially weighted averages, and the rules that read them.
#include <g2t/optimizers/natural_step_size.hpp>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kMemory = 0.9;           // of signal and noise: about ten steps
constexpr double kCurvatureMemory = 0.95;
constexpr double kTiny = 1e-300;

}  // namespace

void NaturalStepSize::observe(double signal, double noise) {
  if (!std::isfinite(signal) || !std::isfinite(noise)) return;
  signal_ = kMemory * signal_ + (1 - kMemory) * signal;
  noise_ = kMemory * noise_ + (1 - kMemory) * std::max(noise, 0.0);
  weight_ = kMemory * weight_ + (1 - kMemory);
}

double NaturalStepSize::signal() const { return weight_ > 0 ? std::max(0.0, signal_ / weight_) : 0; }
double NaturalStepSize::noise() const { return weight_ > 0 ? noise_ / weight_ : 0; }

double NaturalStepSize::noise_share() const {
  return noise() / units_ / (signal() + noise() / units_ + kTiny);
}

double NaturalStepSize::step_size(double eps) const {
  const double of_signal = 1 - noise_share();
  const double of_noise = std::min(1.0, 2 * units_ * eps * dimension_ / (noise() + kTiny));
  return std::min(0.5 * std::max(of_signal, of_noise), cap_);
}

double full_rank_step_cap(Index dimension, Index units) {
  return 0.5 / (1 + 0.5 * static_cast<double>(dimension) / static_cast<double>(units));
}

void MeanCurvature::observe(double slope_change, double squared_length) {
  if (!std::isfinite(slope_change) || !std::isfinite(squared_length)) return;
  slope_change_ = kCurvatureMemory * slope_change_ + (1 - kCurvatureMemory) * slope_change;
  squared_length_ = kCurvatureMemory * squared_length_ + (1 - kCurvatureMemory) * squared_length;
}

double MeanCurvature::step_factor(double step_size) const {
  const double curvature = slope_change_ / (squared_length_ + kTiny);
  return std::min(1.0, 1 / (2 * step_size * std::max(curvature, 1e-9)));
}

}  // namespace g2t
