// What a subcommand was given: options by name, as text, from the command line and a configuration file.
#pragma once

#include <g2t/core/stopwatch.hpp>
#include <g2t/program/options/option_list.hpp>

#include <map>
#include <string>
#include <vector>

namespace g2t::cli {

/// One option of a subcommand.
struct ArgumentSpec {
  std::string name;        ///< without dashes
  std::string value_name;  ///< empty for a flag
  std::string group;
  std::string help;
  std::string short_name{};   ///< "-n", or none
  bool is_from_list = false;  ///< one of option_list()
};

/// Options of option_list() whose group or name is listed.
[[nodiscard]] std::vector<ArgumentSpec> listed_arguments(const std::vector<std::string>& groups,
                                                         const std::vector<std::string>& names = {});

/// Texts by option name. An option that was not given has none.
class Arguments {
 public:
  Arguments(std::vector<std::string> positionals, std::vector<ArgumentSpec> specs, std::map<std::string, std::string> texts);

  /// Of the command, by main; else of when this was made.
  void set_start(const Stopwatch& start) { start_ = start; }
  [[nodiscard]] double seconds_since_start() const { return start_.seconds(); }

  /// MODEL, or the file that a subcommand works on.
  [[nodiscard]] const std::string& positional() const { return positionals_.front(); }
  /// All of them, of a subcommand that takes many.
  [[nodiscard]] const std::vector<std::string>& positionals() const { return positionals_; }
  /// The same options for another MODEL.
  [[nodiscard]] Arguments with_positional(const std::string& positional) const {
    Arguments out{{positional}, specs_, texts_};
    out.start_ = start_;
    return out;
  }
  /// Positionals, and texts of all options but those that say what is written.
  [[nodiscard]] std::vector<std::string> input_texts() const;
  [[nodiscard]] bool has(const std::string& name) const { return texts_.count(name) > 0; }
  /// True for a flag that is set.
  [[nodiscard]] bool is_set(const std::string& name) const { return text(name) == "true"; }
  [[nodiscard]] std::string text(const std::string& name, const std::string& otherwise = "") const;
  /// @throws UsageError if it is not a whole number from `least` on
  [[nodiscard]] Index count(const std::string& name, Index otherwise, Index least) const;
  /// @throws UsageError if it is not a number above 0
  [[nodiscard]] double positive(const std::string& name, double otherwise) const;
  [[nodiscard]] std::uint64_t seed() const;
  /// Entries with commas between them.
  /// @throws UsageError if one is empty
  [[nodiscard]] std::vector<std::string> list(const std::string& name) const;
  /// Seconds, written as --time-budget is.
  /// @throws UsageError if it is no time above 0
  [[nodiscard]] double seconds(const std::string& name) const;

  /// The given options of option_list(), over the model's defaults.
  /// @throws UsageError
  [[nodiscard]] Options options() const;

 private:
  std::vector<std::string> positionals_;
  std::vector<ArgumentSpec> specs_;
  std::map<std::string, std::string> texts_;
  Stopwatch start_;
};

}  // namespace g2t::cli
