// Bins by division; the largest value belongs to the last.
#include <report/histogram.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace g2t::report {
namespace {

constexpr double kBinsOfValues = 2.5;        // times the cube root of their number
constexpr double kSmallestVariation = 1e-9;  // relative to the values
constexpr double kMinBins = 8, kMaxBins = 40;

bool are_whole(const Vector& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return !std::isfinite(v) || v == std::floor(v); });
}

}  // namespace

Index Histogram::most() const { return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end()); }

Histogram histogram(const Vector& values, double low, double high, Index bins) {
  Histogram out{low, high, std::vector<Index>(static_cast<std::size_t>(bins), 0)};
  for (const double value : values) {
    if (!std::isfinite(value)) {
      ++out.missing;
    } else if (value < low) {
      ++out.below;
    } else if (value > high) {
      ++out.above;
    } else {
      const double place = (value - low) / (high - low) * static_cast<double>(bins);
      ++out.counts[static_cast<std::size_t>(std::min(static_cast<Index>(place), bins - 1))];
    }
  }
  return out;
}

Histogram histogram(const Vector& values, double q5, double q95) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  Index finite = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
    ++finite;
  }
  const double room = q95 - q5;
  if (room > 0) low = std::max(low, q5 - room), high = std::min(high, q95 + room);
  const double smallest = kSmallestVariation * std::max(std::abs(low), std::abs(high));
  if (!(high - low > smallest) || !std::isfinite(high - low)) return {low, high, {}, 0, 0, values.size() - finite};
  const double width = std::floor(high) - std::ceil(low) + 1;
  if (width >= 2 && width <= kMaxBins && are_whole(values))
    return histogram(values, std::ceil(low) - 0.5, std::floor(high) + 0.5, static_cast<Index>(width));
  const double bins = std::round(kBinsOfValues * std::cbrt(static_cast<double>(finite)));
  return histogram(values, low, high, static_cast<Index>(std::clamp(bins, kMinBins, kMaxBins)));
}

}  // namespace g2t::report
