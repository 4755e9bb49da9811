#include <inference/option_text.h>

#include <algorithm>
#include <charconv>
#include <g2t/core/errors.hpp>
#include <g2t/io/number.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace g2t::inference {
namespace {

struct Unit {
  std::string_view name;
  double seconds;
};
constexpr Unit kUnits[] = {{"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}};  // "ms" before "s", which it ends in

template <class Whole>
std::optional<Whole> parse_whole(const std::string& text) {
  Whole value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Edits (insert, delete, replace) that turn a into b.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row[b.size()];
}

}  // namespace

void refuse_option(const std::string& name, const std::string& text, const std::string& reason) {
  throw InvalidArgument("options", "--" + name, "'" + text + "'", reason);
}

Index read_count(const std::string& name, const std::string& text, Index least) {
  const std::optional<Index> value = parse_whole<Index>(text);
  if (!value || *value < least) {
    refuse_option(name, text, "a whole number is needed, " + std::to_string(least) + " or more");
  }
  return *value;
}

std::uint64_t read_seed(const std::string& name, const std::string& text) {
  const std::optional<std::uint64_t> value = parse_whole<std::uint64_t>(text);
  if (!value) refuse_option(name, text, "a whole number is needed, from 0 to 18446744073709551615");
  return *value;
}

double read_number(const std::string& name, const std::string& text) {
  const std::optional<double> value = parse_number(text);
  if (!value) refuse_option(name, text, "a number is needed");
  return *value;
}

double read_positive(const std::string& name, const std::string& text) {
  const std::optional<double> value = parse_number(text);
  if (!value || *value <= 0) refuse_option(name, text, "a number above 0 is needed");
  return *value;
}

double read_seconds(const std::string& name, const std::string& text) {
  std::string_view number = text;
  double scale = 1;
  for (const Unit& unit : kUnits) {
    if (!number.ends_with(unit.name)) continue;
    number.remove_suffix(unit.name.size());
    scale = unit.seconds;
    break;
  }
  const std::optional<double> value = parse_number(number);
  const double seconds = value.value_or(0) * scale;
  if (!(seconds > 0) || !parse_number(format_number(seconds))) {
    refuse_option(name, text, "a time above 0 is needed: 30s, 500ms, 2m, 1h, or a number of seconds");
  }
  return seconds;
}

bool read_flag(const std::string& name, const std::string& text) {
  if (text != "true" && text != "false") refuse_option(name, text, "true or false is needed");
  return text == "true";
}

std::string read_text(const std::string& name, const std::string& text) {
  if (text.empty()) refuse_option(name, text, "a text is needed, this is empty");
  return text;
}

std::vector<std::string> read_list(const std::string& name, const std::string& text) {
  std::vector<std::string> items;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    items.emplace_back(trimmed(std::string_view(text).substr(begin, end - begin)));
    if (items.back().empty()) refuse_option(name, text, "entries with commas between them are needed; one is empty");
    if (std::find(items.begin(), items.end() - 1, items.back()) != items.end() - 1) {
      refuse_option(name, text, "distinct entries are needed; '" + items.back() + "' occurs twice");
    }
    begin = end + 1;
  }
  return items;
}

std::size_t read_choice(const std::string& name, const std::string& text, const std::vector<std::string>& choices) {
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found == choices.end()) refuse_option(name, text, "one of these is needed: " + join(choices));
  return static_cast<std::size_t>(found - choices.begin());
}

std::string join(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

std::string nearest_of(const std::vector<std::string>& names, const std::string& wanted) {
  std::string nearest;
  std::size_t least = wanted.size() / 3 + 2;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(name, wanted);
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

}  // namespace g2t::inference
