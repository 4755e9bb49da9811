// g2t diagnose-model: what a model is, what it costs, and whether its gradient is right.
#include "diagnosis.hpp"
#include "errors.hpp"
#include "model_inputs.hpp"
#include "subcommand.hpp"

#include <g2t/core/printable.hpp>

#include <iostream>
#include <memory>

namespace g2t::cli {
namespace {

int run_diagnose(const Arguments& arguments) {
  Options options = arguments.options();
  const double radius = arguments.positive("radius", 1);
  const Index points = arguments.count("points", 3, 1);
  const LoadedModel loaded = load(options);
  say(options, loaded.description);
  const std::unique_ptr<Model> model = with_threads(*loaded.model, options);
  const Diagnosis diagnosis = diagnose(loaded, *model, options, points, radius);
  std::cout << (options.output.json ? diagnosis_json(diagnosis) : printable(diagnosis_text(diagnosis)));
  return diagnosis.is_sound() ? kSuccess : kError;
}

}  // namespace

Subcommand diagnose_model_subcommand() {
  Subcommand command;
  command.name = "diagnose-model";
  command.summary = "properties of a model, the time of a gradient, and a check of the gradient";
  command.positional = "MODEL";
  command.positional_help = model_help();
  command.arguments = {
      {"points", "N", "Points", "random points at which the gradient is checked (default: 3)"},
      {"radius", "X", "Points", "every coordinate of them is uniform on (-X, X) (default: 1)"}};
  command.add_listed({"Model and data"}, {"seed", "threads", "json", "quiet"});
  command.examples =
      "  g2t diagnose-model eight_schools.stan --data eight_schools.json\n"
      "  g2t diagnose-model eight_schools_model.so --data eight_schools.json --json";
  command.run = run_diagnose;
  return command;
}

}  // namespace g2t::cli
