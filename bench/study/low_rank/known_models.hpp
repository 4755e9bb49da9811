// Posteriors of hundreds to tens of thousands of correlated parameters whose means and sds are known.
#pragma once

#include <g2t/core/random.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/models/struct_model.hpp>

#include <Eigen/Dense>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace g2t::low_rank {

struct Known {
  std::string name;
  std::unique_ptr<Model> model;
  Vector mean, sd;
};

inline Matrix simulated(Index number, Index rows, Index columns) {
  Matrix out(rows, columns);
  fill_normals(streams::simulation(7, number), out);
  return out;
}

inline std::vector<std::string> numbered(Index count) {
  std::vector<std::string> out;
  for (Index i = 1; i <= count; ++i) out.push_back("z" + std::to_string(i));
  return out;
}

/// N(mean, D + F F^T) with sds over a decade and five factors.
struct FactorGaussian {
  Vector center, inverse;  // of D
  Matrix loadings, scaled, inner;  // F, D^-1 F, (I + F^T D^-1 F)^-1

  FactorGaussian(Index d, Index factors) : center(simulated(0, d, 1).col(0)), loadings(simulated(1, d, factors)) {
    const Vector sds = simulated(2, d, 1).col(0).array().exp();
    loadings = sds.asDiagonal() * loadings;
    inverse = sds.cwiseAbs2().cwiseInverse();
    scaled = inverse.asDiagonal() * loadings;
    inner = (Matrix::Identity(factors, factors) + loadings.transpose() * scaled).inverse();
  }
  [[nodiscard]] Vector sd() const {
    return (inverse.cwiseInverse() + loadings.rowwise().squaredNorm()).cwiseSqrt();
  }

  [[nodiscard]] int dimension() const { return static_cast<int>(center.size()); }
  [[nodiscard]] std::vector<std::string> parameter_names() const { return numbered(center.size()); }
  void log_density(const Matrix& points, Vector& values, Matrix& gradients) const {
    const Matrix centred = points.rowwise() - center.transpose();
    gradients = -centred * inverse.asDiagonal();
    gradients += ((centred * scaled) * inner) * scaled.transpose();
    values = 0.5 * centred.cwiseProduct(gradients).rowwise().sum();
  }
};

/// Measurements in counties, each with an intercept and a slope: y ~ N(a_c + b_c x, sigma), a_c ~ N(mu_a, tau_a),
/// b_c ~ N(mu_b, tau_b), centred. Parameters: mu_a, mu_b, log tau_a, log tau_b, log sigma, a, b.
struct Counties {
  Index count;
  std::vector<Index> county;
  Vector x, y;

  explicit Counties(Index counties, Index rows_each) : count(counties), x(counties * rows_each), y(counties * rows_each) {
    const Matrix effects = simulated(3, counties, 2), noise = simulated(4, counties * rows_each, 2);
    for (Index i = 0; i < x.size(); ++i) {
      const Index c = i / rows_each;
      county.push_back(c);
      x[i] = noise(i, 0);
      y[i] = 1.3 + 0.5 * effects(c, 0) + (-0.7 + 0.3 * effects(c, 1)) * x[i] + 0.75 * noise(i, 1);
    }
  }

  [[nodiscard]] int dimension() const { return static_cast<int>(5 + 2 * count); }
  [[nodiscard]] std::vector<std::string> parameter_names() const { return numbered(dimension()); }
  double log_density(const Vector& z, Vector& gradient) const {
    const double inverse[3] = {std::exp(-2 * z[2]), std::exp(-2 * z[3]), std::exp(-2 * z[4])};
    gradient.setZero();
    double value = -0.5 * (z[0] * z[0] + z[1] * z[1]) / 100 - 0.5 * (z[2] * z[2] + z[3] * z[3] + z[4] * z[4]);
    for (Index k = 0; k < 2; ++k) gradient[k] -= z[k] / 100;
    for (Index k = 2; k < 5; ++k) gradient[k] -= z[k];
    for (Index k = 0; k < 2; ++k) {
      const Vector off = z.segment(5 + k * count, count).array() - z[k];
      const double squares = inverse[k] * off.squaredNorm(), n = static_cast<double>(count);
      value -= n * z[2 + k] + 0.5 * squares;
      gradient.segment(5 + k * count, count) -= inverse[k] * off;
      gradient[k] += inverse[k] * off.sum();
      gradient[2 + k] += squares - n;
    }
    for (Index i = 0; i < y.size(); ++i) {
      const Index a = 5 + county[static_cast<std::size_t>(i)], b = a + count;
      const double off = y[i] - z[a] - z[b] * x[i];
      value -= z[4] + 0.5 * inverse[2] * off * off;
      gradient[a] += inverse[2] * off;
      gradient[b] += inverse[2] * off * x[i];
      gradient[4] += inverse[2] * off * off - 1;
    }
    return value;
  }
};

/// A whitened Gaussian process at points of a line, Matern 3/2: z ~ N(0, I), y ~ N(L z, noise).
struct Process {
  Matrix map;
  Vector y;
  double precision = 0;

  Process(Index points, double length, double noise) : precision(1 / (noise * noise)) {
    Matrix kernel(points, points);
    for (Index i = 0; i < points; ++i)
      for (Index j = 0; j < points; ++j) {
        const double r = std::sqrt(3.0) * std::abs(static_cast<double>(i - j)) / static_cast<double>(points) / length;
        kernel(i, j) = (1 + r) * std::exp(-r) + (i == j ? 1e-9 : 0);
      }
    map = kernel.llt().matrixL();
    y = map * simulated(5, points, 1) + noise * simulated(6, points, 1);
  }

  [[nodiscard]] int dimension() const { return static_cast<int>(y.size()); }
  [[nodiscard]] std::vector<std::string> parameter_names() const { return numbered(y.size()); }
  void log_density(const Matrix& points, Vector& values, Matrix& gradients) const {
    const Matrix off = (-points * map.transpose()).rowwise() + y.transpose();
    values = -0.5 * points.rowwise().squaredNorm() - 0.5 * precision * off.rowwise().squaredNorm();
    gradients = -points + precision * off * map;
  }
};

inline Known factor_gaussian(Index d) {
  const FactorGaussian density(d, 5);
  return {"five factors, d = " + std::to_string(d), make_model(density), density.center, density.sd()};
}

inline Known process(Index points) {
  const Process density(points, 0.1, 0.5);
  const Matrix covariance =
      (Matrix::Identity(points, points) + density.precision * density.map.transpose() * density.map).inverse();
  return {"Gaussian process, d = " + std::to_string(points), make_model(density),
          covariance * (density.precision * density.map.transpose() * density.y), covariance.diagonal().cwiseSqrt()};
}

/// Exact but for a grid over the three scales: given them all else is normal.
Known counties(Index count);

}  // namespace g2t::low_rank
