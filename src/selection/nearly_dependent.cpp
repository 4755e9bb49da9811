// All members against those that the eigenvalue rule keeps, fold by fold.
#include <selection/cross_validate.h>
#include <selection/nearly_dependent.h>

#include <algorithm>

namespace g2t {
namespace {

constexpr double kLeastGain = 0.02;  // of the squared norm: as small as differences that are due to q's last moves
constexpr double kErrors = 2;

std::vector<Index> with_weight(const SubsetSolution& solution) {
  std::vector<Index> out;
  for (std::size_t i = 0; i < solution.members.size(); ++i)
    if (solution.weights[static_cast<Index>(i)] != 0) out.push_back(solution.members[i]);
  return out;
}

}  // namespace

void drop_unsupported(const SubsetProblem& problem, const CrossFit& folds, double units,
                      std::vector<SubsetSolution>& solutions) {
  SubsetProblem strict = problem;
  strict.rank_tolerance = kRankTolerance;
  const ScaledProblem scaled(strict, "drop_unsupported");
  for (SubsetSolution& solution : solutions) {
    const std::vector<Index> members = with_weight(solution);
    if (scaled.is_independent(members)) continue;
    const SubsetSolution kept = solve_subset(strict, solution.members);
    const FoldValues some = folds.fitted(with_weight(kept), units), all = folds.fitted(members, units);
    const FoldMean gain = folds.mean({some.values - all.values, 0});
    const double needed = std::max(kErrors * gain.standard_error, kLeastGain * folds.squared_norm(some).value);
    if (gain.value <= needed) solution = kept;
  }
}

}  // namespace g2t
