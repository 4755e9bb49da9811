// A point where density or score is not finite is one that no chain moves to.
#include <chains/chain_states.h>

#include <limits>

namespace g2t {

ChainStates ChainStates::at(const std::vector<Index>& rows) const {
  return {positions(rows, Eigen::all), log_density(rows), score(rows, Eigen::all)};
}

bool evaluate_states(const Model& model, const StopRule& stop, Index& done, DrawSpeed& speed, ChainStates& states) {
  Evaluation evaluation;
  const StopRule is_over = stop ? StopRule([&](Index more) { return stop(done + more); }) : StopRule{};
  const Index count = evaluate_until(model, states.positions, is_over, speed, evaluation);
  done += count;
  if (count < states.count()) return false;
  evaluation.mark_non_finite();
  states.log_density = std::move(evaluation.log_density);
  states.score = std::move(evaluation.score);
  for (Index k = 0; k < states.count(); ++k) {
    if (evaluation.failed[static_cast<std::size_t>(k)] == 0) continue;
    states.log_density[k] = -std::numeric_limits<double>::infinity();
    states.score.row(k).setZero();
  }
  return true;
}

}  // namespace g2t
