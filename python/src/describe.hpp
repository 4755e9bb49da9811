// What is printed: tables, pages and the list of options.
#pragma once

#include <nanobind/nanobind.h>

namespace g2t::python {

void bind_descriptions(nanobind::module_& module);

}  // namespace g2t::python
