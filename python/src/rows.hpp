// Predictions and log densities of rows of the built-in models.
#pragma once

#include <nanobind/nanobind.h>

namespace g2t::python {

void bind_rows(nanobind::module_& module);

}  // namespace g2t::python
