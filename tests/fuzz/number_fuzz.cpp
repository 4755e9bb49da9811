// Numbers in text against C's own reader.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fuzz/fuzz_target.hpp>
#include <g2t/core/printable.hpp>
#include <g2t/core/readable.hpp>
#include <g2t/io/number.hpp>

namespace g2t::fuzz {
namespace {

bool may_be_decimal(const std::string& text) {
  const bool has_digit = text.find_first_of("0123456789") != std::string::npos;
  return has_digit && text.find_first_not_of("0123456789+-.eE") == std::string::npos;
}

void check_value(double value, const std::string& text) {
  require(std::isfinite(value), "a number is finite");
  const std::optional<double> again = parse_number(format_number(value));
  require(again && *again == value && std::signbit(*again) == std::signbit(value), "a number reads back: " + text);
  for (const std::string& shown : {duration(value), significant(value), decimals(value, 2), nats(value, 2)})
    require(!shown.empty() && shown.size() < 40 && printable(shown) == shown, "a number is shown in moderate length");
}

void check_number(std::string_view input) {
  const std::string text(input.substr(0, input.find('\0')));
  const std::optional<double> number = parse_number(text);
  if (number) check_value(*number, text);
  if (!number) require(!describe_number_fault(text).empty(), "a refusal has its reason");
  if (may_be_decimal(text)) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool is_taken = *end == '\0' && std::isfinite(value);
    require(number.has_value() == is_taken, "C takes the same numbers: " + text);
    require(!number || *number == value, "C reads the same number: " + text);
  }
  require(!(number && is_missing_value(text)), "a number is not missing");
  require(!(number && is_decimal_comma_number(text)), "a number has no decimal comma");
  if (const std::optional<Index> count = parse_count(text)) require(number.has_value(), "a count is a number");
  if (const std::optional<std::uint64_t> seed = parse_seed(text)) require(number.has_value(), "a seed is a number");
}

const Registration kNumber("number", check_number);

}  // namespace
}  // namespace g2t::fuzz
