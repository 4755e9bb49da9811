// Text from files as a terminal may show it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace g2t {

/// The text with control characters, and bytes that are not UTF-8, as \xHH; tabs and line feeds stay.
[[nodiscard]] std::string printable(std::string_view text);

/// The same for a line: line feeds and tabs are blanks.
[[nodiscard]] std::string printable_line(std::string_view text);

/// At most so many bytes, with "..." in the place of the middle where some are left out; characters stay whole.
/// @pre most is at least 3
[[nodiscard]] std::string without_middle(std::string_view text, std::size_t most);

/// JSON text with the control characters that JSON lets pass as \uHHHH, which is the same value.
[[nodiscard]] std::string printable_json(std::string_view text);

}  // namespace g2t
