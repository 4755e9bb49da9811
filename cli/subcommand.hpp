// What main needs to know about a subcommand.
#pragma once

#include "arguments.hpp"

#include <functional>
#include <string>
#include <vector>

namespace g2t::cli {

struct Subcommand {
  std::string name;
  std::string summary;     ///< one line
  std::string positional;  ///< "MODEL"; empty: it takes none
  std::string positional_help;
  std::vector<ArgumentSpec> arguments;
  std::string examples;                      ///< the end of --help
  std::function<int(const Arguments&)> run;  ///< returns the exit status
  bool shares_work = false;  ///< processes that mpirun started do it together
  bool takes_many = false;                   ///< one positional, or more

  /// Adds options of option_list() whose group or name is listed.
  void add_listed(const std::vector<std::string>& groups, const std::vector<std::string>& names = {}) {
    for (const ArgumentSpec& spec : listed_arguments(groups, names)) arguments.push_back(spec);
  }
};

Subcommand fit_subcommand();
Subcommand select_subcommand();
Subcommand solve_subcommand();
Subcommand evaluate_subcommand();
Subcommand diagnose_model_subcommand();
Subcommand compile_subcommand();
Subcommand draw_subcommand();
Subcommand predict_subcommand();
Subcommand simulate_subcommand();
Subcommand guarantee_subcommand();
Subcommand study_subcommand();
Subcommand report_subcommand();

/// What MODEL may be, for --help.
[[nodiscard]] std::string model_help();

}  // namespace g2t::cli
