// Loads, checks and talks; options that do not fit become wrong usage here.
#include "model_inputs.hpp"

#include "build_line.hpp"
#include "errors.hpp"
#include "subcommand.hpp"

#include <g2t/models/threaded_model.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace g2t::cli {
namespace {

void check_costs(const std::string& file, const Costs& costs, const TermSet& terms) {
  const std::vector<TermCost> known = costs.with_pieces(terms.names()).terms;
  for (const std::string& name : terms.names()) {
    const auto is_it = [&](const TermCost& term) { return term.name == name; };
    if (std::none_of(known.begin(), known.end(), is_it))
      throw InputError({file}, "lacks the cost of a term that is in use", name);
  }
}

}  // namespace

std::string model_help() {
  std::string text = "logistic, poisson, bnn, NAME.stan, NAME.so (compiled by BridgeStan)";
  for (const std::string& name : preset_names()) text += ", " + name;
  return text;
}

void say(const Options& options, const std::string& line) {
  if (!options.output.quiet) std::cerr << line << '\n';
}

void say(const Options& options, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) say(options, line);
}

std::unique_ptr<Model> with_threads(const Model& model, const Options& options) {
  return as_usage([&] { return make_threaded_model(model, options.fit.threads); });
}

FitPlan check_plan(const Model& model, const Options& options, const FitInputs& inputs) {
  const Structure structure =
      inputs.init ? inputs.init->structure : chosen_structure(options.fit.family, model.dimension());
  as_usage([&] { return make_terms(model, structure, options.fit.control_variates); });
  FitInputs others = inputs;
  others.costs.reset();
  const FitPlan plan = plan_fit(model, options.fit, others);
  if (inputs.costs) check_costs(options.fit.costs, *inputs.costs, make_terms(model, structure, plan.control_variates));
  return plan_fit(model, options.fit, inputs);
}

LoadedModel load(const Arguments& arguments, Options& options) {
  BuildLine line(options.output.quiet);
  const LoadHook hook = [&line](const StanBuildProgress& progress) { line.show(progress); };
  LoadedModel loaded = as_usage([&] { return load_model(options.model, hook); });
  std::vector<std::string> named = options.fit.pool;  // names or files
  named.insert(named.end(), {options.fit.estimator, options.fit.init, options.fit.costs, arguments.text("config"),
                             arguments.text("q"), arguments.text("at")});
  for (const std::string& file : named)
    if (std::filesystem::is_regular_file(file)) loaded.input_files.push_back(file);
  if (options.fit.threads > 1 && !loaded.model->is_thread_safe()) {
    say(options, loaded.title + ": evaluated by one thread, since it is not said to take more (Stan: compiled without STAN_THREADS, or interpreted)");
    options.fit.threads = 1;
  }
  return loaded;
}

}  // namespace g2t::cli
