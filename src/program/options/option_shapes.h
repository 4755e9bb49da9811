// The shapes that options have: each makes a row of the list from its texts and the field that it sets.
#pragma once

#include <program/options/option_text.h>

#include <g2t/program/options/option_list.hpp>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace g2t::program {

/// A field of one of the sections of Options.
template <class Section, class T>
struct Field {
  Section Options::*section;
  T Section::*member;

  T& operator()(Options& options) const { return options.*section.*member; }
  const T& operator()(const Options& options) const { return options.*section.*member; }
};

template <class T>
Field<ModelOptions, T> field(T ModelOptions::*member) {
  return {&Options::model, member};
}
template <class T>
Field<FitOptions, T> field(T FitOptions::*member) {
  return {&Options::fit, member};
}
template <class T>
Field<InputOptions, T> field(T InputOptions::*member) {
  return {&Options::inputs, member};
}
template <class T>
Field<OutputOptions, T> field(T OutputOptions::*member) {
  return {&Options::output, member};
}

/// The texts of a row.
struct OptionTexts {
  std::string name;
  std::string value_name;
  std::string group;
  std::string help;
};

/// A row with its setter and value; help gets the default that the value has in Options{}, where there is one.
OptionSpec make_row(OptionTexts texts,
                    const std::function<void(Options&, const std::string& name, const std::string& text)>& set,
                    const std::function<Json(const Options&)>& value);

/// A field set by one of the readers of option_text.h, of the form read(name, text).
template <class Access, class Read>
OptionSpec option_of(OptionTexts texts, Access access, Read read) {
  return make_row(
      std::move(texts),
      [access, read](Options& o, const std::string& name, const std::string& text) { access(o) = read(name, text); },
      [access](const Options& o) { return Json(access(o)); });
}

/// The same for an std::optional field, which `word` empties again (unless there is no such word).
template <class Access, class Read>
OptionSpec optional_of(OptionTexts texts, Access access, Read read, const std::string& word = "") {
  return make_row(
      std::move(texts),
      [access, read, word](Options& o, const std::string& name, const std::string& text) {
        if (!word.empty() && text == word) {
          access(o).reset();
        } else {
          access(o) = read(name, text);
        }
      },
      [access, word](const Options& o) {
        return access(o) ? Json(*access(o)) : word.empty() ? Json() : Json(word);
      });
}

template <class Access>
OptionSpec flag_of(OptionTexts texts, Access access) {
  return option_of(std::move(texts), access, read_flag);
}

template <class Access>
OptionSpec text_of(OptionTexts texts, Access access) {
  return option_of(std::move(texts), access, read_text);
}

template <class Access>
OptionSpec list_of(OptionTexts texts, Access access) {
  return option_of(std::move(texts), access, read_list);
}

template <class Access>
OptionSpec count_of(OptionTexts texts, Access access, Index least) {
  return option_of(std::move(texts), access,
                   [least](const std::string& name, const std::string& text) { return read_count(name, text, least); });
}

/// An enumeration: names[i] is the text of values[i]; the value name lists them.
template <class Access, class Enum>
OptionSpec choice_of(OptionTexts texts, Access access, std::vector<std::pair<std::string, Enum>> choices) {
  std::vector<std::string> names;
  for (const auto& [name, value] : choices) {
    names.push_back(name);
    texts.value_name += (texts.value_name.empty() ? "" : "|") + name;
  }
  return make_row(
      std::move(texts),
      [access, choices, names](Options& o, const std::string& name, const std::string& text) {
        access(o) = choices[read_choice(name, text, names)].second;
      },
      [access, choices](const Options& o) {
        for (const auto& [name, value] : choices) {
          if (value == access(o)) return Json(name);
        }
        return Json();
      });
}

/// The row, for these models only.
OptionSpec only_for(std::vector<std::string> models, OptionSpec row);

}  // namespace g2t::program
