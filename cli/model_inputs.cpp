#include "model_inputs.hpp"

#include "errors.hpp"
#include "subcommand.hpp"

#include <filesystem>
#include <iostream>

namespace g2t::cli {

std::string model_help() {
  std::string text = "logistic, poisson, bnn";
  for (const std::string& name : preset_names()) text += ", " + name;
  return text;
}

void say(const Options& options, const std::string& line) {
  if (!options.output.quiet) std::cerr << line << '\n';
}

void say(const Options& options, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) say(options, line);
}

FitPlan check_plan(const Model& model, const Options& options, const FitInputs& inputs) {
  const Structure structure =
      inputs.init ? inputs.init->structure : chosen_structure(options.fit.family, model.dimension());
  as_usage([&] { return make_terms(model, structure, options.fit.control_variates); });
  return plan_fit(model, options.fit, inputs);
}

LoadedModel load(const Arguments& arguments, const Options& options) {
  LoadedModel loaded = as_usage([&] { return load_model(options.model); });
  std::vector<std::string> named = options.fit.pool;  // names or files
  named.insert(named.end(), {options.fit.estimator, options.fit.init, options.fit.costs, arguments.text("config"),
                             arguments.text("q"), arguments.text("at")});
  for (const std::string& file : named)
    if (std::filesystem::is_regular_file(file)) loaded.input_files.push_back(file);
  return loaded;
}

}  // namespace g2t::cli
