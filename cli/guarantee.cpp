// g2t guarantee: step sizes, bounds and steps for given constants or the estimators of a selection table.
#include "errors.hpp"
#include "subcommand.hpp"
#include "text.hpp"

#include <g2t/core/printable.hpp>

#include <g2t/core/json.hpp>
#include <g2t/program/files/guarantee_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

namespace g2t::cli {
namespace {

std::optional<double> constant(const Arguments& arguments, const std::string& name) {
  if (!arguments.has(name)) return std::nullopt;
  return arguments.positive(name, 0);
}

// One that was given by numbers, or those of a selection table by their products.
std::vector<Candidate> candidates(const Arguments& arguments) {
  const std::string from = arguments.text("from");
  if (from.empty() == !arguments.has("g2"))
    throw UsageError("gradients are needed: --g2 G2 and --seconds T, or --from PREFIX.selection.json");
  if (from.empty()) return {{"", arguments.positive("g2", 0), arguments.positive("seconds", 1)}};
  if (arguments.has("seconds")) throw UsageError("--seconds belongs to --g2: with --from the selection table has them");
  std::vector<Candidate> out = read_entries(from);
  std::stable_sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) {
    return a.mean_square * a.seconds < b.mean_square * b.seconds;
  });
  return out;
}

std::string text_of(const std::vector<GuaranteeRow>& rows, double target) {
  std::string text;
  for (const GuaranteeRow& row : rows) {
    const Guarantee& said = row.guarantee;
    text += fmt::format("{}, F {}: {} <= {} {}\n  step size {}\n", said.method, said.assumptions, said.bounded,
                        significant(said.scale), said.exponent == 1 ? "G^2/K" : "G/sqrt K", said.step_text);
    TextTable table({"  estimator", "G^2", "us a step", fmt::format("steps to {}", significant(target)), "time",
                     "step size"});
    for (const GuaranteedRun& run : row.runs)
      table.add({"  " + (run.estimator.name.empty() ? "given" : run.estimator.name),
                 significant(run.estimator.mean_square), significant(1e6 * run.estimator.seconds),
                 fmt::format("{:.4g}", run.steps), duration(run.seconds),
                 std::isfinite(run.step_size) ? significant(run.step_size) : said.step_text});
    text += table.text("") + "\n";
  }
  return text;
}

std::string json_of(const std::vector<GuaranteeRow>& rows, double target) {
  Json out = Json::array();
  for (const GuaranteeRow& row : rows) {
    const Guarantee& said = row.guarantee;
    Json entry = {{"method", said.method}, {"assumptions", said.assumptions}, {"bounded", said.bounded},
                  {"scale", said.scale},   {"exponent", said.exponent},       {"step_size_formula", said.step_text},
                  {"estimators", Json::array()}};
    for (const GuaranteedRun& run : row.runs)
      entry["estimators"].push_back({{"name", run.estimator.name},
                                     {"g2", run.estimator.mean_square},
                                     {"seconds", run.estimator.seconds},
                                     {"steps", run.steps},
                                     {"total_seconds", run.seconds},
                                     {"bound", run.bound},
                                     {"step_size", run.step_size}});
    out.push_back(entry);
  }
  return Json{{"target", target}, {"guarantees", out}}.dump(2) + "\n";
}

int run_guarantee(const Arguments& arguments) {
  ObjectiveConstants constants;
  constants.smoothness = constant(arguments, "smoothness");
  constants.convexity = constant(arguments, "convexity");
  constants.distance = constant(arguments, "distance");
  constants.gap = constant(arguments, "gap");
  constants.momentum = arguments.positive("momentum", constants.momentum);
  if (constants.momentum >= 1) throw UsageError("--momentum must be below 1");
  if (constants.smoothness && constants.convexity && *constants.convexity > *constants.smoothness)
    throw UsageError("--convexity exceeds --smoothness: there is no such function");
  if (guarantees(constants).empty())
    throw UsageError("nothing follows from these constants: give --convexity, --distance, or --smoothness and --gap");
  if (!arguments.has("target")) throw UsageError("--target EPS is needed: the target of the bound");
  const double target = arguments.positive("target", 1);
  const std::vector<GuaranteeRow> rows = guarantee_table(constants, candidates(arguments), target);
  std::cout << (arguments.is_set("json") ? json_of(rows, target) : printable(text_of(rows, target)));
  return kSuccess;
}

}  // namespace

Subcommand guarantee_subcommand() {
  Subcommand command;
  command.name = "guarantee";
  command.summary = "convergence guarantees: step sizes, bounds, and steps to a target, for given constants";
  command.arguments = {{"smoothness", "L", "Objective", "Lipschitz constant of the gradient of F, which is minimised"},
                       {"convexity", "LAMBDA", "Objective", "constant of strong convexity"},
                       {"distance", "D", "Objective", "distance from the start to the minimiser"},
                       {"gap", "D", "Objective", "F at the start less its minimum"},
                       {"momentum", "BETA", "Objective", "of heavy ball and Nesterov (default: 0.9)"},
                       {"g2", "G2", "Gradients", "bound on their mean squared norm"},
                       {"seconds", "T", "Gradients", "time of a step (default: 1)"},
                       {"from", "FILE", "Gradients",
                        "both for every estimator of a selection table: PREFIX.selection.json or select --json"},
                       {"target", "EPS", "Result", "target of the bound"}};
  command.add_listed({}, {"json"});
  command.examples =
      "  g2t guarantee --smoothness 2 --gap 5 --g2 40 --seconds 1e-3 --target 0.1\n"
      "  g2t guarantee --distance 3 --from run.selection.json --target 0.01";
  command.run = run_guarantee;
  return command;
}

}  // namespace g2t::cli
