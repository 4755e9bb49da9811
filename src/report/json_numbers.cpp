// What is no number is NaN, and shown as "-".
#include <report/json_numbers.h>

#include <cmath>
#include <g2t/core/counted.hpp>
#include <g2t/core/readable.hpp>
#include <limits>

namespace g2t::report {

const Json& entry_in(const Json& object, const std::string& key) {
  static const Json null;
  return object.is_object() && object.contains(key) ? object.at(key) : null;
}

double number_in(const Json& object, const std::string& key) {
  const Json& value = entry_in(object, key);
  return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::string text_in(const Json& object, const std::string& key) {
  const double value = number_in(object, key);
  return std::isnan(value) ? "-" : significant(value);
}

std::string count_in(const Json& object, const std::string& key) {
  const double value = number_in(object, key);
  return std::abs(value) < 1e15 ? grouped(std::lround(value)) : "-";
}

std::string duration_in(const Json& object, const std::string& key) {
  const double value = number_in(object, key);
  return std::isnan(value) ? "-" : duration(value);
}

bool is_true(const Json& object, const std::string& key) {
  const Json& value = entry_in(object, key);
  return value.is_boolean() && value.get<bool>();
}

}  // namespace g2t::report
