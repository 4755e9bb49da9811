// Loads and checks with messages; options that do not fit become wrong usage here.
#include "model_inputs.hpp"

#include "build_line.hpp"
#include "errors.hpp"
#include "subcommand.hpp"

#include <g2t/core/printable.hpp>
#include <g2t/core/counted.hpp>
#include <g2t/inference/terms.hpp>
#include <g2t/program/models/memory_limit.hpp>
#include <g2t/program/options/default_options.hpp>
#include <g2t/models/threaded_model.hpp>

#include <algorithm>
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

// Of draws and their scores or values, at least; a dense q has its factor and the inverse besides.
void check_plan_memory(Index dimension, Structure structure, Index draws_at_once, const std::string& file) {
  const double d = static_cast<double>(dimension), draws = static_cast<double>(draws_at_once);
  const double numbers = 2 * draws * d + (structure == Structure::Dense ? 2 * d * d : 0);
  check_memory(sizeof(double) * numbers, {file, 0, 0},
               "for " + counted(draws_at_once, "draw") + " of " + counted(dimension, "parameter") + " and a " + family_name(structure) + " q");
}

}  // namespace

std::string model_help() {
  std::string text = "logistic, poisson, bnn, NAME.stan, NAME.so (compiled by BridgeStan)";
  for (const std::string& name : preset_names()) text += ", " + name;
  return text;
}

void say(const Options& options, const std::string& line) {
  if (!options.output.quiet) std::cerr << printable(line) << '\n';
}

void say(const Options& options, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) say(options, line);
}

std::unique_ptr<Model> with_threads(const Model& model, const Options& options) {
  return as_usage([&] { return make_threaded_model(model, options.fit.threads); });
}

FitPlan check_plan(const Model& model, const Options& options, const FitOptions& settings, Index answer_draws) {
  const Structure structure = settings.start.q ? settings.start.q->structure
                                               : chosen_structure(settings.family, model.dimension());
  const std::string& file = options.model.data.empty() ? options.model.model : options.model.data;
  check_plan_memory(model.dimension(), structure, std::max(settings.select_draws, answer_draws), file);
  as_usage([&] { return make_terms(model, structure, settings.control_variates); });
  FitOptions others = settings;
  others.costs.reset();
  const FitPlan plan = as_usage([&] { return plan_fit(model, others); });
  if (!settings.costs) return plan;
  check_costs(options.inputs.costs, *settings.costs, make_terms(model, structure, plan.control_variates));
  return plan_fit(model, settings);
}

LoadedModel load(Options& options) {
  BuildLine line(options.output.quiet);
  const LoadHook hook = [&line](const StanBuildProgress& progress) { line.show(progress); };
  LoadedModel loaded = as_usage([&] { return load_model(options.model, hook); });
  if (options.fit.threads > 1 && !loaded.model->is_thread_safe()) {
    say(options, loaded.title +
                     ": evaluated by one thread, since it is not thread-safe (Stan: compiled without STAN_THREADS, or "
                     "interpreted)");
    options.fit.threads = 1;
  }
  return loaded;
}

}  // namespace g2t::cli
