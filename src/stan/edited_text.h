// A text that remembers where each of its characters came from.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace g2t::stan {

/// What takes the place of a range of a text: new text, or a copy from another place of it.
struct Edit {
  struct Piece {
    std::string text;                       ///< new, if there is no `length`
    std::size_t begin = 0, length = 0;      ///< copied
  };
  std::size_t begin = 0, end = 0;
  std::vector<Piece> pieces;
};

inline Edit replacement(std::size_t begin, std::size_t end, const std::string& text) { return {begin, end, {{text, 0, 0}}}; }

class EditedText {
 public:
  explicit EditedText(const std::string& text);

  [[nodiscard]] const std::string& original() const { return original_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Where a character, or the end, stands in the original; of a new one, where it was put in.
  [[nodiscard]] std::size_t original_place(std::size_t at) const { return origins_[at]; }

  /// Ranges are of the present text. Of those that begin at one place the first comes first; one that begins in another
  /// is left out, which happens in text that is no program.
  void apply(std::vector<Edit> edits);

 private:
  std::string original_, text_;
  std::vector<std::size_t> origins_;  // of each character, and of the end
};

}  // namespace g2t::stan
