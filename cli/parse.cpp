// CLI11 parses command lines and TOML; unknown words get the nearest known word as a suggestion.
#include "parse.hpp"

#include "config_file.hpp"
#include "errors.hpp"

#include <g2t/core/version.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/nearest.hpp>
#include <g2t/io/text_input.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <iostream>
#include <sstream>

namespace g2t::cli {
namespace {

CLI::App* add(CLI::App& program, const Subcommand& subcommand) {
  CLI::App* app = program.add_subcommand(subcommand.name, subcommand.summary);
  if (!subcommand.positional.empty()) {
    CLI::Option* operand = app->add_option(subcommand.positional)->description(subcommand.positional_help)->type_name("");
    if (subcommand.takes_many) operand->expected(1, 1 << 20)->allow_extra_args()->take_all()->type_name("...");
  }
  for (const ArgumentSpec& spec : subcommand.arguments) {
    const std::string names = (spec.short_name.empty() ? "" : spec.short_name + ",") + "--" + spec.name;
    CLI::Option* option = spec.value_name.empty() ? app->add_flag(names) : app->add_option(names);
    if (!spec.value_name.empty()) option->type_name(spec.value_name)->take_last();
    option->description(spec.help)->group(spec.group);
  }
  app->add_option("--config")
      ->description("read options that are not given from a TOML or INI file")
      ->type_name("FILE")
      ->group("Configuration");
  app->footer("Examples:\n" + subcommand.examples);
  return app;
}

std::vector<std::string> words_of(const std::vector<Subcommand>& subcommands, const Subcommand* subcommand) {
  std::vector<std::string> words;
  if (subcommand == nullptr) {
    for (const Subcommand& other : subcommands) words.push_back(other.name);
  } else {
    for (const ArgumentSpec& spec : subcommand->arguments) words.push_back("--" + spec.name);
    words.push_back("--config");
  }
  return words;
}

/// The message for an unexpected word.
std::string unexpected(const std::string& word, const std::vector<Subcommand>& subcommands,
                       const Subcommand* subcommand) {
  const std::string name = word.substr(0, word.find('='));
  const std::vector<std::string> words = words_of(subcommands, subcommand);
  if (subcommand == nullptr && word[0] != '-')
    return fmt::format("there is no subcommand '{}'{}", word, did_you_mean(name, words));
  if (word[0] == '-') return fmt::format("there is no option '{}'{}", name, did_you_mean(name, words));
  return fmt::format("'{}' is an unexpected argument", word);
}

std::map<std::string, std::string> texts_of(const CLI::App& app, const std::vector<ArgumentSpec>& specs) {
  std::map<std::string, std::string> texts;
  for (const ArgumentSpec& spec : specs) {
    const CLI::Option* option = app.get_option("--" + spec.name);
    if (option->count() > 1 && !spec.value_name.empty())
      throw UsageError(fmt::format("--{} is given more than once", spec.name));
    if (option->count() > 0) texts[spec.name] = option->results().back();
  }
  return texts;
}

std::vector<ConfigEntry> config_entries(const std::string& path) {
  std::istringstream text(read_input_text(path));
  text.exceptions(std::ios::badbit);  // or a file that memory does not hold would end early
  std::vector<ConfigEntry> entries;
  try {
    for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_config(text))
      if (item.name != "++" && item.name != "--")  // the reader's marks for where sections begin and end
        entries.push_back({item.parents, item.name, CLI::detail::join(item.inputs, ",")});
  } catch (const CLI::Error& error) {
    throw InputError({path}, error.what());
  }
  return entries;
}

}  // namespace

std::optional<ParsedCommand> parse(int argc, char** argv, const std::vector<Subcommand>& subcommands,
                                   std::string& who) {
  CLI::App program{"Variational inference that selects its own gradient estimator.", "g2t"};
  program.set_version_flag("--version", "g2t " + version());
  program.require_subcommand(1);
  program.footer(
      "Exit status: 0 done, 1 error, 2 wrong usage, 3 not converged or not trusted,\n"
      "130 or 143 interrupted. 'g2t SUBCOMMAND --help' has the options, with examples.");
  for (const Subcommand& subcommand : subcommands) add(program, subcommand);

  const auto chosen = [&]() -> const Subcommand* {
    for (const Subcommand& subcommand : subcommands)
      if (program.got_subcommand(subcommand.name)) return &subcommand;
    return nullptr;
  };
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& request) {
    program.exit(request, std::cout, std::cerr);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    const Subcommand* subcommand = chosen();
    if (subcommand != nullptr) who += " " + subcommand->name;
    const std::vector<std::string> words = program.remaining(true);
    if (!words.empty()) throw UsageError(unexpected(words.front(), subcommands, subcommand));
    if (subcommand == nullptr)
      throw UsageError(fmt::format("a subcommand is needed: {}; see g2t --help",
                                   CLI::detail::join(words_of(subcommands, nullptr), ", ")));
    throw UsageError(error.what());
  }

  const Subcommand& subcommand = *chosen();
  who += " " + subcommand.name;
  const CLI::App& app = *program.get_subcommand(subcommand.name);
  std::map<std::string, std::string> texts = texts_of(app, subcommand.arguments);
  std::vector<std::string> operands;
  if (!subcommand.positional.empty() && app.get_option(subcommand.positional)->count() > 0)
    operands = app.get_option(subcommand.positional)->results();
  if (const CLI::Option* config = app.get_option("--config"); config->count() > 0) {
    texts["config"] = config->results().back();
    const auto settings = settings_of(config_entries(texts["config"]), texts["config"], subcommand, subcommands);
    texts.insert(settings.begin(), settings.end());  // what was given stays
    const auto named = settings.find(subcommand.positional);
    if (operands.empty() && named != settings.end()) operands = {named->second};
  }
  if (operands.empty() && !subcommand.positional.empty())
    throw UsageError(fmt::format("{} is missing: {}", subcommand.positional, subcommand.positional_help));
  return ParsedCommand{&subcommand, Arguments(operands, subcommand.arguments, std::move(texts))};
}

}  // namespace g2t::cli
