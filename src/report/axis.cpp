// Ticks at 1, 2 or 5 times a power of ten.
#include <report/axis.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace g2t::report {
namespace {

constexpr double kSmallestRange = 1e-12;  // relative; values that are nearer are one

double scaled_value(double value, bool is_logarithmic) { return is_logarithmic ? std::log10(value) : value; }

// The round step of which about `count` fit into a length.
double round_step(double length, int count) {
  const double raw = length / count, power = std::pow(10.0, std::floor(std::log10(raw)));
  if (raw < 1.5 * power) return power;
  if (raw < 3.5 * power) return 2 * power;
  return raw < 7.5 * power ? 5 * power : 10 * power;
}

}  // namespace

Axis::Axis(double lowest, double highest, bool is_logarithmic, double from, double to)
    : lowest_(lowest), highest_(highest), is_logarithmic_(is_logarithmic), from_(from), to_(to) {
  if (highest_ - lowest_ > kSmallestRange * std::max(std::abs(lowest_), std::abs(highest_))) return;
  const double room = is_logarithmic_ ? 0 : std::max(std::abs(lowest_), 1.0) * 0.1;  // all values are one
  highest_ = is_logarithmic_ ? lowest_ * 2 : lowest_ + room;
  lowest_ = is_logarithmic_ ? lowest_ / 2 : lowest_ - room;
}

double Axis::place(double value) const {
  const double low = scaled_value(lowest_, is_logarithmic_), high = scaled_value(highest_, is_logarithmic_);
  const double inside = std::clamp(value, lowest_, highest_);
  return from_ + (to_ - from_) * (scaled_value(inside, is_logarithmic_) - low) / (high - low);
}

bool Axis::holds(double value) const { return value >= lowest_ && value <= highest_; }

std::vector<double> Axis::ticks(int count) const {
  std::vector<double> out;
  if (!is_logarithmic_ || highest_ / lowest_ < 4) {
    const double step = round_step(highest_ - lowest_, count);
    const double first = std::ceil(lowest_ / step - 1e-9);
    for (int k = 0; k <= 4 * count; ++k) {  // a step may be too small for the size of its ticks
      const double tick = (first + k) * step;
      if (tick <= highest_ + 1e-9 * step) out.push_back(tick);
    }
    return out;
  }
  const double decades = std::log10(highest_ / lowest_);
  const int every = std::max(1, static_cast<int>(std::ceil(decades / count)));
  for (int power = static_cast<int>(std::floor(std::log10(lowest_))); power <= std::log10(highest_); ++power)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double tick = factor * std::pow(10.0, power);
      const bool is_wanted = factor == 1 ? power % every == 0 : decades < 1.5;
      if (is_wanted && tick >= lowest_ * 0.999999 && tick <= highest_ * 1.000001) out.push_back(tick);
    }
  return out;
}

std::string tick_text(double value) {
  const double size = std::abs(value);
  if (size >= 1e4 && size < 1e6) return fmt::format("{:g}k", value / 1e3);
  return fmt::format("{:.8g}", size < 1e-12 ? 0.0 : value);
}

}  // namespace g2t::report
