// Both kinds of run select by these.
#include <inference/choice/record_selection.h>

#include <g2t/inference/choice/measure_costs.hpp>

namespace g2t {

double anchor_terms(const TermSet& terms, const Family& q, const Costs* costs, Clock& clock, FitResult& result) {
  const double begin = clock.seconds();
  const Index evaluations = terms.anchor(q);
  result.gradient_draws += evaluations;
  if (costs != nullptr) clock.charge(anchoring_seconds(*costs, terms, evaluations, q.mean().size()));
  return clock.seconds() - begin;
}

bool record_selection(const SelectorReport& report, Index iteration, bool is_stopped, const Clock& clock,
                      FitResult& result) {
  result.gradient_draws += report.density_evaluations;
  result.diagnostics.failed_draws += report.failed_draws;
  if (!report.has_choice) {
    if (!is_stopped) ++result.diagnostics.failed_selections;
    return false;
  }
  result.selections.push_back({report.selection, iteration, clock.seconds()});
  return true;
}

}  // namespace g2t
