// Two estimators are compared fold by fold, so that common noise cancels.
#include <g2t/core/contains.hpp>
#include <selection/cross_fit.h>
#include <selection/cross_validate.h>
#include <selection/step_problem.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace g2t {
namespace {

using Members = std::vector<Index>;

// Those with a weight.
Members members_of(const Recipe& recipe, const Moments& moments) {
  Members out;
  for (std::size_t k = 0; k < recipe.control_variates.size(); ++k)
    if (recipe.weights[k] != 0) out.push_back(moments.index_of(recipe.control_variates[k]));
  return out;
}

Vector weights_of(const Recipe& recipe, const Moments& moments) {
  Vector out = Vector::Zero(moments.control_variate_count());
  for (std::size_t k = 0; k < recipe.weights.size(); ++k)
    out[moments.index_of(recipe.control_variates[k])] = recipe.weights[k];
  return out;
}

void choose(Selection& selection, const CrossFit& folds, const std::vector<FoldValues>& norms) {
  std::vector<SelectionEntry>& entries = selection.entries;
  const auto least =
      std::min_element(entries.begin(), entries.end(),
                       [](const SelectionEntry& a, const SelectionEntry& b) { return a.product < b.product; });
  const FoldValues& best = norms[static_cast<std::size_t>(least - entries.begin())];
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const FoldMean difference =
        folds.mean({entries[i].seconds * norms[i].values - least->seconds * best.values,
                    entries[i].seconds * norms[i].signal - least->seconds * best.signal});
    entries[i].is_tied = difference.value <= difference.standard_error;
  }
  const auto simplicity = [](const SelectionEntry& entry) {
    return std::tuple(entry.recipe.control_variates.size(), entry.seconds, entry.product);
  };
  selection.chosen = static_cast<Index>(least - entries.begin());
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (entries[i].is_tied && simplicity(entries[i]) < simplicity(selection.choice()))
      selection.chosen = static_cast<Index>(i);
}

}  // namespace

double rank_tolerance(const SelectionRules& rules) {
  const bool is_bounded = std::isfinite(rules.largest_weight);
  return is_bounded && rules.decide_by == DecideBy::CrossFit ? SubsetProblem().rank_tolerance : kRankTolerance;
}

std::vector<Members> forward_path(const SubsetProblem& problem, const CrossFit& folds, double units) {
  constexpr int kPatience = 3;
  std::vector<Members> out;
  Members members;
  double least = std::numeric_limits<double>::infinity();
  for (int idle = 0; idle < kPatience && static_cast<Index>(members.size()) < problem.r.size();) {
    Members best;
    double best_product = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < problem.r.size(); ++i) {
      if (contains(members, i)) continue;
      Members trial = members;
      trial.insert(std::upper_bound(trial.begin(), trial.end(), i), i);
      const double product = folds.squared_norm(folds.fitted(trial, units)).value * seconds_of(problem, trial);
      if (product < best_product) best_product = product, best = std::move(trial);
    }
    if (best.empty()) break;  // all others cost an infinite time
    idle = best_product < least ? 0 : idle + 1;
    least = std::min(least, best_product);
    members = std::move(best);
    out.push_back(members);
  }
  return out;
}

void cross_validate(Selection& selection, const CrossFit& folds, DecideBy decide_by) {
  if (!folds.is_possible()) return;
  const double units = static_cast<double>(units_of(selection.moments, selection.draws));
  const bool is_plug_in = decide_by == DecideBy::PlugIn;
  std::vector<FoldValues> norms;
  for (SelectionEntry& entry : selection.entries) {
    const Vector weights = weights_of(entry.recipe, selection.moments);
    entry.plug_in_standard_error =
        folds.mean(is_plug_in ? folds.as_published(weights, units) : folds.at(weights, units)).standard_error;
    entry.standard_error = entry.plug_in_standard_error;
    if (is_plug_in) continue;
    norms.push_back(folds.fitted(members_of(entry.recipe, selection.moments), units));
    const FoldMean cross_fitted = folds.squared_norm(norms.back());
    entry.squared_norm = cross_fitted.value;
    entry.standard_error = cross_fitted.standard_error;
    entry.product = entry.squared_norm * entry.seconds;
  }
  selection.decided_by = decide_by;
  if (!is_plug_in) choose(selection, folds, norms);
}

}  // namespace g2t
