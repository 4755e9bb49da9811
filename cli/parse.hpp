// From the words of a command line to a subcommand and its arguments.
#pragma once

#include "subcommand.hpp"

#include <optional>

namespace g2t::cli {

struct ParsedCommand {
  const Subcommand* subcommand = nullptr;
  Arguments arguments;
};

/// Reads the command line, and the file of --config for what it does not give.
///
/// @param[out] who  "g2t", or "g2t SUBCOMMAND" as soon as that is known: the beginning of messages
/// @returns nothing if --help or --version was asked for and answered on stdout
/// @throws UsageError, InputError for the configuration file
[[nodiscard]] std::optional<ParsedCommand> parse(int argc, char** argv, const std::vector<Subcommand>& subcommands,
                                                 std::string& who);

}  // namespace g2t::cli
