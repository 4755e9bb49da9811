// Numbers in JSON that may be missing or null.
#pragma once

#include <g2t/core/json.hpp>
#include <string>

namespace g2t::report {

/// Null if the key is not there, or the object is none.
const Json& entry_in(const Json& object, const std::string& key);

/// NaN if it is no number.
double number_in(const Json& object, const std::string& key);

/// Three significant digits; "-" if it is no number.
std::string text_in(const Json& object, const std::string& key);

/// A whole number, "41,000"; "-" if it is no number.
std::string count_in(const Json& object, const std::string& key);

/// "12 ms"; "-" if it is no number.
std::string duration_in(const Json& object, const std::string& key);

bool is_true(const Json& object, const std::string& key);

}  // namespace g2t::report
