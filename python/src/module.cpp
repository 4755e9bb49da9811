// The module _g2t: everything that python/g2t needs of the library.
#include "choose.hpp"
#include "describe.hpp"
#include "errors.hpp"
#include "native_fit.hpp"
#include "native_model.hpp"
#include "rows.hpp"
#include "saved.hpp"

#include <g2t/core/version.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

NB_MODULE(_g2t, module) {
  nanobind::set_leak_warnings(false);  // a model in a global variable lives until the interpreter ends
  g2t::python::register_errors();
  g2t::python::bind_descriptions(module);
  g2t::python::bind_models(module);
  g2t::python::bind_fits(module);
  g2t::python::bind_rows(module);
  g2t::python::bind_saved(module);
  g2t::python::bind_choices(module);
  module.def("version", &g2t::version);
}
