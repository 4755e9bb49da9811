// What the tests of loading share: files, and log densities written out.
#pragma once

#include <cmath>
#include <g2t/core/model.hpp>
#include <g2t/program/options/options.hpp>
#include <io/io_testing.hpp>
#include <numbers>
#include <string>
#include <support/files.hpp>

namespace g2t::testing {

/// Data in a folder of the test's own, as the options of a model name them.
class ModelFiles : public ::testing::Test {
 protected:
  ModelOptions options(const std::string& model, const std::string& file, const std::string& text) const {
    ModelOptions out;
    out.model = model;
    out.data = folder_.write(file, text);
    return out;
  }

  ScratchFolder folder_;
};

/// The point 0.1 sin(i + 1).
inline Vector reference_point(Index dimension) {
  Vector point(dimension);
  for (Index i = 0; i < dimension; ++i) point[i] = 0.1 * std::sin(static_cast<double>(i + 1));
  return point;
}

inline double log_density_at(const Model& model, const Vector& point) {
  Evaluation evaluation;
  evaluation.resize(1, point.size());
  model.evaluate(point.transpose(), evaluation);
  return evaluation.log_density[0];
}

/// Log density of N(0, scale^2).
inline double log_normal(double x, double scale) {
  return -0.5 * x * x / (scale * scale) - std::log(scale) - 0.5 * std::log(2 * std::numbers::pi);
}

/// Log density of the logistic regression of io_testing.hpp's six rows, written out; the intercept comes first.
inline double six_row_log_density(const Vector& z, bool intercept) {
  const Matrix rows = testing::six_rows();
  const double labels[] = {1, -1, 1, -1, 1, -1};
  double sum = 0;
  for (Index i = 0; i < z.size(); ++i) sum += log_normal(z[i], 1);
  for (Index row = 0; row < 6; ++row) {
    const double margin = (intercept ? z[0] : 0) + rows.row(row).dot(z.tail(3));
    sum -= std::log1p(std::exp(-labels[row] * margin));
  }
  return sum;
}

}  // namespace g2t::testing
