// Loads and checks with messages; options that do not fit become wrong usage here.
#include "model_inputs.hpp"

#include "build_line.hpp"
#include "errors.hpp"
#include "subcommand.hpp"

#include <g2t/core/counted.hpp>
#include <g2t/core/printable.hpp>
#include <g2t/program/models/shared_model.hpp>
#include <g2t/program/options/default_options.hpp>
#include <g2t/models/threaded_model.hpp>

#include <iostream>
#include <utility>

namespace g2t::cli {

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

LoadedModel load(Options& options) {
  BuildLine line(options.output.quiet);
  const LoadHook hook = [&line](const StanBuildProgress& progress) { line.show(progress); };
  LoadedModel loaded = as_usage([&] { return load_model(options.model, hook, options.fit.threads); });
  if (options.fit.threads > 1 && !loaded.model->is_thread_safe()) {
    say(options, loaded.title +
                     ": evaluated by one thread, since it is not thread-safe (Stan: compiled without STAN_THREADS, or "
                     "interpreted)");
    options.fit.threads = 1;
  }
  return loaded;
}

LoadedModel load_shared(const Options& options, Communicator& others) {
  BuildLine line(options.output.quiet);
  const LoadHook hook = [&line](const StanBuildProgress& progress) { line.show(progress); };
  LoadedModel loaded = as_usage([&] { return std::move(*load_shared_model(options.model, others, options.fit.threads, hook)); });
  const std::string each = loaded.encoding ? "with some of the rows" : "for some of the draws";
  loaded.description.push_back(grouped(others.count()) + " processes" + ", each " + each);
  return loaded;
}

}  // namespace g2t::cli
