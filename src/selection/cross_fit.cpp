// As many fits as folds, each on the sum of the others.
#include <selection/bounded_weights.h>
#include <selection/cross_fit.h>

#include <cmath>
#include <g2t/selection/subset_solver.hpp>

namespace g2t {
namespace {

SubsetProblem problem_of(const Matrix& products, double rank_tolerance) {
  SubsetProblem problem = problem_of_products(products);
  problem.rank_tolerance = rank_tolerance;
  return problem;
}

}  // namespace

CrossFit::CrossFit(const Moments& moments, double rank_tolerance, double largest_weight)
    : moments_(moments), largest_weight_(largest_weight) {
  const std::vector<MomentFold>& folds = moments.folds;
  if (folds.size() < 2) return;
  shares_.resize(static_cast<Index>(folds.size()));
  for (std::size_t k = 0; k < folds.size(); ++k) {
    shares_[static_cast<Index>(k)] = folds[k].units;
    Matrix others = Matrix::Zero(folds[k].products.rows(), folds[k].products.cols());
    double units = 0;
    for (std::size_t other = 0; other < folds.size(); ++other) {
      if (other == k) continue;
      others += folds[other].units * folds[other].products;
      units += folds[other].units;
    }
    problems_.push_back(problem_of(others / units, rank_tolerance));
  }
  shares_ /= shares_.sum();
  for (const SubsetProblem& problem : problems_) scaled_.emplace_back(problem, "CrossFit");
}

Vector CrossFit::fitted(const std::vector<Index>& members) const {
  Vector out(shares_.size());
  for (std::size_t k = 0; k < problems_.size(); ++k) {
    Vector weights = Vector::Zero(moments_.control_variate_count());
    SubsetSolution solution;
    if (!scaled_[k].solve(members, solution)) solution = solve_subset(problems_[k], members);
    solution.members = members;
    bound_weights(problems_[k], largest_weight_, solution);
    weights(members) = solution.weights;
    out[static_cast<Index>(k)] = moments_.folds[k].squared_norm(weights);
  }
  return out;
}

Vector CrossFit::at(const Vector& weights) const {
  Vector out(shares_.size());
  for (std::size_t k = 0; k < moments_.folds.size(); ++k)
    out[static_cast<Index>(k)] = moments_.folds[k].squared_norm(weights);
  return out;
}

FoldMean CrossFit::mean(const Vector& by_fold) const {
  FoldMean out;
  out.value = shares_.dot(by_fold);
  const double folds = static_cast<double>(shares_.size());
  const double squares = (shares_.array() * (by_fold.array() - out.value)).square().sum();
  out.standard_error = std::sqrt(squares * folds / (folds - 1));
  return out;
}

}  // namespace g2t
