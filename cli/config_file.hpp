// Options from a TOML or INI file.
#pragma once

#include "subcommand.hpp"

#include <map>
#include <string>
#include <vector>

namespace g2t::cli {

/// A key of such a file, the sections that it stands in, and its value.
struct ConfigEntry {
  std::vector<std::string> sections;
  std::string name;
  std::string text;
};

/// Texts by option name. Keys stand alone or in a section of the subcommand's name; sections of other subcommands
/// are left out, so that one file may serve several. The positional argument may be given by its name too ("MODEL").
///
/// @throws InputError naming `path` if there is a key or section that no subcommand has
[[nodiscard]] std::map<std::string, std::string> settings_of(const std::vector<ConfigEntry>& entries,
                                                             const std::string& path, const Subcommand& subcommand,
                                                             const std::vector<Subcommand>& subcommands);

}  // namespace g2t::cli
