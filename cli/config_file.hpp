// Reads options from a TOML or INI file.
#pragma once

#include "subcommand.hpp"

#include <map>
#include <string>
#include <vector>

namespace g2t::cli {

/// Texts by option name. Keys stand alone or in a section of the subcommand's name; sections of other subcommands
/// are left out, so that one file may serve several. The positional argument may be given by its name too ("MODEL").
///
/// @throws InputError if the file cannot be read, or has a key or section that there is none of
[[nodiscard]] std::map<std::string, std::string> read_config_file(const std::string& path, const Subcommand& subcommand,
                                                                  const std::vector<Subcommand>& subcommands);

}  // namespace g2t::cli
