// What tests of pages share.
#pragma once

#include <cstddef>
#include <string>

namespace g2t::report {

/// How often a part is in a text.
inline std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace g2t::report
