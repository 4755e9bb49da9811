// g2t fit: fits a variational posterior, and picks the estimator on the way.
#include "errors.hpp"
#include "fit_summary.hpp"
#include "input_files.hpp"
#include "interrupt.hpp"
#include "model_inputs.hpp"
#include "progress_line.hpp"
#include "ranks.hpp"
#include "subcommand.hpp"
#include "text.hpp"

#include <g2t/program/files/fit_inputs.hpp>
#include <g2t/core/thread_team.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/program/files/write_fit.hpp>
#include <g2t/program/models/shared_model.hpp>
#include <g2t/program/files/summary.hpp>

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>

namespace g2t::cli {
namespace {

std::string limits_text(const FitOptions& options) {
  std::string text;
  if (options.iterations) text += "for " + counted(*options.iterations, "step");
  if (options.time_budget) text += (text.empty() ? "for " : ", at most ") + duration(*options.time_budget);
  return text;
}

int exit_status(const FitResult& result, int signal) {
  switch (result.status) {
    case FitStatus::Converged:
    case FitStatus::BudgetSpent:
      return kSuccess;
    case FitStatus::NotConverged:
    case FitStatus::NotTrusted:
      return kNotConverged;
    case FitStatus::Interrupted:
      break;
  }
  return kSignal + signal;
}

void print(const LoadedModel& loaded, const FitResult& result, const Options& options,
           std::optional<double> seconds_of_files, const Json& fingerprints) {
  std::cout << (options.output.json ? summary_json(result, options, loaded.encoding, fingerprints) : fit_summary(result, options, seconds_of_files));
  std::cout.flush();
}

// Evaluates its part of the model, until the first process has ended its fit. mpirun sends signals to all: the first ends.
int serve_first(const Options& options, Communicator& others) {
  ignore_interrupts();
  double has_failed = 0;
  others.broadcast(&has_failed, 1);
  if (has_failed != 0) return kSuccess;  // the first reports
  static_cast<void>(load_shared_model(options.model, others, options.fit.threads));
  return kSuccess;
}

// What the first process does before the others load.
template <class Action>
auto before_others(Communicator* others, const Action& action) {
  double has_failed = 1;
  try {
    auto result = action();
    has_failed = 0;
    if (others != nullptr) others->broadcast(&has_failed, 1);
    return result;
  } catch (...) {
    if (others != nullptr && has_failed != 0) others->broadcast(&has_failed, 1);
    throw;
  }
}

int run_fit(const Arguments& arguments) {
  Options options = arguments.options();
  const std::unique_ptr<Communicator> others = join_others();
  if (others != nullptr && !others->is_first()) return serve_first(options, *others);
  const auto files = before_others(others.get(), [&] {  // reading may take long
    return announce_fit(options.output, input_files(arguments, options));
  });
  const LoadedModel loaded = others == nullptr ? load(options) : load_shared(options, *others);
  const Model& model = *loaded.model;
  FitOptions settings = as_usage([&] { return fit_options(options, model); });
  if (others != nullptr) settings.threads = 1;  // the model has those of its own
  const FitPlan plan = as_usage([&] { return check_plan(model, options, settings, settings.answer_draws); });
  say(options, loaded.description);
  say(options, fmt::format("{}; {} Gaussian q, {} coordinates, seed {}; {}", loaded.title, family_name(plan.start.structure),
                           options.fit.coordinates == Coordinates::Natural ? "natural" : "plain", options.fit.seed,
                           limits_text(options.fit)));

  const InterruptGuard guard;
  const auto is_interrupted = [&guard] { return guard.signal() != 0; };
  FitResult result;
  {
    ProgressLine line(options.output.quiet ? 0 : options.output.refresh);
    FitHooks hooks;
    hooks.progress = [&line](const FitProgress& progress) { line.show(progress); };
    hooks.should_stop = is_interrupted;
    const double reading = arguments.seconds_since_start();
    result = fit(model, settings, hooks);
    result.seconds.add_reading(reading);
  }
  const double fitted = arguments.seconds_since_start();
  Json fingerprints = nullptr;
  try {
    const ThreadScope scope(settings.threads);
    if (files) fingerprints = write_fit(*files, fit_contents(loaded, result, options));
  } catch (...) {  // the result is worth more than the files
    print(loaded, result, options, std::nullopt, nullptr);
    throw;
  }
  print(loaded, result, options, files ? std::optional(arguments.seconds_since_start() - fitted) : std::nullopt,
        fingerprints);
  return exit_status(result, guard.signal());
}

}  // namespace

Subcommand fit_subcommand() {
  Subcommand command;
  command.name = "fit";
  command.summary = "fit a variational posterior; pick the gradient estimator on the way";
  command.positional = "MODEL";
  command.positional_help = model_help();
  for (const OptionSpec& option : option_list())
    command.arguments.push_back({option.name, option.value_name, option.group, option.help, "", true});
  command.examples =
      "  g2t fit logistic --data train.svm --time-budget 10s --output run\n"
      "  g2t fit poisson --data stops.csv --response stops --groups precinct,eth --exposure arrests\n"
      "  g2t fit paper:a1a --data-dir data --iterations 5000 --json > summary.json";
  command.shares_work = true;
  command.run = run_fit;
  return command;
}

}  // namespace g2t::cli
