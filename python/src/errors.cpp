// The classes are the package's own, in python/g2t/errors.py.
#include "errors.hpp"

#include "keywords.hpp"

#include <g2t/core/errors.hpp>
#include <g2t/program/text/message.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace g2t::python {
namespace {

void raise(const char* name, const std::exception& error, const InputError* input = nullptr) {
  const nb::object type = nb::module_::import_("g2t.errors").attr(name);
  const nb::object value = type(in_keywords(message_of(error)));
  if (input != nullptr) {
    value.attr("file") = input->location().file;
    value.attr("line") = input->location().line;
    value.attr("column") = input->location().column;
    value.attr("details") = input->details();
  }
  PyErr_SetObject(type.ptr(), value.ptr());
}

void translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const InvalidArgument& error) {
    raise("InvalidArgument", error);
  } catch (const InputError& error) {
    raise("InputError", error, &error);
  }
}

}  // namespace

void register_errors() { nb::register_exception_translator(translate); }

}  // namespace g2t::python
