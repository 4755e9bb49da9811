// g2t solve: the best subset of control variates, or the best of a pool, from numbers in a file.
#include <iostream>

#include "errors.hpp"
#include "solve_report.hpp"
#include "subcommand.hpp"

#include <g2t/core/printable.hpp>

namespace g2t::cli {
namespace {

constexpr Index kTopOfTable = 10;

// Rounding is all that is left of G^2: moments of as many draws as weights, or fewer, do that.
bool is_fitted_exactly(const ProblemFile& problem, const SubsetSolution& choice) {
  constexpr double kRounding = 1e-10;
  return problem.pool.empty() && choice.squared_norm <= kRounding * problem.subsets.u && problem.subsets.u > 0;
}

int run_solve(const Arguments& arguments) {
  const std::string& file = arguments.positional();
  const bool is_json = arguments.is_set("json");
  SearchLimits limits;
  limits.top = arguments.count("top", is_json ? 1 : kTopOfTable, 1);
  limits.max_nodes = arguments.count("limit-nodes", limits.max_nodes, 1);
  limits.max_seconds = arguments.positive("limit-seconds", limits.max_seconds);
  const ProblemFile problem = read_problem(file);
  const SubsetSearch search = [&] {
    try {
      return solve(problem, limits);
    } catch (const InvalidArgument& error) {
      throw InputError({file}, message_of(error));
    }
  }();
  if (!search.is_optimal)
    std::cerr << "g2t solve: warning: a limit was hit before the choice was proven; it costs " << proven_gap(search)
              << '\n';
  if (is_fitted_exactly(problem, search.best.front()))
    std::cerr << "g2t solve: warning: nothing is left of the base's G^2: unless these moments are expectations, the weights "
                 "fit the few draws that they are of, and no others; take moments of many more draws than control variates\n";
  std::cout << (is_json ? search_json(problem, search, limits.top > 1) : printable(search_text(problem, search)));
  return kSuccess;
}

}  // namespace

Subcommand solve_subcommand() {
  Subcommand command;
  command.name = "solve";
  command.summary = "the best subset of control variates, or of a pool, from moments and costs of your own";
  command.positional = "FILE";
  command.positional_help =
      "a JSON file: {\"u\", \"r\", \"Q\", \"t0\", \"t\"}, optionally with \"groups\", or {\"candidates\"}";
  command.arguments = {{"top", "N", "Search", "number of best subsets to find and list (default: 10, with --json 1)"},
                       {"limit-seconds", "X", "Search",
                        "stop after this time, and bound the suboptimality of the choice (default: no limit)"},
                       {"limit-nodes", "N", "Search", "stop after this many nodes of the search (default: no limit)"}};
  command.add_listed({}, {"json"});
  command.examples =
      "  g2t solve moments.json\n"
      "  g2t solve moments.json --json --top 3\n"
      "  g2t solve many.json --limit-seconds 10";
  command.run = run_solve;
  return command;
}

}  // namespace g2t::cli
