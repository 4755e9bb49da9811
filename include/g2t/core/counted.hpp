// Counts as people read them.
#pragma once

#include <g2t/core/types.hpp>

#include <string>

namespace g2t {

/// Digits in groups of three from five digits on: "8124", "41,000".
[[nodiscard]] std::string grouped(Index count);

/// With a noun whose plural has an s: "1 step", "41,000 steps".
[[nodiscard]] std::string counted(Index count, const std::string& noun);

}  // namespace g2t
