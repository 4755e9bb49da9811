// Log likelihoods and scores as one would write them: with Eigen on a dense design, and one draw at a time with the library's
// exp and log1p.
#pragma once

#include <g2t/models/bayesian_neural_network.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/models/poisson.hpp>

namespace g2t::bench {

/// Of a linear predictor that is a design times parameters: logistic regression if there are signs, else Poisson regression.
struct LinearProblem {
  Matrix design;  ///< [rows x parameters], with the intercept's ones
  Vector sign;    ///< [rows], +1 or -1; or empty
  Vector count;   ///< [rows], or empty
  Vector offset;  ///< [rows], added to the predictor
  std::vector<std::vector<Index>> nonzeros;  ///< of each row
};

LinearProblem linear_problem(const LogisticData& data);
LinearProblem linear_problem(const PoissonData& data);

/// Log likelihood (of counts without log count!) and score of every draw, [draw_count] and [draw_count x parameters].
void evaluate_with_eigen(const LinearProblem& problem, const Matrix& draws, Vector& log_likelihood, Matrix& score);
void evaluate_by_loops(const LinearProblem& problem, const Matrix& draws, Vector& log_likelihood, Matrix& score);

/// The same of a network without log alpha, without -rows/2 log 2 pi.
void evaluate_with_eigen(const NetworkData& data, Index hidden, const Matrix& draws, Vector& log_likelihood, Matrix& score);
void evaluate_by_loops(const NetworkData& data, Index hidden, const Matrix& draws, Vector& log_likelihood, Matrix& score);

}  // namespace g2t::bench
