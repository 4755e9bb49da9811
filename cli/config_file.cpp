// CLI11's reader of TOML and INI, with its items checked against the subcommands.
#include "config_file.hpp"

#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/nearest.hpp>

#include <CLI/CLI.hpp>

#include <filesystem>

namespace g2t::cli {

std::map<std::string, std::string> read_config_file(const std::string& path, const Subcommand& subcommand,
                                                    const std::vector<Subcommand>& subcommands) {
  const InputLocation location{path};
  if (!std::filesystem::is_regular_file(path)) throw InputError(location, "there is no such file");
  std::vector<CLI::ConfigItem> items;
  try {
    items = CLI::ConfigTOML().from_file(path);
  } catch (const CLI::Error& error) {
    throw InputError(location, error.what());
  }

  std::vector<std::string> keys{subcommand.positional}, sections;
  for (const ArgumentSpec& spec : subcommand.arguments) keys.push_back(spec.name);
  for (const Subcommand& other : subcommands) sections.push_back(other.name);

  std::map<std::string, std::string> texts;
  for (const CLI::ConfigItem& item : items) {
    if (item.name == "++" || item.name == "--") continue;  // the reader's marks for where sections begin and end
    if (!item.parents.empty() && !contains(sections, item.parents.front()))
      throw InputError(location, "there is no such section" + did_you_mean(item.parents.front(), sections),
                       item.parents.front());
    if (!item.parents.empty() && item.parents.front() != subcommand.name) continue;
    if (item.parents.size() > 1 || !contains(keys, item.name))
      throw InputError(location, "there is no such option" + did_you_mean(item.name, keys), item.fullname());
    texts[item.name] = CLI::detail::join(item.inputs, ",");
  }
  return texts;
}

}  // namespace g2t::cli
