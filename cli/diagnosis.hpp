// What there is to know about a model before a fit.
#pragma once

#include <g2t/core/failures.hpp>
#include <g2t/program/models/load_model.hpp>
#include <g2t/inference/fit.hpp>

#include <optional>
#include <string>
#include <vector>

namespace g2t::cli {

/// The gradient at one random point.
struct PointCheck {
  Vector point;
  double log_density = 0;
  std::optional<GradientCheck> check;  ///< none if the log density is not finite there
};

struct Diagnosis {
  std::string title;
  std::vector<std::string> parameters;      ///< unconstrained
  std::vector<std::string> values;          ///< of quantities; empty: the model has none
  Index constrained_count = 0;              ///< of them parameters
  bool is_thread_safe = false;
  bool has_curvature = false, has_expectation = false, has_prior = false;
  double gradient_seconds = 0, density_seconds = 0;  ///< of one draw, medians
  std::vector<PointCheck> points;
  std::vector<FailureKind> failures;        ///< met here
  std::vector<std::string> declared_data;   ///< of a Stan program; empty: not known
  std::vector<std::string> unused_data, missing_data;  ///< in the file and not declared, and the other way

  /// True if a gradient could be checked, and none was wrong.
  [[nodiscard]] bool is_sound() const;
};

/// @param model  the loaded one, with the threads that evaluate it
Diagnosis diagnose(const LoadedModel& loaded, const Model& model, const Options& options, Index point_count, double radius);

std::string diagnosis_text(const Diagnosis& diagnosis);
std::string diagnosis_json(const Diagnosis& diagnosis);

}  // namespace g2t::cli
