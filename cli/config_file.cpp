// Entries are checked against the subcommands.
#include "config_file.hpp"

#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/nearest.hpp>

namespace g2t::cli {

std::map<std::string, std::string> settings_of(const std::vector<ConfigEntry>& entries, const std::string& path,
                                               const Subcommand& subcommand,
                                               const std::vector<Subcommand>& subcommands) {
  const InputLocation location{path};
  std::vector<std::string> keys{subcommand.positional}, sections;
  for (const ArgumentSpec& spec : subcommand.arguments) keys.push_back(spec.name);
  for (const Subcommand& other : subcommands) sections.push_back(other.name);

  std::map<std::string, std::string> texts;
  for (const ConfigEntry& entry : entries) {
    if (!entry.sections.empty() && !contains(sections, entry.sections.front()))
      throw InputError(location, "there is no such section" + did_you_mean(entry.sections.front(), sections),
                       entry.sections.front());
    if (!entry.sections.empty() && entry.sections.front() != subcommand.name) continue;
    if (entry.sections.size() > 1 || !contains(keys, entry.name)) {
      std::string full_name;
      for (const std::string& section : entry.sections) full_name += section + ".";
      throw InputError(location, "there is no such option" + did_you_mean(entry.name, keys), full_name + entry.name);
    }
    texts[entry.name] = entry.text;
  }
  return texts;
}

}  // namespace g2t::cli
