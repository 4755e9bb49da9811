// Whether a value is among those of a range.
#pragma once

#include <algorithm>
#include <iterator>

namespace g2t {

template <class Range, class Value>
[[nodiscard]] bool contains(const Range& range, const Value& value) {
  return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

}  // namespace g2t
