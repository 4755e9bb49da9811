// Levenshtein's distance, a row of its table at a time.
#include <g2t/core/nearest.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace g2t {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({changed, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest(std::string_view wanted, const std::vector<std::string>& words) {
  std::string best;
  std::size_t least = wanted.size() / 3 + 2;
  for (const std::string& word : words) {
    const std::size_t edits = edit_distance(wanted, word);
    if (edits >= least || edits >= word.size()) continue;
    least = edits;
    best = word;
  }
  return best;
}

std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& words) {
  const std::string word = nearest(wanted, words);
  return word.empty() ? "" : "; did you mean '" + word + "'?";
}

}  // namespace g2t
