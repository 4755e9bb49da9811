// What a user's own struct may offer: the log density, and optional members that are found at compile time.
#pragma once

#include <concepts>
#include <g2t/core/types.hpp>
#include <g2t/models/normal_prior.hpp>
#include <string>
#include <vector>

namespace g2t {

/// double log_density(const Vector& z, Vector& gradient) const
///
/// Returns the log density at z, [dimension], with or without constants, and fills gradient, which comes sized and set
/// to zero. It may throw, or return what is not finite: that draw counts as failed, and what it was is counted
/// (core/model_use.hpp).
template <class T>
concept HasPointDensity = requires(const T& density, const Vector& z, Vector& gradient) {
  { density.log_density(z, gradient) } -> std::convertible_to<double>;
};

/// void log_density(const Matrix& points, Vector& values, Matrix& gradients) const
///
/// The same for many points at once, which is what is called if a struct has both forms.
/// points and gradients are [point_count x dimension], one point a row, column-major; values is [point_count]. Outputs
/// come sized and set to zero. A draw whose value or gradient is not finite counts as failed; an exception fails all
/// draws of the call, so set values[s] to NaN where one point is the trouble.
template <class T>
concept HasBatchDensity = requires(const T& density, const Matrix& points, Vector& values, Matrix& gradients) {
  density.log_density(points, values, gradients);
};

/// void log_densities(const Matrix& points, Vector& values) const
///
/// Optional: the log densities alone, for importance weights, where gradients would be computed in vain.
template <class T>
concept HasDensitiesAlone = requires(const T& density, const Matrix& points, Vector& values) {
  density.log_densities(points, values);
};

/// void hessian_times(const Vector& z, const Vector& v, Vector& product) const
///
/// Optional, for the control variates taylor and taylor-products: product = H v, [dimension], H the Hessian of the log
/// density at z. product comes sized and set to zero. check_hessian() (models/hessian_check.hpp) tests it.
template <class T>
concept HasHessianProduct = requires(const T& density, const Vector& z, const Vector& v, Vector& product) {
  density.hessian_times(z, v, product);
};

/// void hessian_times(const Vector& z, const Matrix& vectors, Matrix& products) const
///
/// The same for many vectors at once, [vector_count x dimension], one vector a row: products = vectors H. This is what
/// is called if a struct has both forms.
template <class T>
concept HasHessianProducts = requires(const T& density, const Vector& z, const Matrix& vectors, Matrix& products) {
  density.hessian_times(z, vectors, products);
};

/// NormalPrior prior() const
///
/// Optional, for the control variate prior, which needs exact expectations: the normal part of the log density, which
/// log_density includes. It need not be the whole prior: the others, flat or not, get a wide block.
template <class T>
concept HasPrior = requires(const T& density) {
  { density.prior() } -> std::convertible_to<NormalPrior>;
};

/// std::vector<std::string> parameter_names() const
///
/// Optional: one name per parameter; default z1, z2, ...
template <class T>
concept HasParameterNames = requires(const T& density) {
  { density.parameter_names() } -> std::convertible_to<std::vector<std::string>>;
};

/// bool is_thread_safe() const
///
/// Optional: true if the members may run in several threads at once; default: not.
template <class T>
concept HasThreadSafety = requires(const T& density) {
  { density.is_thread_safe() } -> std::convertible_to<bool>;
};

/// Index row_count() const
/// T of_rows(const std::vector<Index>& rows, double weight) const
///
/// Optional, with hessian_times: how many rows of data there are, and the same log density with these rows alone, [any], from 0,
/// rising: their log likelihood times the weight, and the prior as it is. Fits of many rows go by a sample then, which all rows
/// correct and check.
template <class T>
concept HasRows = requires(const T& density, const std::vector<Index>& rows, double weight) {
  { density.row_count() } -> std::convertible_to<Index>;
  { density.of_rows(rows, weight) } -> std::convertible_to<T>;
};

/// A log density on R^d: `dimension()`, and `log_density` for a point or for a batch of them.
template <class T>
concept LogDensity = std::move_constructible<T> &&
    (HasPointDensity<T> || HasBatchDensity<T>)&&requires(const T& density) {
  { density.dimension() } -> std::convertible_to<Index>;
};

}  // namespace g2t
