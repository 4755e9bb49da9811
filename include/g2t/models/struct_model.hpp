// The door for users' own log densities: a plain struct, or functions, become a Model.
#pragma once

#include <functional>
#include <g2t/core/model.hpp>
#include <g2t/models/log_density.hpp>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace g2t {

/// A log density and what else is offered about it, as functions: what models/log_density.hpp describes.
struct ModelFunctions {
  Index dimension = 0;
  std::optional<std::vector<std::string>> parameter_names;  ///< none: z1, z2, ...
  bool is_thread_safe = false;                              ///< all functions may run in several threads at once

  // One of these two is needed; the batch is called if both are given.
  std::function<double(const Vector& z, Vector& gradient)> log_density;
  std::function<void(const Matrix& points, Vector& values, Matrix& gradients)> log_density_batch;

  // The others may be empty.
  std::function<void(const Matrix& points, Vector& values)> log_densities;
  std::function<void(const Vector& z, const Vector& v, Vector& product)> hessian_product;
  std::function<void(const Vector& z, const Matrix& vectors, Matrix& products)> hessian_products;
  std::optional<NormalPrior> prior;

  // Both or none.
  Index row_count = 0;
  std::function<ModelFunctions(const std::vector<Index>& rows, double weight)> of_rows;
};

/// A Model of these functions. It counts evaluations; a product of the Hessian counts as two gradients.
///
/// A call that throws fails its draws, or makes its product NaN, with the message counted.
/// @throws InvalidArgument if the dimension is not positive, there is not one name per parameter, no log density, or a
///         prior of another dimension; when it is used, if a function changes the size of its output
std::unique_ptr<Model> make_model(ModelFunctions functions);

namespace detail {

// True if a member function with the name of an optional one cannot be called as that.
template <class T>
concept HasOtherDensitiesAlone = !HasDensitiesAlone<T> && requires {
  requires std::is_member_function_pointer_v<decltype(&T::log_densities)>;
};
template <class T>
concept HasOtherHessianProduct = !HasHessianProduct<T> && !HasHessianProducts<T> && requires {
  requires std::is_member_function_pointer_v<decltype(&T::hessian_times)>;
};
template <class T>
concept HasOtherPrior = !HasPrior<T> && requires {
  requires std::is_member_function_pointer_v<decltype(&T::prior)>;
};

// True if one function takes both a vector and many, as those of Eigen::Ref do.
template <class T>
concept HasAmbiguousHessianProduct = HasHessianProduct<T> && HasHessianProducts<T> && requires {
  &T::hessian_times;
};

}  // namespace detail

/// The members of a struct as functions that share it.
template <LogDensity T>
ModelFunctions functions_of(T density) {
  static_assert(!detail::HasOtherDensitiesAlone<T>, "log_densities is not as HasDensitiesAlone says (is it const?)");
  static_assert(!detail::HasOtherHessianProduct<T>, "hessian_times is not as HasHessianProduct says (is it const?)");
  static_assert(!detail::HasAmbiguousHessianProduct<T>,
                "hessian_times takes a Vector& or a Matrix&, not an Eigen::Ref");
  static_assert(!detail::HasOtherPrior<T>, "prior is not as HasPrior says (is it const?)");
  const std::shared_ptr<const T> shared = std::make_shared<const T>(std::move(density));
  ModelFunctions out;
  out.dimension = static_cast<Index>(shared->dimension());
  if constexpr (HasParameterNames<T>) out.parameter_names = shared->parameter_names();
  if constexpr (HasThreadSafety<T>) out.is_thread_safe = shared->is_thread_safe();
  if constexpr (HasBatchDensity<T>)
    out.log_density_batch = [shared](const Matrix& points, Vector& values, Matrix& gradients) {
      shared->log_density(points, values, gradients);
    };
  else
    out.log_density = [shared](const Vector& z, Vector& gradient) -> double {
      return shared->log_density(z, gradient);
    };
  if constexpr (HasDensitiesAlone<T>)
    out.log_densities = [shared](const Matrix& points, Vector& values) { shared->log_densities(points, values); };
  if constexpr (HasHessianProducts<T>)
    out.hessian_products = [shared](const Vector& z, const Matrix& vectors, Matrix& products) {
      shared->hessian_times(z, vectors, products);
    };
  else if constexpr (HasHessianProduct<T>)
    out.hessian_product = [shared](const Vector& z, const Vector& v, Vector& product) {
      shared->hessian_times(z, v, product);
    };
  if constexpr (HasPrior<T>) out.prior = shared->prior();
  if constexpr (HasRows<T>) {
    out.row_count = static_cast<Index>(shared->row_count());
    out.of_rows = [shared](const std::vector<Index>& rows, double weight) -> ModelFunctions {
      return functions_of<T>(shared->of_rows(rows, weight));
    };
  }
  return out;
}

/// A Model of a user's log density, with the optional members that it has.
/// @throws InvalidArgument as for functions
template <LogDensity T>
std::unique_ptr<Model> make_model(T density) {
  return make_model(functions_of(std::move(density)));
}

}  // namespace g2t
