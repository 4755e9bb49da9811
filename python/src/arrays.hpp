// Numbers between Eigen and numpy.
#pragma once

#include <g2t/core/types.hpp>

#include <nanobind/ndarray.h>

#include <optional>
#include <string>
#include <vector>

namespace g2t::python {

namespace nb = nanobind;

using ReadRows = nb::ndarray<const double, nb::ndim<2>, nb::device::cpu>;
using ReadVector = nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>;

/// Copies that Python owns: [n], and [rows x columns] with the values of a column side by side.
nb::object to_python(const Vector& values);
nb::object to_python(const Matrix& values);
/// A copy with the values of a row side by side, as most code in Python expects.
nb::object rows_to_python(const Matrix& values);

Vector to_vector(const ReadVector& values);
Matrix to_matrix(const ReadRows& values);

}  // namespace g2t::python
