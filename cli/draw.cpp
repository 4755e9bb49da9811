// g2t draw: more draws from a saved fit.
#include "errors.hpp"
#include "subcommand.hpp"
#include "write_file.hpp"

#include <g2t/inference/output.hpp>
#include <g2t/io/json_files.hpp>

#include <iostream>

namespace g2t::cli {
namespace {

constexpr Index kDraws = 1000;

int run_draw(const Arguments& arguments) {
  const std::string& file = arguments.positional();
  const Index draw_count = arguments.count("draws", kDraws, 1);
  const std::uint64_t seed = arguments.seed();
  const std::string output = arguments.text("output");
  const bool force = arguments.is_set("force");
  const std::vector<std::string> inputs{file, arguments.text("config", file)};

  const NamedGaussian saved = read_gaussian(file);
  if (!output.empty()) check_file(output, force, inputs);
  DrawsHeader header;
  header.model = "unknown";
  header.structure = saved.q.structure;
  header.comments = {{"drawn_from", file},
                     {"draw_seed", std::to_string(seed)},
                     {"log_p__", "0 throughout: drawing needs no model, so its density is not known"}};
  const DrawsTable table = draw_table(saved.q, saved.names, natural_scale_columns(saved.names), draw_count,
                                      {seed, Purpose::Output, kMoreDraws});
  const auto write = [&](std::ostream& out) { write_draws_csv(out, header, table); };
  if (output.empty()) {
    write(std::cout);
  } else {
    write_file(output, force, inputs, write);
  }
  return kSuccess;
}

}  // namespace

Subcommand draw_subcommand() {
  Subcommand command;
  command.name = "draw";
  command.summary = "more draws from a saved fit";
  command.positional = "Q.json";
  command.positional_help = "a saved q, as fit writes it: PREFIX.q.json";
  command.arguments = {{"draws", "N", "Draws", "number of draws (default: 1000)", "-n"},
                       {"seed", "N", "Draws", "seed of the random numbers (default: 1)"},
                       {"output", "FILE", "Output", "CSV file to write (default: standard output)"},
                       {"force", "", "Output", "replace the file if it exists"}};
  command.examples =
      "  g2t draw run.q.json -n 10000 --output more.csv\n"
      "  g2t draw run.q.json -n 5 --seed 7";
  command.run = run_draw;
  return command;
}

}  // namespace g2t::cli
