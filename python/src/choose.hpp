// Choices among estimators from numbers alone.
#pragma once

#include <nanobind/nanobind.h>

namespace g2t::python {

void bind_choices(nanobind::module_& module);

}  // namespace g2t::python
