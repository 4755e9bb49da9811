// A fit's files read again, and written under another name.
#pragma once

#include <nanobind/nanobind.h>

namespace g2t::python {

void bind_saved(nanobind::module_& module);

}  // namespace g2t::python
