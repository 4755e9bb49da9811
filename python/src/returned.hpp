// What functions written in Python return, as numbers: checked, and never trusted to be what was asked for.
#pragma once

#include <g2t/core/types.hpp>

#include <nanobind/nanobind.h>

namespace g2t::python {

/// A pair of values, [S], and gradients, [S, d], into arrays that have these sizes. float64 in any order is read as it is;
/// other numbers are converted by python/g2t/returned.py, which says so where that loses digits.
/// @throws g2t.InvalidArgument, as a Python exception, if it is no such pair, or shapes are others
void read_value_and_gradient(const nanobind::object& returned, Vector& values, Matrix& gradients);

/// One array into a matrix that has its shape.
/// @param function  that returned it, for messages
void read_matrix(const nanobind::object& returned, const char* function, Matrix& out);

}  // namespace g2t::python
