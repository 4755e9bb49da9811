// Whether a value is among those of a range, and where.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace g2t {

template <class Range, class Value>
[[nodiscard]] bool contains(const Range& range, const Value& value) {
  return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

/// The place of the first, from 0; the number of values if none is equal.
template <class Range, class Value>
[[nodiscard]] std::size_t index_of(const Range& range, const Value& value) {
  return static_cast<std::size_t>(std::find(std::begin(range), std::end(range), value) - std::begin(range));
}

}  // namespace g2t
