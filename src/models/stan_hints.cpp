// Hints for the messages of Stan's data readers.
#include <models/stan_hints.hpp>

namespace g2t::models {
namespace {

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// After "variable name=", up to the next ';'.
std::string variable_of(const std::string& message) {
  const std::string key = "variable name=";
  const std::size_t begin = message.find(key);
  if (begin == std::string::npos) return "it";
  const std::size_t from = begin + key.size();
  return "`" + message.substr(from, message.find_first_of("; ", from) - from) + "`";
}

}  // namespace

std::string data_hint(const std::string& message) {
  const std::string variable = variable_of(message);
  if (has(message, "variable does not exist") || has(message, "dims found=()"))
    return "; is " + variable + " in the data? A number alone does not do for an array of one: write [1]";
  if (has(message, "non-int values"))
    return "; whole numbers are needed for " + variable + ", written without a decimal point or exponent";
  if (has(message, "mismatch in number dimensions"))
    return "; " + variable + " has the wrong number of dimensions: [1] is an array, 1 is none (R: jsonlite needs "
           "auto_unbox = TRUE, and I(x) for arrays of one)";
  if (has(message, "mismatch in dimension")) return "; " + variable + " has the wrong size";
  if (has(message, "null values not allowed")) return "; Stan has no missing values: leave those rows out";
  if (has(message, "string values not allowed"))
    return "; texts (factor levels, dates) must become numbers, and entries that the program does not declare (notes, names) "
           "must go";
  if (has(message, "boolean values not allowed")) return "; write 0 and 1 for false and true";
  if (has(message, "Expecting JSON object, found array"))
    return "; an object is expected: {\"N\": 8, ...} (R writes an empty list as [], which should be {})";
  if (has(message, "needs unknown")) return "; is every variable that the program declares in the data?";
  if (has(message, "stanli")) return "; stanli does not take all of Stan: --stan-backend compiled does";
  return "";
}

std::string density_hint(const std::string& message) {
  const bool is_empty = has(message, "lub_constrain") && has(message, "must be less than");
  return is_empty ? "; the bounds of this parameter leave it no room, whatever the start" : "";
}

}  // namespace g2t::models
