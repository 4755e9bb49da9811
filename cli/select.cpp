// g2t select: prints mean squared norm and time of each estimator at a q, and the choice.
#include "errors.hpp"
#include "input_files.hpp"
#include "selection_table.hpp"
#include "model_inputs.hpp"
#include "subcommand.hpp"
#include "write_file.hpp"

#include <g2t/core/printable.hpp>

#include <g2t/inference/terms.hpp>
#include <g2t/program/files/fit_inputs.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <g2t/inference/choice/measure_costs.hpp>
#include <g2t/program/files/summary.hpp>
#include <g2t/inference/choice/selector.hpp>
#include <g2t/io/json_files.hpp>

#include <fmt/format.h>

#include <iostream>

namespace g2t::cli {
namespace {

constexpr double kMeasuringSeconds = 2;
constexpr Index kMaxDraws = 128;  // a step, in the table of choices by draws

Costs measured_costs(const Model& model, const Family& family, const TermSet& terms, const FitPlan& plan) {
  const CostProbe probe = plan.cost_probe(0, kMeasuringSeconds);
  const auto* natural = dynamic_cast<const NaturalFamily*>(&family);
  return natural != nullptr ? measure_natural_costs(model, *natural, terms, probe, 0).costs
                            : measure_costs(model, family, terms, plan.options.optimizer, probe).costs;
}

int run_select(const Arguments& arguments) {
  Options options = arguments.options();
  if (arguments.has("q") && arguments.has("init")) throw UsageError("--q and --init mean the same: give one of them");
  if (arguments.has("q")) options.inputs.init = arguments.text("q");
  const std::string costs_file = arguments.text("write-costs");
  const std::vector<std::string> inputs = input_files(arguments, options);
  if (!costs_file.empty()) check_file(costs_file, options.output.force, inputs);
  const LoadedModel loaded = load(options);
  const std::unique_ptr<Model> threaded = with_threads(*loaded.model, options);
  const Model& model = *threaded;
  const FitPlan plan = as_usage([&] { return check_plan(model, options, fit_options(options, model)); });
  const Gaussian& q = plan.start;
  const TermSet terms = make_terms(model, q.structure, plan.control_variates);
  say(options, loaded.description);
  say(options, fmt::format("{}; {} Gaussian", loaded.title, family_name(q.structure)));

  const std::unique_ptr<Family> family = make_family(q, options.fit);
  const Costs costs = plan.costs ? *plan.costs : measured_costs(model, *family, terms, plan);
  const std::unique_ptr<Clock> clock = make_cost_model_clock();
  const SelectorReport report = choose_recipe(model, *family, terms, costs, plan.selector(), 0, *clock);
  if (!report.has_choice)
    throw InvalidArgument(
        "select", "q", options.inputs.init.empty() ? "the start" : options.inputs.init,
        fmt::format("no selection is possible there: {} of {} draws had a log density or score that is "
                    "not finite",
                    report.failed_draws, report.density_evaluations));
  if (report.failed_draws > 0)
    say(options, fmt::format("left out {} of {} draws, which were not finite", report.failed_draws,
                             report.density_evaluations));
  if (!costs_file.empty())
    write_file(costs_file, options.output.force, inputs, costs_json(costs).dump() + "\n");
  std::vector<SelectionEntry> by_draws;
  if (plan.selector().rule == SelectorOptions::Rule::Subset)
    by_draws = report.selection.by_draws.empty()
                   ? choices_by_draws(report.selection.moments, costs, draw_candidates(1, kMaxDraws),
                                      options.fit.selection_rules())
                   : report.selection.by_draws;
  std::cout << (options.output.json ? selection_json(report.selection, by_draws)
                                    : printable(selection_text(report.selection, by_draws,
                                                               options.inputs.init.empty() ? "the start (mean 0, scale 0.1)"
                                                                                           : options.inputs.init)));
  return kSuccess;
}

}  // namespace

Subcommand select_subcommand() {
  Subcommand command;
  command.name = "select";
  command.summary = "print mean squared norm and time of each gradient estimator at a point, and the choice";
  command.positional = "MODEL";
  command.positional_help = model_help();
  command.arguments =
      listed_arguments({"Model and data", "Family", "Estimator"},
                       {"init", "costs", "seed", "threads", "optimizer", "momentum", "json", "quiet", "force"});
  command.arguments.push_back({"q", "Q.json", "Point", "where to compare: a saved q (default: mean 0, scale 0.1)"});
  command.arguments.push_back({"write-costs", "FILE", "Output", "also write the cost table, as --costs reads it"});
  command.examples =
      "  g2t select logistic --data train.svm --q run.q.json\n"
      "  g2t select paper:frisk --data-dir data --select-draws 2000 --draws 5 --json\n"
      "  g2t select logistic --data train.svm --pool rep,stl,miller --write-costs costs.json";
  command.run = run_select;
  return command;
}

}  // namespace g2t::cli
