// "NAME TEXT": an option that takes a text shows a value that it takes too.
#include <fuzz/fuzz_target.hpp>
#include <g2t/program/options/default_options.hpp>
#include <g2t/program/options/option_list.hpp>
#include <program/options/option_text.h>

namespace g2t::fuzz {
namespace {

std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::string out;
  for (const Json& entry : value) out += (out.empty() ? "" : ",") + text_of(entry);
  return out;
}

void check_option(std::string_view input) {
  const std::size_t blank = std::min(input.find(' '), input.size());
  const std::string name(input.substr(0, blank)), text(input.substr(std::min(blank + 1, input.size())));
  takes([&] { require(program::read_seconds(name, text) > 0, "a time is positive"); });
  takes([&] { require(!program::read_list(name, text).empty(), "a list has entries"); });
  const OptionSpec* option = nullptr;
  if (!takes([&] { option = &option_named(name); })) return;
  Options options;
  if (!takes([&] { option->set(options, text); })) return;
  const Json shown = option->value(options);
  if (shown.is_null() || (shown.is_array() && shown.empty()) || (shown.is_string() && text_of(shown).empty())) return;
  Options again;
  option->set(again, text_of(shown));
  require(option->value(again) == shown, "an option's value reads back: " + name + " " + text_of(shown));
}

const Registration kOption("option", check_option);

}  // namespace
}  // namespace g2t::fuzz
