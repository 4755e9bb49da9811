// Each reader takes the whole text or refuses it.
#include <program/options/option_text.h>

#include <algorithm>
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/io/number.hpp>
#include <optional>
#include <string_view>

namespace g2t::program {
namespace {

struct Unit {
  std::string_view name;
  double seconds;
};
constexpr Unit kUnits[] = {{"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}};  // "ms" before "s", which it ends in

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace

void refuse_option(const std::string& name, const std::string& text, const std::string& reason) {
  throw InvalidArgument("options", "--" + name, "'" + text + "'", reason);
}

Index read_count(const std::string& name, const std::string& text, Index least) {
  const std::optional<Index> value = parse_count(text);
  if (!value || *value < least) {
    refuse_option(name, text, "a whole number is needed, " + std::to_string(least) + " or more");
  }
  return *value;
}

std::uint64_t read_seed(const std::string& name, const std::string& text) {
  const std::optional<std::uint64_t> value = parse_seed(text);
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
    const std::string item(trimmed(std::string_view(text).substr(begin, end - begin)));
    if (item.empty()) refuse_option(name, text, "entries with commas between them are needed; one is empty");
    if (contains(items, item)) refuse_option(name, text, "distinct entries are needed; '" + item + "' occurs twice");
    items.push_back(item);
    begin = end + 1;
  }
  return items;
}

std::size_t read_choice(const std::string& name, const std::string& text, const std::vector<std::string>& choices) {
  const std::size_t found = index_of(choices, text);
  if (found == choices.size()) refuse_option(name, text, "one of these is needed: " + join(choices));
  return found;
}

std::string join(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

}  // namespace g2t::program
