// Fits of test targets, and models seen through an affine change of their parameters.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <core/decompositions.h>
#include <g2t/inference/terms.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/models/struct_model.hpp>
#include <stdexcept>
#include <support/targets.hpp>

namespace g2t::testing {

/// A made-up cost table, so that choices, and with them whole fits, are repeatable: a draw costs one microsecond a
/// parameter, entropy nothing, any other term a tenth of that.
inline Costs plain_costs(const Model& model, Structure structure) {
  const double draw = 1e-6 * static_cast<double>(model.dimension());
  Costs costs;
  for (const std::string& name : make_terms(model, structure, {"all"}).names())
    costs.terms.push_back({name, {0, name == "entropy" ? 0 : (name == "rep" ? 1 : 0.1) * draw}});
  return costs;
}

/// q as the answer, and steps until it is within a fiftieth of an sd of the best one.
inline FitOptions options_for_q() {
  FitOptions options;
  options.answer = AnswerWay::Gaussian;
  options.tolerance = 0.02;
  return options;
}

inline FitResult fit_target(const Target& target, std::uint64_t seed = 1) {
  FitOptions options = options_for_q();
  options.seed = seed;
  options.family = target.structure == Structure::Dense ? FamilyChoice::FullRank : FamilyChoice::MeanField;
  options.iterations = 20000;
  options.start = target.init;
  options.costs = plain_costs(*target.model, target.structure);
  return fit(*target.model, options);
}

inline Target named(const std::string& name) {
  std::vector<Target> all = analytic_targets();
  for (Target& target : all)
    if (target.name == name) return std::move(target);
  throw std::out_of_range(name);
}

inline std::string warnings_of(const FitResult& result) {
  std::string all;
  for (const FitWarning& warning : result.warnings) all += describe(warning, Wording::Fields) + "\n";
  return all;
}

inline std::vector<WarningKind> kinds_of(const FitResult& result) {
  std::vector<WarningKind> kinds;
  for (const FitWarning& warning : result.warnings) kinds.push_back(warning.kind);
  return kinds;
}

/// Largest distance of a mean from the best fit's, in posterior sds.
inline double mean_error(const FitResult& result, const Target& target) {
  return (result.q.mean - target.best_mean).cwiseQuotient(target.posterior_sd).cwiseAbs().maxCoeff();
}

/// A model of x in other parameters z = shift + map x.
struct Mapped {
  const Model* inner;
  Matrix map;
  Vector shift;

  Index dimension() const { return inner->dimension(); }
  double log_density(const Vector& z, Vector& gradient) const {
    const Matrix x = map.partialPivLu().solve(z - shift).transpose();
    Evaluation evaluation;
    evaluation.resize(1, dimension());
    inner->evaluate(x, evaluation);
    gradient = map.transpose().partialPivLu().solve(Vector(evaluation.score.row(0)));
    return evaluation.log_density[0];
  }
};

inline Matrix wild_map(Structure structure, Index d) {
  Matrix map = Matrix::Zero(d, d);
  for (Index i = 0; i < d; ++i)
    map(i, i) = std::pow(10.0, -6 + 12.0 * static_cast<double>(i) / static_cast<double>(d - 1));
  if (structure == Structure::Diagonal) return map;
  Matrix turn(d, d);
  for (Index i = 0; i < d; ++i)
    for (Index j = 0; j < d; ++j) turn(i, j) = std::sin(static_cast<double>(3 * i + 7 * j + 1));
  return map * q_times(qr(turn), Matrix::Identity(d, d));
}

}  // namespace g2t::testing
