// A test target: a log density together with the Gaussian that a perfect fit would find.
#pragma once

#include <Eigen/Cholesky>
#include <cmath>
#include <g2t/core/gaussian.hpp>
#include <g2t/models/struct_model.hpp>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace g2t::testing {

inline const double kLogTwoPi = std::log(2 * std::numbers::pi);

struct Target {
  std::string name;
  std::unique_ptr<Model> model;
  Structure structure = Structure::Diagonal;  ///< of the family to be fitted
  /// The Gaussian of that family that minimises KL(q || posterior), its mean and marginal standard deviations;
  /// empty where there is none.
  Gaussian best;
  Vector best_mean;
  Vector best_sd;
  double best_elbo = std::numeric_limits<double>::quiet_NaN();  ///< nats; NaN where there is none
  Vector posterior_sd;           ///< true marginal standard deviations where they exist, else best_sd
  std::optional<Gaussian> init;  ///< where a special start belongs to the target
  bool may_converge = true;      ///< false: no fit of it may end as converged
  bool is_quadratic = false;     ///< the log density is quadratic wherever a good q has mass
  std::string note;              ///< what it tests
};

inline Gaussian diagonal_gaussian(const Vector& mean, const Vector& sds) {
  return {.structure = Structure::Diagonal, .mean = mean, .scale = sds, .cholesky = {}};
}

inline Gaussian dense_gaussian(const Vector& mean, const Matrix& covariance) {
  return {.structure = Structure::Dense, .mean = mean, .scale = {}, .cholesky = covariance.llt().matrixL()};
}

/// From a correlation matrix whose entries below the diagonal are listed row by row.
inline Gaussian dense_gaussian(const Vector& mean, const Vector& sds, const std::vector<double>& correlations) {
  Matrix covariance = sds.cwiseAbs2().asDiagonal();
  std::size_t next = 0;
  for (Index i = 0; i < mean.size(); ++i)
    for (Index j = 0; j < i; ++j) covariance(i, j) = covariance(j, i) = correlations.at(next++) * sds[i] * sds[j];
  return dense_gaussian(mean, covariance);
}

/// The same independent coordinates in either structure.
inline Gaussian independent_gaussian(Structure structure, const Vector& mean, const Vector& sds) {
  return structure == Structure::Diagonal ? diagonal_gaussian(mean, sds)
                                          : dense_gaussian(mean, Matrix(sds.cwiseAbs2().asDiagonal()));
}

/// A target whose best Gaussian is known; its standard deviations stand in for the posterior's.
inline Target proper_target(std::string name, std::unique_ptr<Model> model, Gaussian best, double elbo,
                            std::string note) {
  Target target;
  target.name = std::move(name);
  target.model = std::move(model);
  target.structure = best.structure;
  target.best_mean = best.mean;
  target.best_sd = standard_deviations(best);
  target.posterior_sd = target.best_sd;
  target.best = std::move(best);
  target.best_elbo = elbo;
  target.note = std::move(note);
  return target;
}

/// A target that no Gaussian fits: a run must not end as converged.
inline Target hopeless_target(std::string name, std::unique_ptr<Model> model, Structure structure, std::string note) {
  Target target;
  target.name = std::move(name);
  target.model = std::move(model);
  target.structure = structure;
  target.may_converge = false;
  target.note = std::move(note);
  return target;
}

inline Target quadratic(Target target) {
  target.is_quadratic = true;
  return target;
}

inline Target with_posterior_sd(Target target, Vector sds) {
  target.posterior_sd = std::move(sds);
  return target;
}

inline Target with_init(Target target, const Vector& mean, double scale) {
  target.init = isotropic_gaussian(target.structure, mean, scale);
  return target;
}

}  // namespace g2t::testing
