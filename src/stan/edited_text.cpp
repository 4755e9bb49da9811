// Places are kept for each character: programs are short.
#include <stan/edited_text.h>

#include <algorithm>
#include <numeric>

namespace g2t::stan {

EditedText::EditedText(const std::string& text) : original_(text), text_(text), origins_(text.size() + 1) {
  std::iota(origins_.begin(), origins_.end(), std::size_t{0});
}

void EditedText::apply(std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string text;
  std::vector<std::size_t> origins;
  const auto copy = [&](std::size_t begin, std::size_t end) {
    text.append(text_, begin, end - begin);
    origins.insert(origins.end(), origins_.begin() + static_cast<std::ptrdiff_t>(begin),
                   origins_.begin() + static_cast<std::ptrdiff_t>(end));
  };
  std::size_t done = 0;
  for (const Edit& edit : edits) {
    if (edit.begin < done) continue;
    copy(done, edit.begin);
    for (const Edit::Piece& piece : edit.pieces) {
      if (piece.length > 0) copy(piece.begin, piece.begin + piece.length);
      text += piece.text;
      origins.resize(text.size(), origins_[edit.begin]);
    }
    done = edit.end;
  }
  copy(done, text_.size());
  origins.push_back(origins_.back());
  text_ = std::move(text);
  origins_ = std::move(origins);
}

}  // namespace g2t::stan
