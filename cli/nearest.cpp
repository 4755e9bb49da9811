#include "nearest.hpp"

#include <algorithm>
#include <numeric>

namespace g2t::cli {
namespace {

/// Letters to insert, drop or change, Levenshtein's distance.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(const std::string& text, const std::vector<std::string>& words) {
  std::string best;
  std::size_t least = std::max<std::size_t>(2, text.size() / 3) + 1;
  for (const std::string& word : words) {
    const std::size_t letters = distance(text, word);
    if (letters < least && letters < word.size()) {
      least = letters;
      best = word;
    }
  }
  return best;
}

std::string did_you_mean(const std::string& text, const std::vector<std::string>& words) {
  const std::string word = nearest(text, words);
  return word.empty() ? "" : "; did you mean '" + word + "'?";
}

}  // namespace g2t::cli
