// Text from files as a terminal may show it.
#pragma once

#include <string>
#include <string_view>

namespace g2t {

/// The text with control characters, and bytes that are not UTF-8, as \xHH; tabs and line feeds stay.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace g2t
