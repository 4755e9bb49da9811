// Gaussian test targets: badly scaled, correlated, far away, large, or with odd constants.
#pragma once

#include <support/target.hpp>

namespace g2t::testing {

// The loops below run over plain arrays because tests are compiled unoptimised.

/// Independent normals, times exp(log_mass).
struct DiagonalNormal {
  Vector mean, sds;
  double log_mass = 0;

  Index dimension() const { return mean.size(); }
  double log_density(const Vector& z, Vector& gradient) const {
    const double *point = z.data(), *centre = mean.data(), *sd = sds.data();
    double* slope = gradient.data();
    double sum = 0;
    for (Index i = 0; i < dimension(); ++i) {
      const double residual = (point[i] - centre[i]) / sd[i];
      slope[i] = -residual / sd[i];
      sum -= 0.5 * residual * residual + std::log(sd[i]);
    }
    return log_mass + sum - 0.5 * static_cast<double>(dimension()) * kLogTwoPi;
  }
};

/// Covariance sd_i sd_j correlation^|i - j|: each coordinate depends on the one before it.
struct Autoregression {
  Vector mean, sds;
  double correlation = 0;

  Index dimension() const { return mean.size(); }
  double innovation_variance() const { return 1 - correlation * correlation; }

  /// (z - mean)' precision (z - mean), and minus half of its gradient.
  double squared_distance(const Vector& z, Vector& gradient) const {
    const double *point = z.data(), *centre = mean.data(), *sd = sds.data();
    double* slope = gradient.data();
    double before = (point[0] - centre[0]) / sd[0];
    double sum = before * before;
    slope[0] = -before / sd[0];
    for (Index i = 1; i < dimension(); ++i) {
      const double here = (point[i] - centre[i]) / sd[i];
      const double innovation = (here - correlation * before) / innovation_variance();
      sum += innovation * innovation * innovation_variance();
      slope[i] = -innovation / sd[i];
      slope[i - 1] += correlation * innovation / sd[i - 1];
      before = here;
    }
    return sum;
  }
  double log_determinant() const {
    return 2 * sds.array().log().sum() + static_cast<double>(dimension() - 1) * std::log(innovation_variance());
  }
  double log_density(const Vector& z, Vector& gradient) const {
    return -0.5 * (squared_distance(z, gradient) + log_determinant() + static_cast<double>(dimension()) * kLogTwoPi);
  }

  Matrix covariance() const {
    Matrix result(dimension(), dimension());
    for (Index i = 0; i < dimension(); ++i)
      for (Index j = 0; j < dimension(); ++j)
        result(i, j) = sds[i] * sds[j] * std::pow(correlation, std::abs(static_cast<double>(i - j)));
    return result;
  }
  /// 1 / sqrt of the precision's diagonal: the standard deviations given all other coordinates.
  Vector conditional_sds() const {
    Vector result = sds * std::sqrt(innovation_variance());
    const double middle = std::sqrt(1 + correlation * correlation);
    for (Index i = 1; i + 1 < dimension(); ++i) result[i] /= middle;
    return result;
  }
  /// KL(mean-field || this) = (log det covariance - sum log conditional variances) / 2.
  double mean_field_gap() const { return 0.5 * log_determinant() - conditional_sds().array().log().sum(); }
};

/// Principal standard deviations `sds` along axes turned by two reflections.
struct RotatedNormal {
  Vector mean, sds;

