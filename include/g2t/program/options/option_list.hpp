// The one list of options: drives the command line, validation, the configuration file and the printed settings.
#pragma once

#include <g2t/core/json.hpp>
#include <g2t/program/options/options.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace g2t {

/// Options of this group say what is written and how; none of them names a file that is read.
inline constexpr const char* kOutputGroup = "Output";

/// One option.
struct OptionSpec {
  std::string name;        ///< without dashes: "select-draws"
  std::string value_name;  ///< "N"; empty for a flag
  std::string group;       ///< "Model and data", "Family", "Estimator", "Run", kOutputGroup
  std::string help;        ///< one line, with the default
  /// Sets it from text (a flag: "true" or "false"). Throws InvalidArgument naming option, text and what is allowed.
  std::function<void(Options&, const std::string&)> set;
  /// Its present value.
  std::function<Json(const Options&)> value;
  /// Models that take it; empty: all of them.
  std::vector<std::string> models;

  [[nodiscard]] bool is_flag() const { return value_name.empty(); }
  [[nodiscard]] bool fits(const std::string& model) const;
};

const std::vector<OptionSpec>& option_list();

/// @throws InvalidArgument if there is no such option; the message suggests the nearest
const OptionSpec& option_named(const std::string& name);

/// Options as given by a user: pairs of name and text, applied in order over the model's own defaults (a preset's
/// settings), then checked together. A fit without any limit gets kDefaultTimeBudget.
/// @throws InvalidArgument naming the option that cannot be had, or two that contradict each other
Options make_options(const std::string& model, const std::vector<std::pair<std::string, std::string>>& given);

/// The same for a model that the caller made, which takes no options of its own.
/// @param title  what it is called
Options make_options_of_own(const std::string& title, const std::vector<std::pair<std::string, std::string>>& given);
/// {"model": ..., "name": value, ...} in the list's order; '-' in a name becomes '_'.
Json settings_json(const Options& options);

}  // namespace g2t
