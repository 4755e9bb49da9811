// Strict numbers by std::from_chars, which knows no locale, less the spellings that it takes and we do not.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <g2t/io/number.hpp>
#include <initializer_list>
#include <system_error>

namespace g2t {
namespace {

template <class Whole>
std::optional<Whole> parse_whole(std::string_view text) {
  Whole value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// True if the decimal number in `text`, known to be out of a double's range, is a large one, not a tiny one.
bool is_huge(std::string_view text) {
  const std::size_t exponent_at = text.find_first_of("eE");
  long exponent = 0;
  if (exponent_at != std::string_view::npos) {
    std::string_view digits = text.substr(exponent_at + 1);
    const bool is_negative = digits.front() == '-';
    if (digits.front() == '-' || digits.front() == '+') digits.remove_prefix(1);
    for (char c : digits) exponent = std::min(exponent * 10 + (c - '0'), 1'000'000'000L);
    if (is_negative) exponent = -exponent;
  }
  const std::string_view mantissa = text.substr(0, exponent_at);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = mantissa.find_first_of("123456789");
  const long order = static_cast<long>(point) - static_cast<long>(first);
  return order + exponent > 0;
}

// A number of few digits and nothing else, which most entries of sparse data are; -1 if it is not.
double few_digits(std::string_view text) {
  constexpr std::size_t kExactDigits = 15;
  if (text.size() > kExactDigits) return -1;
  std::int64_t value = 0;
  for (char c : text) {
    if (!is_digit(c)) return -1;
    value = value * 10 + (c - '0');
  }
  return static_cast<double>(value);
}

bool equals_any(std::string_view text, std::initializer_list<std::string_view> words) {
  const auto equal = [text](std::string_view word) {
    return std::equal(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) {
      return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
  };
  return std::any_of(words.begin(), words.end(), equal);
}

std::string_view without_sign(std::string_view text) {
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
  return text;
}

bool is_infinity(std::string_view text) { return equals_any(without_sign(text), {"inf", "infinity"}); }

bool is_nan(std::string_view text) { return equals_any(without_sign(text), {"nan"}); }

// 1,234,567: digits in groups of three.
bool has_thousands_separators(std::string_view text) {
  std::string_view digits = without_sign(text.substr(0, text.find('.')));
  const std::size_t first = digits.find(',');
  if (first == 0 || first > 3 || first == std::string_view::npos) return false;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const bool is_separator = i >= first && (i - first) % 4 == 0;
    if (is_separator ? digits[i] != ',' : !is_digit(digits[i])) return false;
  }
  return (digits.size() - first) % 4 == 0;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t") == std::string_view::npos; }

}  // namespace

std::optional<Index> parse_count(std::string_view text) { return parse_whole<Index>(text); }

std::optional<std::uint64_t> parse_seed(std::string_view text) { return parse_whole<std::uint64_t>(text); }

std::optional<double> parse_number(std::string_view text) {
  const std::string_view magnitude = without_sign(text);
  if (magnitude.empty() || !(is_digit(magnitude.front()) || magnitude.front() == '.')) return std::nullopt;
  const char* const end = magnitude.data() + magnitude.size();
  double value = few_digits(magnitude);
  if (value >= 0) return text.front() == '-' ? -value : value;
  const std::from_chars_result result = std::from_chars(magnitude.data(), end, value);
  if (result.ptr != end || result.ec == std::errc::invalid_argument) return std::nullopt;
  if (result.ec == std::errc::result_out_of_range) {
    if (is_huge(magnitude)) return std::nullopt;
    value = 0;  // below half the smallest double, to which 0 is the nearest
  }
  return text.front() == '-' ? -value : value;
}

std::string describe_number_fault(std::string_view text) {
  if (is_blank(text)) return "a number is needed, but there is nothing";
  if (is_infinity(text) || is_nan(text)) return "a finite number is needed";
  if (is_missing_value(text)) return "a number is needed, not a missing value";
  if (has_thousands_separators(text))
    return "a number with a comma (write a decimal point, and nothing between thousands)";
  if (is_decimal_comma_number(text)) return "a number with a decimal comma (write a decimal point)";
  if (text.ends_with('%') && parse_number(text.substr(0, text.size() - 1)))
    return "a number with a percent sign (leave it out)";
  const std::string_view magnitude = without_sign(text);
  const char* const end = magnitude.data() + magnitude.size();
  double value = 0;
  const std::from_chars_result result = std::from_chars(magnitude.data(), end, value);
  const bool is_out_of_range = result.ec == std::errc::result_out_of_range && result.ptr == end;
  return is_out_of_range ? "the number is too large for double precision" : "this is not a number";
}

bool is_missing_value(std::string_view text) {
  return is_blank(text) || is_infinity(text) || is_nan(text) ||
         equals_any(text, {"na", "n/a", "null", "none", "missing", "-", "--", "?", "."});
}

bool is_decimal_comma_number(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || text.find('.') != std::string_view::npos) return false;
  std::string with_point(text);
  with_point[comma] = '.';
  return parse_number(with_point).has_value();
}

void append_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    return;
  }
  std::array<char, 32> digits;
  char* const end = digits.data() + digits.size();
  const double magnitude = std::abs(value);
  const bool is_plain = magnitude == 0 || (magnitude >= 1e-5 && magnitude < 1e16);  // without an exponent
  const std::to_chars_result result = is_plain
                                          ? std::to_chars(digits.data(), end, value, std::chars_format::fixed)
                                          : std::to_chars(digits.data(), end, value, std::chars_format::scientific);
  out.append(digits.data(), result.ptr);
}

std::string format_number(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

}  // namespace g2t
