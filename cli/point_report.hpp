// A model's values at given points, as JSON and as text.
#pragma once

#include <g2t/inference/fit.hpp>

#include <optional>
#include <string>
#include <vector>

namespace g2t::cli {

/// One point; values that the model lacks are empty.
struct PointReport {
  Vector point;  ///< [dimension]
  double log_density = 0;
  std::optional<double> log_prior;
  Vector gradient;          ///< [dimension]
  Vector hessian_diagonal;  ///< [dimension], or empty
  std::optional<GradientCheck> check;
};

/// @param points  [point_count x dimension]
[[nodiscard]] std::vector<PointReport> report_points(const Model& model, const Matrix& points, bool checks_gradient);

/// {"dimension", "names", "points": [...]}
[[nodiscard]] std::string points_json(const Model& model, const std::vector<PointReport>& reports);
[[nodiscard]] std::string points_text(const Model& model, const std::vector<PointReport>& reports);

}  // namespace g2t::cli
