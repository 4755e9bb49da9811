// The door for users' own log densities: a plain struct becomes a Model.
#pragma once

#include <concepts>
#include <g2t/core/model.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace g2t {

/// A log density on R^d for one point at a time.
///
/// log_density(z, gradient) returns the log density at z, [dimension], with or without constants, and fills
/// gradient, which comes sized and set to zero. It may throw, or return what is not finite: that draw counts as
/// failed, and what it was is counted (core/model_use.hpp). Optional members: `parameter_names()`, one name per parameter (default z1, z2, ...), and
/// `is_thread_safe()`, true if log_density may run in several threads at once (default: not).
template <class T>
concept LogDensity = std::move_constructible<T> && requires(const T& density, const Vector& z, Vector& gradient) {
  { density.dimension() } -> std::convertible_to<Index>;
  { density.log_density(z, gradient) } -> std::convertible_to<double>;
};

/// A model that evaluates draw by draw and offers nothing but its density and score.
class SingleDrawModel : public Model {
 public:
  void evaluate(const Matrix& draws, Evaluation& out) const override;
  [[nodiscard]] std::vector<std::string> parameter_names() const override;
  [[nodiscard]] const Curvature* curvature() const override { return nullptr; }
  [[nodiscard]] const Expectation* expectation() const override { return nullptr; }
  [[nodiscard]] const Model* prior() const override { return nullptr; }
  [[nodiscard]] Index lane_width() const override { return 1; }

 protected:
  /// What evaluate() calls; an exception marks the draw as failed.
  /// @param[out] gradient  comes as zeros, [dimension]
  [[nodiscard]] virtual double log_density(const Vector& point, Vector& gradient) const = 0;
};

/// The adaptor from a struct to a Model.
template <LogDensity T>
class ModelOf final : public SingleDrawModel {
 public:
  explicit ModelOf(T density) : density_(std::move(density)) {}

  [[nodiscard]] Index dimension() const override { return static_cast<Index>(density_.dimension()); }
  [[nodiscard]] std::vector<std::string> parameter_names() const override {
    if constexpr (requires {
                    { density_.parameter_names() } -> std::convertible_to<std::vector<std::string>>;
                  }) {
      return density_.parameter_names();
    } else {
      return SingleDrawModel::parameter_names();
    }
  }
  [[nodiscard]] bool is_thread_safe() const override {
    if constexpr (requires {
                    { density_.is_thread_safe() } -> std::convertible_to<bool>;
                  }) {
      return density_.is_thread_safe();
    } else {
      return false;
    }
  }

 private:
  [[nodiscard]] double log_density(const Vector& point, Vector& gradient) const override {
    return density_.log_density(point, gradient);
  }

  T density_;
};

/// Checks the names and the dimension of a model made from outside, and hands it on.
/// @throws InvalidArgument if the dimension is not positive or there is not one name per parameter
std::unique_ptr<Model> check_model(std::unique_ptr<Model> model);

/// A Model of a user's log density.
/// @throws InvalidArgument as check_model()
template <LogDensity T>
std::unique_ptr<Model> make_model(T density) {
  return check_model(std::make_unique<ModelOf<T>>(std::move(density)));
}

}  // namespace g2t
