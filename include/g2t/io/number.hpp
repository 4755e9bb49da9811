// The one strict reader of numbers in text, and the writer whose output reads back as the same double.
#pragma once

#include <cstdint>
#include <g2t/core/types.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace g2t {

/// The whole of `text` as a finite decimal number, or nothing.
///
/// Takes what C's decimal notation takes, with one leading sign ("+.5", "4.e-1", "1e-320"); not nan, inf, hexadecimal,
/// a decimal comma, a Fortran exponent, blanks, or a number too large for a double. Independent of the locale.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

/// The whole of `text` as a whole number in digits, with '-' before it if it is negative; or nothing.
[[nodiscard]] std::optional<Index> parse_count(std::string_view text);

/// The same from 0 to 2^64 - 1.
[[nodiscard]] std::optional<std::uint64_t> parse_seed(std::string_view text);

/// The reason why parse_number() rejects `text`, for an error message: "a number is needed, not an empty cell", ...
[[nodiscard]] std::string describe_number_fault(std::string_view text);

/// True for the usual texts of a missing value: nothing, NA, nan, null, none, -, ?, '.'; and for inf.
[[nodiscard]] bool is_missing_value(std::string_view text);

/// True for a number written with a decimal comma: "0,5".
[[nodiscard]] bool is_decimal_comma_number(std::string_view text);

/// The shortest text that reads back as the same double (at most 17 significant digits); "nan", "inf", "-inf" else.
[[nodiscard]] std::string format_number(double value);

/// The same, appended to `out`.
void append_number(std::string& out, double value);

}  // namespace g2t
