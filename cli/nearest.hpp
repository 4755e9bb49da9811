// The nearest of a few known words, to answer a misspelt one.
#pragma once

#include <string>
#include <vector>

namespace g2t::cli {

/// The word with the fewest letters to change; empty if none is near enough to be what was meant.
[[nodiscard]] std::string nearest(const std::string& text, const std::vector<std::string>& words);

/// "; did you mean 'WORD'?", or nothing.
[[nodiscard]] std::string did_you_mean(const std::string& text, const std::vector<std::string>& words);

}  // namespace g2t::cli
