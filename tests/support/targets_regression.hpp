// Regression test targets: separable classes, features of wild scales, a covariate far from zero.
#pragma once

#include <support/target.hpp>

namespace g2t::testing {

/// Bernoulli labels with logit x'w, and w ~ N(0, prior_sd^2).
struct LogisticRegression {
  Matrix features;  // [row_count x dimension]
  Vector signs;     // -1 or 1
  double prior_sd = 1;

  Index dimension() const { return features.cols(); }
  double log_density(const Vector& w, Vector& gradient) const {
    const double prior_variance = prior_sd * prior_sd;
    gradient = -w / prior_variance;
    double sum = -0.5 * w.squaredNorm() / prior_variance -
                 static_cast<double>(dimension()) * (std::log(prior_sd) + 0.5 * kLogTwoPi);
    for (Index row = 0; row < features.rows(); ++row) {
      const double margin = signs[row] * features.row(row).dot(w);
      const double tail = std::exp(-std::abs(margin));
      sum += std::min(margin, 0.0) - std::log1p(tail);
      gradient += signs[row] * (margin > 0 ? tail : 1) / (1 + tail) * features.row(row).transpose();
    }
    return sum;
  }
};

/// y ~ N(a + b x, e^(2 l)) with a, b ~ N(0, 100^2) and l ~ N(0, 2^2).
struct LinearRegression {
  Vector x, y;

  Index dimension() const { return 3; }
  std::vector<std::string> parameter_names() const { return {"intercept", "slope", "log_sigma"}; }
  double log_density(const Vector& z, Vector& gradient) const {
    const Vector residuals = y.array() - z[0] - z[1] * x.array();
    const double precision = std::exp(-2 * z[2]), count = static_cast<double>(x.size());
    gradient[0] = precision * residuals.sum() - z[0] / 1e4;
    gradient[1] = precision * residuals.dot(x) - z[1] / 1e4;
    gradient[2] = precision * residuals.squaredNorm() - count - z[2] / 4;
    return -0.5 * precision * residuals.squaredNorm() - count * z[2] - (z[0] * z[0] + z[1] * z[1]) / 2e4 -
           z[2] * z[2] / 8 - 2 * std::log(100) - std::log(2) - 0.5 * (count + 3) * kLogTwoPi;
  }
};

/// A column of ones and a covariate whose sign is the label.
inline LogisticRegression separable_regression(double prior_sd) {
  LogisticRegression density{Matrix::Ones(8, 2), Vector::Ones(8), prior_sd};
  density.features.col(1) << -2, -1.4, -0.6, -0.3, 0.4, 0.7, 1.5, 2.2;
  density.signs.head(4).setConstant(-1);
  return density;
}

inline LogisticRegression wild_regression() {
  LogisticRegression density{Matrix::Ones(8, 3), Vector({{-1, 1, 1, -1, -1, -1, 1, 1}}), 1};
  density.features.col(0) << -1.3e6, 4e5, 1.1e6, -7e5, 2e5, -1.6e6, 9e5, 1.5e6;
  density.features.col(1) << 5e-7, -1.2e-6, 3e-7, 8e-7, -6e-7, -1e-7, 1.4e-6, -9e-7;
  return density;
}

inline std::vector<Target> regression_targets() {
  std::vector<Target> list;
  const auto add = [&](std::string name, std::unique_ptr<Model> model, Gaussian best, double elbo,
                       const Vector& posterior_sd, std::string note) {
    list.push_back(with_posterior_sd(
        proper_target(std::move(name), std::move(model), std::move(best), elbo, std::move(note)), posterior_sd));
  };
  // Logistic: each row enters the ELBO by its margin alone, a one-dimensional sum of 1801 nodes; BFGS and Nelder-Mead
  // from three starts agree to 1e-7. Posterior sds by sums over a grid.
  const Vector unit_posterior({{0.68745045, 0.68343974}}), wide_posterior({{3.14653590, 6.24540761}}),
      wild_posterior({{5.968916e-6, 1, 0.91213020}}), uncentred_posterior({{4.0736964, 0.08898671, 0.39896804}});
  add("separable_prior_1", make_model(separable_regression(1)),
      diagonal_gaussian(Vector({{-0.03809812, 1.48257994}}), Vector({{0.68188363, 0.66494123}})), -3.754008893,
      unit_posterior, "separable classes, held by the prior; log evidence -3.73967871");
  add("separable_prior_1_full_rank", make_model(separable_regression(1)),
      dense_gaussian(Vector({{-0.03979966, 1.48251420}}), Vector({{0.68199095, 0.66505935}}), {-0.01839985}),
      -3.753839596, unit_posterior, "separable classes, held by the prior; log evidence -3.73967871");
  add("separable_prior_10", make_model(separable_regression(10)),
      diagonal_gaussian(Vector({{-0.44010219, 13.02874828}}), Vector({{2.66156034, 4.48535790}})), -2.587828328,
      wide_posterior, "separable classes, wide prior, skewed; log evidence -2.33325313");
  add("separable_prior_10_full_rank", make_model(separable_regression(10)),
      dense_gaussian(Vector({{-0.56707247, 13.02389088}}), Vector({{2.66828749, 4.48940925}}), {-0.06451625}),
      -2.585768516, wide_posterior, "separable classes, wide prior, skewed; log evidence -2.33325313");
  add("wild_scales", make_model(wild_regression()),
      diagonal_gaussian(Vector({{8.79176484e-6, 3.1e-7, -0.58308914}}), Vector({{3.53062266e-6, 1, 0.87899217}})),
      -14.082485883, wild_posterior, "features of size 1e6 and 1e-6");
  add("wild_scales_full_rank", make_model(wild_regression()),
      dense_gaussian(Vector({{8.77743416e-6, 3.1e-7, -0.60876276}}), Vector({{3.57657117e-6, 1, 0.89891684}}),
                     {0, -0.21841754, 0}),
      -14.055503356, wild_posterior, "features of size 1e6 and 1e-6");
  // Linear: E r^2 e^(-2 l) in closed form for jointly normal r and l; BFGS in centred coordinates from three starts
  // agrees to 1e-7. Posterior sds by a sum over l of exact conditionals.
  const LinearRegression uncentred{Vector({{41, 43, 44.5, 47, 48, 50.5}}),
                                   Vector({{61.2, 54.9, 51.3, 43.0, 40.6, 32.1}})};
  add("uncentred_regression", make_model(uncentred),
      diagonal_gaussian(Vector({{185.62933508, -3.03168074, -0.62352865}}),
                        Vector({{0.20125654, 0.004396412, 0.28942093}})),
      -23.150463406, uncentred_posterior, "intercept and slope correlated at -0.998");
  add("uncentred_regression_full_rank", make_model(uncentred),
      dense_gaussian(Vector({{185.577292837, -3.030546637, -0.623433943}}),
                     Vector({{2.893625390, 0.0632105695, 0.2895602301}}), {-0.9975782695, -0.0310792747, 0.0310040627}),
      -20.484792264, uncentred_posterior, "intercept and slope correlated at -0.998");
  return list;
}

}  // namespace g2t::testing
