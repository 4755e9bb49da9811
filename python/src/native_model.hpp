// A model as Python holds it: loaded once, fitted many times.
#pragma once

#include "callable_model.hpp"
#include "keywords.hpp"

#include <g2t/program/models/load_model.hpp>

#include <mutex>

namespace g2t::python {

struct NativeModel {
  LoadedModel loaded;
  std::string kind;      ///< as the program names it, or what a model of the caller's own is called
  Given options;         ///< of the model itself
  bool is_own = false;

  /// The options of a fit: the model's own and these.
  [[nodiscard]] Options fit_options(const Given& given) const;
  /// Of a fit, or anything else that evaluates the model; one at a time of those that share a state.
  [[nodiscard]] std::unique_lock<std::recursive_mutex> lock() const;
};

/// Models and what can be asked of them.
void bind_models(nanobind::module_& module);

}  // namespace g2t::python
