// Makes rows of the option list; the help text includes the default.
#include <program/options/option_shapes.h>

#include <g2t/io/number.hpp>

namespace g2t::program {
namespace {

// A default as a user would write it; empty if there is none.
std::string words_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return value.is_whole() ? value.dump() : format_number(value.get<double>());
  std::string words;
  if (!value.is_array()) return words;
  for (const Json& entry : value) words += (words.empty() ? "" : ",") + words_of(entry);
  return words;
}

}  // namespace

OptionSpec make_row(OptionTexts texts,
                    const std::function<void(Options&, const std::string& name, const std::string& text)>& set,
                    const std::function<Json(const Options&)>& value) {
  const Options defaults;
  const std::string words = words_of(value(defaults));
  if (!words.empty()) texts.help += " (default: " + words + ")";

  OptionSpec row{texts.name, texts.value_name, texts.group, texts.help, {}, {}, {}};
  row.set = [name = texts.name, set](Options& options, const std::string& text) { set(options, name, text); };
  row.value = value;
  return row;
}

OptionSpec only_for(std::vector<std::string> models, OptionSpec row) {
  row.models = std::move(models);
  return row;
}

}  // namespace g2t::program
