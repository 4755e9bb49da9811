// Rounds to the digits that matter.
#include <g2t/core/readable.hpp>

#include <fmt/format.h>

#include <cmath>

namespace g2t {

std::string duration(double seconds) {
  if (std::isnan(seconds)) return "-";
  if (seconds >= 1e7) return fmt::format("{:.3g} s", seconds);
  if (seconds >= 100) return fmt::format("{:.0f} s", seconds);
  if (seconds >= 0.1) return fmt::format("{:.1f} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.3g} us", seconds * 1e6);
}

std::string significant(double value) {
  const double size = std::abs(value);
  return size >= 1000 && size < 1e6 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string decimals(double value, int digits) {
  if (std::isnan(value)) return "-";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (std::abs(value) >= 1e7) return fmt::format("{:.3g}", value);
  return fmt::format("{:.{}f}", value, digits);
}

std::string nats(double value, int digits) {
  const bool has_all_digits = std::abs(value) < 1e12;  // not NaN
  return has_all_digits ? fmt::format("{:.{}f}", value, digits) : decimals(value, digits);
}

}  // namespace g2t
