// g2t evaluate: a model at given points, or the ELBO of a given q.
#include "errors.hpp"
#include "model_inputs.hpp"
#include "point_report.hpp"
#include "subcommand.hpp"
#include "text.hpp"

#include <g2t/core/printable.hpp>

#include <g2t/program/files/fit_inputs.hpp>
#include <g2t/core/elbo.hpp>
#include <g2t/core/json.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/io/json_files.hpp>

#include <fmt/format.h>

#include <cmath>
#include <iostream>

namespace g2t::cli {
namespace {

constexpr Index kElboDraws = 10000;  // where it is not exact

int evaluate_points(const LoadedModel& loaded, const Model& model, const Options& options, const std::string& file,
                    bool checks_gradient) {
  const Matrix points = read_points(file, model.dimension());
  say(options, loaded.description);
  say(options, loaded.title);
  const std::vector<PointReport> reports = report_points(model, points, checks_gradient);
  std::cout << (options.output.json ? points_json(model, reports) : printable(points_text(model, reports)));
  for (const PointReport& report : reports)
    if (report.check && !report.check->passed) return kError;
  return kSuccess;
}

int evaluate_elbo(const LoadedModel& loaded, const Model& model, const Options& options, const std::string& file) {
  const Gaussian q = read_q(file, model);
  say(options, loaded.description);
  say(options, loaded.title);
  const Elbo value = elbo(model, q, SampleStreams{options.fit.seed, Sample::Fit}.draws(), kElboDraws);
  if (options.output.json) {
    Json out;
    out["elbo"] = value.value;  // written as null if it is not finite
    out["elbo_method"] = value.is_exact ? "exact" : "monte-carlo";
    out["elbo_se"] = value.standard_error;
    std::cout << out.dump(2) << '\n';
  } else {
    std::cout << fmt::format("ELBO {}{}\n", elbo_text(value),
                             value.is_exact ? "" : fmt::format(" ({})", counted(kElboDraws, "draw")));
  }
  if (value.failed_draws > 0)
    say(options, fmt::format("left out {} of {} draws: their log density is not finite",
                             value.failed_draws, kElboDraws));
  return std::isfinite(value.value) ? kSuccess : kError;
}

int run_evaluate(const Arguments& arguments) {
  Options options = arguments.options();
  const bool checks_gradient = arguments.is_set("check-gradient");
  if (arguments.has("at") == arguments.has("q")) throw UsageError("give either --at POINTS.json or --q Q.json");
  if (checks_gradient && !arguments.has("at")) throw UsageError("--check-gradient needs points: --at POINTS.json");
  const LoadedModel loaded = load(options);
  const std::unique_ptr<Model> model = with_threads(*loaded.model, options);
  return arguments.has("at") ? evaluate_points(loaded, *model, options, arguments.text("at"), checks_gradient)
                             : evaluate_elbo(loaded, *model, options, arguments.text("q"));
}

}  // namespace

Subcommand evaluate_subcommand() {
  Subcommand command;
  command.name = "evaluate";
  command.summary = "the model at given points, or the ELBO of a given q: to check a model, or a fit";
  command.positional = "MODEL";
  command.positional_help = model_help();
  command.arguments = {{"at", "POINTS.json", "Point", "points on the unconstrained scale: {\"points\": [[...], ...]}"},
                       {"q", "Q.json", "Point", "a saved q, for its ELBO"},
                       {"check-gradient", "", "Point", "compare the gradient at the points with finite differences"}};
  command.add_listed({"Model and data"}, {"seed", "threads", "json", "quiet"});
  command.examples =
      "  g2t evaluate logistic --data train.svm --at points.json --json\n"
      "  g2t evaluate logistic --data train.svm --at points.json --check-gradient\n"
      "  g2t evaluate logistic --data train.svm --q run.q.json";
  command.run = run_evaluate;
  return command;
}

}  // namespace g2t::cli
