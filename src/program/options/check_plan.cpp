// The settings first, then the cost table, whose faults are those of its file.
#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/inference/terms.hpp>
#include <g2t/program/models/memory_limit.hpp>
#include <g2t/program/options/check_plan.hpp>

#include <algorithm>

namespace g2t {
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

FitPlan check_plan(const Model& model, const Options& options, const FitOptions& settings, Index answer_draws) {
  const Structure structure = settings.start.q ? settings.start.q->structure
                                               : chosen_structure(settings, model.dimension());
  const std::string& file = options.model.data.empty() ? options.model.model : options.model.data;
  check_plan_memory(model.dimension(), structure, std::max(settings.select_draws, answer_draws), file);
  make_terms(model, structure, settings.control_variates);
  FitOptions others = settings;
  others.costs.reset();
  const FitPlan plan = plan_fit(model, others);
  if (!settings.costs) return plan;
  check_costs(options.inputs.costs, *settings.costs, make_terms(model, structure, plan.control_variates));
  try {
    return plan_fit(model, settings);
  } catch (const InvalidArgument& error) {
    throw InputError({options.inputs.costs}, error.what());
  }
}

}  // namespace g2t
