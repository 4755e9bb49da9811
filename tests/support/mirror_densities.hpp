// Densities that are the same under a change of signs or labels, with what is integrated out of them in closed form.
#pragma once

#include <algorithm>
#include <cmath>
#include <g2t/core/types.hpp>
#include <string>
#include <vector>

namespace g2t::testing {

/// z^2 ~ N(centre, sd^2): modes at -sqrt(centre) and sqrt(centre).
struct Square {
  double centre, sd;

  [[nodiscard]] Index dimension() const { return 1; }
  [[nodiscard]] double log_density_at(double z) const { return -0.5 * std::pow((z * z - centre) / sd, 2); }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient[0] = -2 * z[0] * (z[0] * z[0] - centre) / (sd * sd);
    return log_density_at(z[0]);
  }
};

/// Observations of N(a b, 1), with a, b ~ N(0, prior_sd^2).
struct Product {
  double mean, count, prior_sd = 1;

  [[nodiscard]] Index dimension() const { return 2; }
  [[nodiscard]] double log_density_at(double a, double b) const {
    return -0.5 * count * std::pow(mean - a * b, 2) - 0.5 * (a * a + b * b) / (prior_sd * prior_sd);
  }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = count * (mean - z[0] * z[1]) * Vector({{z[1], z[0]}}) - z / (prior_sd * prior_sd);
    return log_density_at(z[0], z[1]);
  }
};

/// Two items of some persons, y_ij ~ N(loading_j factor_i, noise^2), with loadings and factors ~ N(0, 1).
struct TwoItems {
  Matrix y;  ///< [persons x 2]
  double noise;

  [[nodiscard]] Index dimension() const { return 2 + y.rows(); }
  [[nodiscard]] std::vector<std::string> parameter_names() const {
    std::vector<std::string> names = {"loading.1", "loading.2"};
    for (Index i = 1; i <= y.rows(); ++i) names.push_back("factor." + std::to_string(i));
    return names;
  }
  double log_density(const Vector& z, Vector& gradient) const {
    const double *of_first = y.data(), *of_second = of_first + y.rows(), *factors = z.data() + 2;
    double* pulls = gradient.data() + 2;
    const double a = z[0], b = z[1], weight = 1 / (noise * noise);
    double value = -0.5 * (a * a + b * b), pull_a = -a, pull_b = -b;
    for (Index i = 0; i < y.rows(); ++i) {
      const double first = of_first[i] - a * factors[i], second = of_second[i] - b * factors[i];
      value -= 0.5 * (weight * (first * first + second * second) + factors[i] * factors[i]);
      pull_a += weight * first * factors[i];
      pull_b += weight * second * factors[i];
      pulls[i] = weight * (a * first + b * second) - factors[i];
    }
    gradient[0] = pull_a;
    gradient[1] = pull_b;
    return value;
  }
  /// Of the loadings a and b alone: rows of y are N(0, noise^2 I + loadings loadings').
  [[nodiscard]] double log_marginal(double a, double b) const {
    const double variance = noise * noise, size = a * a + b * b;
    double along = 0;
    for (Index i = 0; i < y.rows(); ++i)
      along += std::pow(a * y(i, 0) + b * y(i, 1), 2) / (variance * (variance + size));
    return -0.5 * static_cast<double>(y.rows()) * std::log(variance + size) + 0.5 * along - 0.5 * size;
  }
};

/// Data of which half are N(mu_1, 1), half N(mu_2, 1), with mu ~ N(0, prior_sd^2).
struct TwoMeans {
  std::vector<double> y;
  double prior_sd;

  [[nodiscard]] Index dimension() const { return 2; }
  [[nodiscard]] std::vector<std::string> parameter_names() const { return {"mu.1", "mu.2"}; }
  double log_density(const Vector& z, Vector& gradient) const {
    const double precision = 1 / (prior_sd * prior_sd);
    double pull_1 = -precision * z[0], pull_2 = -precision * z[1];
    double value = -0.5 * precision * (z[0] * z[0] + z[1] * z[1]);
    for (const double each : y) {
      const double x = each - z[0], u = each - z[1], of_first = -0.5 * x * x, of_second = -0.5 * u * u;
      const double sum = std::max(of_first, of_second) + std::log1p(std::exp(-std::abs(of_first - of_second)));
      const double share = std::exp(of_first - sum);
      value += sum;
      pull_1 += share * x;
      pull_2 += (1 - share) * u;
    }
    gradient << pull_1, pull_2;
    return value;
  }
  [[nodiscard]] double log_density_at(double a, double b) const {
    Vector unused(2);
    return log_density(Vector({{a, b}}), unused);
  }
};

/// y = sum over two units of v_k tanh(w_k x) + noise, with v and w ~ N(0, prior_sd^2): either unit may change its
/// signs, and the two their places.
struct TwoUnits {
  std::vector<double> x, y;
  double noise, prior_sd = 2;

  [[nodiscard]] Index dimension() const { return 4; }
  [[nodiscard]] std::vector<std::string> parameter_names() const { return {"w.1", "w.2", "v.1", "v.2"}; }
  double log_density(const Vector& z, Vector& gradient) const {
    const double w_1 = z[0], w_2 = z[1], v_1 = z[2], v_2 = z[3], weight = 1 / (noise * noise);
    double squares = 0, of_w_1 = 0, of_w_2 = 0, of_v_1 = 0, of_v_2 = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double first = std::tanh(w_1 * x[i]), second = std::tanh(w_2 * x[i]);
      const double residual = y[i] - v_1 * first - v_2 * second, pull = weight * residual;
      squares += residual * pull;
      of_w_1 += pull * v_1 * (1 - first * first) * x[i];
      of_w_2 += pull * v_2 * (1 - second * second) * x[i];
      of_v_1 += pull * first;
      of_v_2 += pull * second;
    }
    const double precision = 1 / (prior_sd * prior_sd);
    gradient << of_w_1 - precision * w_1, of_w_2 - precision * w_2, of_v_1 - precision * v_1, of_v_2 - precision * v_2;
    return -0.5 * squares - 0.5 * precision * (w_1 * w_1 + w_2 * w_2 + v_1 * v_1 + v_2 * v_2);
  }
  /// Given the w's, v is normal; log density of the w's, and mean square of v_1.
  struct OfUnits {
    double log_marginal, mean_square;
  };
  [[nodiscard]] OfUnits given(double w_1, double w_2) const {
    const double weight = 1 / (noise * noise), prior = 1 / (prior_sd * prior_sd);
    double first = prior, second = prior, both = 0, pull_1 = 0, pull_2 = 0;  // precision, and pull of the data
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double t_1 = std::tanh(w_1 * x[i]), t_2 = std::tanh(w_2 * x[i]);
      first += weight * t_1 * t_1;
      second += weight * t_2 * t_2;
      both += weight * t_1 * t_2;
      pull_1 += weight * t_1 * y[i];
      pull_2 += weight * t_2 * y[i];
    }
    const double determinant = first * second - both * both;
    const double mean_1 = (second * pull_1 - both * pull_2) / determinant,
                 mean_2 = (first * pull_2 - both * pull_1) / determinant;
    return {0.5 * (mean_1 * pull_1 + mean_2 * pull_2 - std::log(determinant) - prior * (w_1 * w_1 + w_2 * w_2)),
            second / determinant + mean_1 * mean_1};
  }
};

}  // namespace g2t::testing