  Index dimension() const { return mean.size(); }
  /// One reflection mixes every coordinate with every other.
  void reflect(Vector& vector, double phase) const {
    Vector axis(dimension());
    for (Index i = 0; i < dimension(); ++i) axis[i] = std::sin(phase * static_cast<double>(i + 1));
    vector -= 2 * axis.dot(vector) / axis.squaredNorm() * axis;
  }
  double log_density(const Vector& z, Vector& gradient) const {
    Vector residual = z - mean;
    reflect(residual, 1);
    reflect(residual, 2.5);
    residual = residual.cwiseQuotient(sds);
    gradient = -residual.cwiseQuotient(sds);
    reflect(gradient, 2.5);
    reflect(gradient, 1);
    return -0.5 * residual.squaredNorm() - sds.array().log().sum() - 0.5 * static_cast<double>(dimension()) * kLogTwoPi;
  }
  Matrix covariance() const {
    Matrix root(dimension(), dimension());
    for (Index i = 0; i < dimension(); ++i) {
      Vector axis = Vector::Unit(dimension(), i) * sds[i];
      reflect(axis, 2.5);
      reflect(axis, 1);
      root.col(i) = axis;
    }
    return root * root.transpose();
  }
};

/// From `first` to `last` in equal ratios.
inline Vector geometric(Index count, double first, double last) {
  return Vector::LinSpaced(count, std::log(first), std::log(last)).array().exp();
}

inline Vector wave(Index count) {
  Vector result(count);
  for (Index i = 0; i < count; ++i) result[i] = std::sin(static_cast<double>(i + 1));
  return result;
}

/// The best fit of a normalised Gaussian in its own family is itself: ELBO = log_mass.
inline Target independent_target(std::string name, Structure structure, const Vector& mean, const Vector& sds,
                                 std::string note, double log_mass = 0) {
  return quadratic(proper_target(std::move(name), make_model(DiagonalNormal{mean, sds, log_mass}),
                                 independent_gaussian(structure, mean, sds), log_mass, std::move(note)));
}

inline Target autoregression_target(std::string name, Structure structure, const Autoregression& density,
                                    std::string note) {
  if (structure == Structure::Dense)
    return quadratic(proper_target(std::move(name), make_model(density),
                                   dense_gaussian(density.mean, density.covariance()), 0, std::move(note)));
  return with_posterior_sd(quadratic(proper_target(std::move(name), make_model(density),
                                                   diagonal_gaussian(density.mean, density.conditional_sds()),
                                                   -density.mean_field_gap(), std::move(note))),
                           density.sds);
}

inline Target rotated_target(std::string name, const RotatedNormal& density, std::string note) {
  return quadratic(proper_target(std::move(name), make_model(density),
                                 dense_gaussian(density.mean, density.covariance()), 0, std::move(note)));
}

/// Prior N(0, 1) and one observation with sd 0.3: conjugate, ELBO = log N(observation; 0, 1.09).
inline Target one_observation_target(std::string name, double observation, std::string note) {
  const double evidence_variance = 1.09;
  const double log_evidence =
      -0.5 * (kLogTwoPi + std::log(evidence_variance) + observation * observation / evidence_variance);
  return independent_target(std::move(name), Structure::Diagonal, Vector::Constant(1, observation / evidence_variance),
                            Vector::Constant(1, 0.3 / std::sqrt(evidence_variance)), std::move(note), log_evidence);
}

inline std::vector<Target> gaussian_targets() {
  const Structure mean_field = Structure::Diagonal, full_rank = Structure::Dense;
  const auto zeros = [](Index d) -> Vector { return Vector::Zero(d); };
  const auto ones = [](Index d) -> Vector { return Vector::Ones(d); };
  const Vector threes = Vector::Constant(3, 3), narrow = Vector::Constant(3, 0.01);
  const Autoregression tight{zeros(2), ones(2), 0.999};
  const Autoregression stretched{Vector({{2, -1}}), Vector({{1, 3}}), 0.98};

  std::vector<Target> list;
  const auto add = [&](Target target) { list.push_back(std::move(target)); };
  // A Gaussian inside the family is its own best fit: exact.
  add(independent_target("standard_normal_1", mean_field, zeros(1), ones(1), "the simplest"));
  add(independent_target("standard_normal_2", full_rank, zeros(2), ones(2), "the simplest, full-rank"));
  add(independent_target("standard_normal_10", mean_field, zeros(10), ones(10), "ten coordinates"));
  add(independent_target("standard_normal_10_full_rank", full_rank, zeros(10), ones(10), "ten coordinates"));
  add(rotated_target("condition_1e10", {wave(10), geometric(10, 1e-5, 1)}, "rotated, variances from 1e-10 to 1"));
  add(independent_target("scales_over_12_decades", mean_field, wave(10).cwiseProduct(geometric(10, 1e-6, 1e6)),
                         geometric(10, 1e-6, 1e6), "sds from 1e-6 to 1e6"));
  add(independent_target("stiff_pair", mean_field, Vector({{5, -3}}), Vector({{0.01, 100}}), "sds 0.01 and 100"));
  add(independent_target("stiff_pair_full_rank", full_rank, Vector({{5, -3}}), Vector({{0.01, 100}}),
                         "sds 0.01 and 100"));
  // Best mean-field sds of a Gaussian: 1 / sqrt(precision_ii); exact.
  add(autoregression_target("correlation_0999", full_rank, tight, "a thin ridge"));
  add(autoregression_target("correlation_0999_mean_field", mean_field, tight, "sds far below the posterior's"));
  add(autoregression_target("correlation_098", full_rank, stretched, "correlated, with two scales"));
  add(autoregression_target("correlation_098_mean_field", mean_field, stretched, "correlated, with two scales"));
  // Far away.
  add(independent_target("far_mean", mean_field, Vector::Constant(5, 1000), ones(5), "mean at 1000 sds from zero"));
  add(one_observation_target("far_observation", -24, "posterior at 77 sds from the start, conjugate"));
  add(one_observation_target("farther_observation", -240, "posterior at 770 sds from the start, conjugate"));
  add(with_init(independent_target("far_start", mean_field, zeros(2), ones(2), "a tiny q, 500 sds away"),
                Vector({{500, -500}}), 1e-3));
  add(with_init(independent_target("wide_start", mean_field, threes, narrow, "a start 100,000 times too wide"),
                zeros(3), 1e3));
  add(with_init(independent_target("start_at_optimum", mean_field, zeros(2), ones(2),
                                   "sticking the landing has no variance here"),
                zeros(2), 1));
  // Constants.
  add(independent_target("narrow", mean_field, threes, narrow, "ELBO 0 though the log density is positive"));
  add(independent_target("narrow_plus_50", mean_field, threes, narrow, "a positive ELBO", 50));
  add(independent_target("huge_density", mean_field, wave(3), geometric(3, 0.5, 2), "ELBO 1e8", 1e8));
  add(independent_target("tiny_density", mean_field, wave(3), geometric(3, 0.5, 2), "ELBO -1e8", -1e8));
  return list;
}

inline std::vector<Target> large_targets() {
  const Autoregression chain{Vector::Zero(100), Vector::Ones(100), 0.9};
  const Vector sds = geometric(500, 1e-2, 1e2);
  std::vector<Target> list;
  list.push_back(autoregression_target("autoregression_100", Structure::Dense, chain, "correlation 0.9, d = 100"));
  list.push_back(autoregression_target("autoregression_100_mean_field", Structure::Diagonal, chain,
                                       "correlation 0.9, d = 100, ELBO -29.9"));
  list.push_back(independent_target("scales_over_4_decades_500", Structure::Diagonal, wave(500).cwiseProduct(sds), sds,
                                    "d = 500, sds from 0.01 to 100"));
  list.push_back(rotated_target("condition_1e6_100", {wave(100), geometric(100, 1e-3, 1)},
                                "d = 100, rotated, variances from 1e-6 to 1"));
  return list;
}

}  // namespace g2t::testing
