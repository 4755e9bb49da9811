// Entries are checked against the subcommands.
#include "config_file.hpp"

#include <g2t/core/errors.hpp>
#include <g2t/core/nearest.hpp>

#include <algorithm>

namespace g2t::cli {

std::map<std::string, std::string> settings_of(const std::vector<ConfigEntry>& entries, const std::string& path,
                                               const Subcommand& subcommand,
                                               const std::vector<Subcommand>& subcommands) {
  const InputLocation location{path};
  std::vector<std::string> keys{subcommand.positional}, sections;
  for (const ArgumentSpec& spec : subcommand.arguments) keys.push_back(spec.name);
  for (const Subcommand& other : subcommands) sections.push_back(other.name);
  const auto is_one_of = [](const std::string& text, const std::vector<std::string>& words) {
    return std::find(words.begin(), words.end(), text) != words.end();
  };

  std::map<std::string, std::string> texts;
  for (const ConfigEntry& entry : entries) {
    if (!entry.sections.empty() && !is_one_of(entry.sections.front(), sections))
      throw InputError(location, "there is no such section" + did_you_mean(entry.sections.front(), sections),
                       entry.sections.front());
    if (!entry.sections.empty() && entry.sections.front() != subcommand.name) continue;
    if (entry.sections.size() > 1 || !is_one_of(entry.name, keys)) {
      std::string full_name;
      for (const std::string& section : entry.sections) full_name += section + ".";
      throw InputError(location, "there is no such option" + did_you_mean(entry.name, keys), full_name + entry.name);
    }
    texts[entry.name] = entry.text;
  }
  return texts;
}

}  // namespace g2t::cli
