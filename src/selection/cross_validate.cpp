// Two estimators are compared fold by fold, so that common noise cancels.
#include <g2t/core/contains.hpp>
#include <selection/cross_fit.h>
#include <selection/cross_validate.h>

#include <algorithm>
#include <limits>
#include <tuple>

namespace g2t {
namespace {

using Members = std::vector<Index>;

Members members_of(const Recipe& recipe, const Moments& moments) {
  Members out;
  for (const std::string& name : recipe.control_variates) out.push_back(moments.index_of(name));
  return out;
}

Vector weights_of(const Recipe& recipe, const Moments& moments) {
  const Members members = members_of(recipe, moments);
  Vector out = Vector::Zero(moments.control_variate_count());
  for (std::size_t k = 0; k < members.size(); ++k) out[members[k]] = recipe.weights[k];
  return out;
}

// Values a fold of a step's squared norm, from those of one unit.
class StepNorms {
 public:
  StepNorms(double fixed, double units) : fixed_(fixed), units_(units) {}
  [[nodiscard]] Vector operator()(const Vector& of_units) const {
    return ((1 - 1 / units_) * fixed_ + of_units.array() / units_).matrix();
  }

 private:
  double fixed_, units_;
};

void choose(Selection& selection, const CrossFit& folds, const std::vector<Vector>& norms) {
  std::vector<SelectionEntry>& entries = selection.entries;
  const auto least =
      std::min_element(entries.begin(), entries.end(),
                       [](const SelectionEntry& a, const SelectionEntry& b) { return a.product < b.product; });
  const Vector& best = norms[static_cast<std::size_t>(least - entries.begin())];
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const FoldMean difference = folds.mean(entries[i].seconds * norms[i] - least->seconds * best);
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

std::vector<Members> forward_path(const SubsetProblem& problem, const Moments& moments, double fixed, double units,
                                  double largest_weight) {
  constexpr int kPatience = 3;
  const CrossFit folds(moments, kRankTolerance, largest_weight);
  std::vector<Members> out;
  if (!folds.is_possible()) return out;
  const StepNorms step(fixed, units);
  Members members;
  double least = std::numeric_limits<double>::infinity();
  for (int idle = 0; idle < kPatience && static_cast<Index>(members.size()) < problem.r.size();) {
    Members best;
    double best_product = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < problem.r.size(); ++i) {
      if (contains(members, i)) continue;
      Members trial = members;
      trial.insert(std::upper_bound(trial.begin(), trial.end(), i), i);
      const double product = folds.mean(step(folds.fitted(trial))).value * seconds_of(problem, trial);
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

void cross_validate(Selection& selection, const SelectionRules& rules) {
  const CrossFit folds(selection.moments, kRankTolerance, rules.largest_weight);
  if (!folds.is_possible()) return;
  const bool is_pair = selection.moments.unit == MomentUnit::Pair;
  const StepNorms step(selection.gradient_squared_norm,
                       static_cast<double>(is_pair ? selection.draws / 2 : selection.draws));
  std::vector<Vector> norms;
  for (SelectionEntry& entry : selection.entries) {
    const FoldMean plug_in = folds.mean(step(folds.at(weights_of(entry.recipe, selection.moments))));
    entry.standard_error = entry.plug_in_standard_error = plug_in.standard_error;
    if (rules.decide_by == DecideBy::PlugIn) continue;
    norms.push_back(step(folds.fitted(members_of(entry.recipe, selection.moments))));
    const FoldMean cross_fitted = folds.mean(norms.back());
    entry.squared_norm = cross_fitted.value;
    entry.standard_error = cross_fitted.standard_error;
    entry.product = entry.squared_norm * entry.seconds;
  }
  selection.decided_by = rules.decide_by;
  if (rules.decide_by == DecideBy::CrossFit) choose(selection, folds, norms);
}

}  // namespace g2t
