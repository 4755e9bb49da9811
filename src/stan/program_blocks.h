// Where a Stan program's blocks begin and end.
#pragma once

#include <optional>
#include <string>

namespace g2t::stan {

/// The program's text up to a block, "generated quantities"; nothing if the text has no such block: one that comes from an
/// included file is not seen. Words in comments, strings, names of included files and other blocks begin none.
std::optional<std::string> text_before_block(const std::string& text, const std::string& block);

/// The program's text up to a block's end; nothing if the text has no such block.
std::optional<std::string> text_through_block(const std::string& text, const std::string& block);

/// What stands between a block's braces, without comments, strings and #include; empty if the text has no such block.
std::string block_content(const std::string& text, const std::string& block);

}  // namespace g2t::stan
