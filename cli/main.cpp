// The program g2t: parses, dispatches, and turns what goes wrong into a message and an exit status.
#include "errors.hpp"
#include "parse.hpp"
#include "ranks.hpp"

#include <g2t/io/standard_output.hpp>

#include <csignal>

int main(int argc, char** argv) {
  using namespace g2t::cli;
  const g2t::Stopwatch start;
  std::signal(SIGXFSZ, SIG_IGN);  // a file that outgrows a limit is an error of its writer
  g2t::StandardOutput output;
  std::string who = "g2t";
  return report_errors(who, [&] {
    const std::vector<Subcommand> subcommands{
        fit_subcommand(),      select_subcommand(),  evaluate_subcommand(), diagnose_model_subcommand(), compile_subcommand(),
        draw_subcommand(),     predict_subcommand(), simulate_subcommand(), solve_subcommand(),          guarantee_subcommand(),
        study_subcommand(),    report_subcommand()};
    std::optional<ParsedCommand> command = parse(argc, argv, subcommands, who);
    if (command) command->arguments.set_start(start);
    if (command && !command->subcommand->shares_work) refuse_others(command->subcommand->name);
    const int status = command ? command->subcommand->run(command->arguments) : kSuccess;
    output.finish();
    return status;
  });
}
