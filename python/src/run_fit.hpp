// From a model and keywords to a fit, with the interpreter's lock let go.
#pragma once

#include "native_fit.hpp"
#include "native_model.hpp"

namespace g2t::python {

/// @param given     the fit's options
/// @param start     None, a point [d], or an earlier NativeFit to go on with
/// @param progress  None, or called with a FitProgress and its line
/// @param said      called with lines of text for people
NativeFit run_fit(const NativeModel& model, const Given& given, const nanobind::object& start,
                  const nanobind::object& progress, const nanobind::object& said);

}  // namespace g2t::python
