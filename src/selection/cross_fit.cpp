// As many fits as folds, each on the centred moments of the others.
#include <selection/cross_fit.h>

#include <algorithm>
#include <g2t/selection/subset_solver.hpp>

namespace g2t {
namespace {

// For weights alone: u is what keeps rounding from making the problem indefinite.
SubsetProblem fold_problem(const Matrix& centred, double u, double rank_tolerance, double largest_weight) {
  SubsetProblem problem = problem_of_products(centred);
  problem.u = std::max(problem.u, u);
  problem.rank_tolerance = rank_tolerance;
  problem.largest_weight = largest_weight;
  return problem;
}

}  // namespace

CrossFit::CrossFit(const Moments& moments, double rank_tolerance, double largest_weight)
    : moments_(moments), parts_(moments) {
  if (!is_possible()) return;
  const double signal = mean(parts_.signal()).value;
  gradient_squared_norm_ = std::max(0.0, signal);
  excess_ = gradient_squared_norm_ - signal;
  for (Index k = 0; k < parts_.shares().count(); ++k)
    problems_.push_back(fold_problem(parts_.centred_without(k), moments.u(), rank_tolerance, largest_weight));
  for (const SubsetProblem& problem : problems_) scaled_.emplace_back(problem, "CrossFit");
}

FoldValues CrossFit::step(const Vector& noise, double units) const {
  const double signal = 1 - 1 / units;
  return {parts_.signal().values.array() + signal * excess_ + noise.array() / units, parts_.signal().signal * signal};
}

FoldMean CrossFit::squared_norm(const FoldValues& by_fold) const {
  FoldMean out = mean(by_fold);
  out.value = std::max(out.value, SubsetSolution::kMinShare * moments_.u());
  return out;
}

FoldValues CrossFit::fitted(const std::vector<Index>& members, double units) const {
  Vector out(parts_.shares().count());
  for (std::size_t k = 0; k < problems_.size(); ++k) {
    Vector weights = Vector::Zero(moments_.control_variate_count());
    SubsetSolution solution;
    if (!scaled_[k].solve(members, solution)) solution = solve_subset(problems_[k], members);
    weights(members) = solution.weights;
    out[static_cast<Index>(k)] = parts_.noise(static_cast<Index>(k), weights);
  }
  return step(out, units);
}

FoldValues CrossFit::at(const Vector& weights, double units) const {
  Vector out(parts_.shares().count());
  for (Index k = 0; k < out.size(); ++k) out[k] = parts_.noise(k, weights);
  return step(out, units);
}

FoldValues CrossFit::as_published(const Vector& weights, double units) const {
  Vector out(parts_.shares().count());
  for (std::size_t k = 0; k < problems_.size(); ++k)
    out[static_cast<Index>(k)] = moments_.folds[k].squared_norm(weights);
  const double signal = 1 - 1 / units;
  return {signal * (parts_.signal().values.array() + excess_) + out.array() / units, parts_.signal().signal * signal};
}

}  // namespace g2t
