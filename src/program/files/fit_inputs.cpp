// Starts and cost tables by their files.
#include <g2t/program/files/fit_inputs.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/io/json_files.hpp>
#include <program/files/init_values.h>

#include <algorithm>

namespace g2t {
namespace {

// Without the start.
FitOptions with_costs(const Options& options) {
  FitOptions out = options.fit;
  if (options.inputs.costs != "measured") out.costs = read_costs(options.inputs.costs);
  const FitOptions defaults = out.coordinates == Coordinates::Plain ? plain_fit_options() : FitOptions{};
  if (out.recipe || !out.pool.empty()) {
    out.control_variates = defaults.control_variates;
    out.split = defaults.split;
    out.largest_weight = defaults.largest_weight;
  }
  if (out.recipe) {
    out.reselect = defaults.reselect;
    out.when_changed = defaults.when_changed;
    out.select_at = defaults.select_at;
    out.select_draws = defaults.select_draws;
    out.select_from = defaults.select_from;
    out.decide_by = defaults.decide_by;
    out.draws = out.recipe->draws;
    out.antithetic = out.recipe->antithetic;
  }
  return out;
}

}  // namespace

FitOptions fit_options(const Options& options) {
  FitOptions out = with_costs(options);
  if (options.inputs.init.empty()) return out;
  out.start.radius = program::init_radius(options.inputs.init);
  if (!out.start.radius) out.start.q = read_gaussian(options.inputs.init).q;
  return out;
}

FitOptions fit_options(const Options& options, const Model& model) {
  FitOptions out = with_costs(options);
  if (options.inputs.init.empty()) return out;
  out.start.radius = program::init_radius(options.inputs.init);
  if (out.start.radius) return out;
  out.start.point = program::init_values(options.inputs.init, model);
  if (!out.start.point) out.start.q = read_q(options.inputs.init, model);
  return out;
}

Gaussian read_q(const std::string& file, const Model& model) {
  NamedGaussian saved = read_gaussian(file, model.dimension());
  const std::vector<std::string> names = model.parameter_names();
  for (std::size_t i = 0; i < saved.names.size(); ++i) {
    if (saved.names[i] == names[i]) continue;
    const std::string which =
        "its parameter " + std::to_string(i + 1) + " is '" + saved.names[i] + "', the model's is '" + names[i] + "'";
    if (!std::is_permutation(names.begin(), names.end(), saved.names.begin(), saved.names.end()))
      throw InputError({file, 0, 0}, "is a q of another model: " + which);
    throw InputError({file, 0, 0}, "has the model's parameters in another order: " + which +
                                       " (g2t once named arrays with several indices so in Stan models: fit the model again)");
  }
  return std::move(saved.q);
}

}  // namespace g2t
