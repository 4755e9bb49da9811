// Words with two dashes are looked up in the option list.
#include "keywords.hpp"

#include <g2t/program/options/option_list.hpp>

#include <algorithm>
#include <cctype>

namespace g2t::python {
namespace {

constexpr const char* kOpposite = "no-";

bool is_of_name(char c) { return std::islower(static_cast<unsigned char>(c)) != 0 || c == '-'; }

const OptionSpec* find_option(const std::string& name) {
  for (const OptionSpec& option : option_list())
    if (option.name == name) return &option;
  return nullptr;
}

// The word after a blank at `at` if it is one of the option's values: "full-rank" of "auto|mean-field|full-rank".
std::string choice_at(const std::string& text, std::size_t at, const OptionSpec& option) {
  if (at >= text.size() || text[at] != ' ') return "";
  const std::size_t begin = at + 1;
  std::size_t end = begin;
  while (end < text.size() && is_of_name(text[end])) ++end;
  const std::string word = text.substr(begin, end - begin);
  return !word.empty() && ("|" + option.value_name + "|").find("|" + word + "|") != std::string::npos ? word : "";
}

}  // namespace

std::string keyword_of(const std::string& option) {
  if (option == "stan-backend") return "backend";  // of g2t.Stan, where all is of Stan
  std::string name = option.starts_with(kOpposite) ? option.substr(3) : option;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::string in_keywords(const std::string& message) {
  std::string out;
  for (std::size_t at = 0; at < message.size();) {
    const bool is_start = message.compare(at, 2, "--") == 0 && (at == 0 || !is_of_name(message[at - 1]));
    std::size_t end = at + 2;
    while (is_start && end < message.size() && is_of_name(message[end])) ++end;
    const OptionSpec* const option = is_start ? find_option(message.substr(at + 2, end - at - 2)) : nullptr;
    if (option == nullptr) {
      out += message[at++];
      continue;
    }
    out += keyword_of(option->name);
    const bool is_opposite = option->name.starts_with(kOpposite);
    const std::string choice = choice_at(message, end, *option);
    if (is_opposite && message.compare(end, 3, " = ") != 0) out += " = False";
    if (!choice.empty()) out += " = " + choice;
    at = end + (choice.empty() ? 0 : choice.size() + 1);
  }
  return out;
}

}  // namespace g2t::python
