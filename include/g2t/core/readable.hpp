// Numbers as people read them.
#pragma once

#include <string>

namespace g2t {

/// "10.0 s", "12 ms", "3.1 us"; powers of ten from 1e7 s on, "-" for NaN.
[[nodiscard]] std::string duration(double seconds);
/// Three significant digits or all before the point: "12.3", "0.00123", "41234", "1.23e+09".
[[nodiscard]] std::string significant(double value);
/// So many digits after the point: "-595.90"; "-" for NaN, powers of ten from 1e7 on.
[[nodiscard]] std::string decimals(double value, int digits);
/// The same of an ELBO, of which all digits before the point count up to 1e12.
[[nodiscard]] std::string nats(double value, int digits);

}  // namespace g2t
