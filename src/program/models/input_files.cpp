// From the option list: whatever is added to it is an input too, unless it belongs to the group of outputs.
#include <program/models/presets.h>
#include <program/models/row_tables.h>
#include <program/options/preset_options.h>

#include <algorithm>
#include <filesystem>
#include <g2t/program/models/input_files.hpp>
#include <g2t/program/options/option_list.hpp>
#include <g2t/stan/program.hpp>

namespace g2t {
namespace {

void add_if_file(const std::string& text, std::vector<std::string>& files) {
  std::error_code error;
  if (std::filesystem::is_regular_file(text, error)) files.push_back(text);
}

}  // namespace

std::vector<std::string> files_among(const std::vector<std::string>& texts) {
  std::vector<std::string> files;
  for (const std::string& text : texts) {
    add_if_file(text, files);
    if (text.find(',') == std::string::npos) continue;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      add_if_file(text.substr(begin, end - begin), files);
      begin = end + 1;
    }
  }
  return files;
}

std::vector<std::string> input_files(const Options& options) {
  std::vector<std::string> texts = {options.model.model};
  for (const OptionSpec& row : option_list()) {
    if (row.group == kOutputGroup) continue;
    const Json value = row.value(options);
    if (value.is_string()) texts.push_back(value.get<std::string>());
    if (!value.is_array()) continue;
    for (const Json& entry : value)
      if (entry.is_string()) texts.push_back(entry.get<std::string>());
  }
  if (program::is_preset(options.model.model)) texts.push_back(program::preset_file(options.model));
  std::vector<std::string> files = files_among(texts);
  for (const std::string& file : program::files_of_parts(options.model.data)) files.push_back(file);
  if (model_kind(options.model.model) == ".stan")
    for (const std::string& file : included_files({options.model.model, options.model.include_paths}))
      files.push_back(file);
  return files;
}

std::vector<std::string> input_files(const ModelOptions& options) {
  Options all;
  all.model = options;
  return input_files(all);
}

}  // namespace g2t
