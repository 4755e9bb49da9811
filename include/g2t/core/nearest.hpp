// The nearest of a few known words to a misspelt one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace g2t {

/// The word that needs the fewest edits to become `wanted` (a letter inserted, dropped or changed; case is free).
///
/// Empty if none is near enough: more edits than a third of the letters and one, or than leave any letter of the word.
[[nodiscard]] std::string nearest(std::string_view wanted, const std::vector<std::string>& words);

/// "; did you mean 'WORD'?" for the nearest word, or nothing.
[[nodiscard]] std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& words);

}  // namespace g2t
