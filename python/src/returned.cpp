// The straight way for float64 arrays of the right shape; all else goes through Python once more.
#include "returned.hpp"

#include "arrays.hpp"

#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace g2t::python {
namespace {

constexpr const char* kNeeded = "value_and_grad";

bool take(const nb::handle& returned, Vector& out) {
  ReadVector array;
  if (!nb::try_cast(returned, array, false) || static_cast<Index>(array.shape(0)) != out.size()) return false;
  out = to_vector(array);
  return true;
}

bool take(const nb::handle& returned, Matrix& out) {
  ReadRows array;
  if (!nb::try_cast(returned, array, false) || static_cast<Index>(array.shape(0)) != out.rows() ||
      static_cast<Index>(array.shape(1)) != out.cols())
    return false;
  out = to_matrix(array);
  return true;
}

// Converted to float64 of this shape, or refused.
nb::object converted(const nb::handle& returned, const char* function, const char* part, const nb::tuple& shape) {
  return nb::module_::import_("g2t.returned").attr("converted")(returned, function, part, shape);
}

}  // namespace

void read_value_and_gradient(const nb::object& returned, Vector& values, Matrix& gradients) {
  if (!(nb::isinstance<nb::tuple>(returned) || nb::isinstance<nb::list>(returned)) || nb::len(returned) != 2)
    nb::module_::import_("g2t.returned").attr("refuse_pair")(returned, values.size(), gradients.cols());
  const nb::object value = returned[0], gradient = returned[1];
  if (!take(value, values)) take(converted(value, kNeeded, "values", nb::make_tuple(values.size())), values);
  if (!take(gradient, gradients))
    take(converted(gradient, kNeeded, "gradients", nb::make_tuple(gradients.rows(), gradients.cols())), gradients);
}

void read_matrix(const nb::object& returned, const char* function, Matrix& out) {
  if (!take(returned, out)) take(converted(returned, function, "array", nb::make_tuple(out.rows(), out.cols())), out);
}

}  // namespace g2t::python
