// Groups names by the text before the first dot, and keeps the dots of whole arrays.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <io/cmdstan_names.hpp>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace g2t::io {
namespace {

using Indices = std::vector<long>;

std::string_view stem_of(std::string_view name) { return name.substr(0, name.find('.')); }

// The numbers after the dots; empty if one is not a number from 1.
Indices indices_of(std::string_view name) {
  Indices indices;
  std::string_view rest = name.substr(stem_of(name).size());
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view part = rest.substr(0, rest.find('.'));
    long index = 0;
    const std::from_chars_result result = std::from_chars(part.data(), part.data() + part.size(), index);
    if (result.ec != std::errc() || result.ptr != part.data() + part.size() || index < 1) return {};
    indices.push_back(index);
    rest.remove_prefix(part.size());
  }
  return indices;
}

// True if names[begin, end) enumerate an array whose size is the last one's indices, the first index fastest.
bool is_whole_array(const std::vector<std::string>& names, std::size_t begin, std::size_t end) {
  const Indices size = indices_of(names[end - 1]);
  if (size.empty()) return false;
  Indices expected = size;
  std::fill(expected.begin(), expected.end(), 1);
  for (std::size_t i = begin; i < end; ++i) {
    if (indices_of(names[i]) != expected) return false;
    if (i + 1 == end) return expected == size;
    std::size_t k = 0;
    while (k < size.size() && expected[k] == size[k]) expected[k++] = 1;
    if (k == size.size()) return false;
    ++expected[k];
  }
  return false;
}

void replace_dots(std::string& name) { std::replace(name.begin(), name.end(), '.', '_'); }

void make_different(std::vector<std::string>& names) {
  std::set<std::string> taken;
  for (std::string& name : names) {
    while (!taken.insert(name).second) name += '_';
  }
}

std::vector<std::string> without(std::vector<std::string> names, std::string_view characters) {
  const auto goes = [characters](char c) { return characters.find(c) != std::string_view::npos; };
  for (std::string& name : names) std::replace_if(name.begin(), name.end(), goes, '_');
  make_different(names);
  return names;
}

}  // namespace

std::vector<std::string> cell_names(std::vector<std::string> names) { return without(std::move(names), "\n\r"); }

std::vector<std::string> cmdstan_names(std::vector<std::string> names) {
  names = without(std::move(names), ",\"\n\r");
  std::map<std::string, int> runs_of_stem;  // more than one: the names do not stand together
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool begins = i == 0 || stem_of(names[i]) != stem_of(names[i - 1]);
    if (begins) ++runs_of_stem[std::string(stem_of(names[i]))];
  }
  for (std::size_t begin = 0, end = 0; begin < names.size(); begin = end) {
    const std::string stem(stem_of(names[begin]));
    while (end < names.size() && stem_of(names[end]) == stem) ++end;
    const bool is_kept = runs_of_stem[stem] == 1 && is_whole_array(names, begin, end);
    for (std::size_t i = begin; i < end && !is_kept; ++i) replace_dots(names[i]);
  }
  make_different(names);
  return names;
}

}  // namespace g2t::io
