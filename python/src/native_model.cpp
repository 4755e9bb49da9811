// Loaded from options as the program does it, or made of functions.
#include "native_model.hpp"

#include "arrays.hpp"
#include "data.hpp"

#include <g2t/core/counted.hpp>
#include <g2t/models/gradient_check.hpp>
#include <g2t/program/options/option_list.hpp>

#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <thread>

namespace g2t::python {
namespace {

// Recursive: a function that a fit calls may evaluate another model.
std::recursive_mutex& shared_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

// While a program is compiled: a line for people, and Python's signal handlers.
LoadHook hook_of(const nb::object& progress) {
  return [&progress](const StanBuildProgress& seen) {
    const nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!progress.is_none()) progress(seen.what, seen.seconds, seen.is_done);
  };
}

NativeModel load(const std::string& kind, const Given& given, const nb::object& data, const nb::object& progress) {
  NativeModel out;
  out.kind = kind;
  out.options = given;
  const Options options = make_options(kind, given);
  const std::optional<ModelData> in_memory = data_of(data);
  const LoadHook hook = hook_of(progress);
  const nb::gil_scoped_release others_may_run;
  const std::scoped_lock one_at_a_time(shared_mutex());  // a Stan model of whatever library is evaluated, too
  const Index threads = std::max<Index>(std::thread::hardware_concurrency(), 1);  // that read: the model is the same
  out.loaded = in_memory ? load_model(options.model, *in_memory, hook) : load_model(options.model, hook, threads);
  return out;
}

NativeModel make_callable(const std::string& title, CallableFunctions functions) {
  NativeModel out;
  out.kind = title;
  out.is_own = true;
  out.loaded.title = title + ", " + counted(functions.dimension, "parameter");
  out.loaded.model = std::make_unique<CallableModel>(std::move(functions));
  return out;
}

nb::tuple evaluate(const NativeModel& model, const ReadRows& points) {
  const Matrix draws = to_matrix(points);
  Evaluation evaluation;
  {
    const nb::gil_scoped_release others_may_run;
    const auto lock = model.lock();
    model.loaded.model->evaluate(draws, evaluation);
  }
  return nb::make_tuple(to_python(evaluation.log_density), rows_to_python(evaluation.score));
}

nb::object constrain(const NativeModel& model, const ReadRows& points, std::uint64_t seed) {
  const Matrix draws = to_matrix(points);
  const Quantities* const quantities = model.loaded.model->quantities();
  Matrix values = draws;
  if (quantities != nullptr) {
    const nb::gil_scoped_release others_may_run;
    const auto lock = model.lock();
    quantities->compute(draws, seed, values);
  }
  return to_python(values);
}

std::vector<std::string> value_names(const NativeModel& model) {
  const Quantities* const quantities = model.loaded.model->quantities();
  return quantities != nullptr ? quantities->names() : model.loaded.model->parameter_names();
}

std::string gradient_fault(const NativeModel& model, const ReadVector& point) {
  const Vector at = to_vector(point);
  const nb::gil_scoped_release others_may_run;
  const auto lock = model.lock();
  const GradientCheck check = check_gradient(*model.loaded.model, at);
  return check.passed ? "" : check.message();
}

}  // namespace

Options NativeModel::fit_options(const Given& given) const {
  if (is_own) return make_options_of_own(kind, given);
  Given all = options;
  all.insert(all.end(), given.begin(), given.end());
  return make_options(kind, all);
}

std::unique_lock<std::recursive_mutex> NativeModel::lock() const {
  return loaded.model->shared_state().empty() ? std::unique_lock<std::recursive_mutex>() : std::unique_lock(shared_mutex());
}

void bind_models(nb::module_& module) {
  nb::class_<CallableFunctions>(module, "CallableFunctions")
      .def(nb::init<>())
      .def_rw("dimension", &CallableFunctions::dimension)
      .def_rw("names", &CallableFunctions::names)
      .def_rw("value_and_grad", &CallableFunctions::value_and_grad)
      .def_rw("address", &CallableFunctions::address)
      .def_rw("user_data", &CallableFunctions::user_data)
      .def_rw("is_thread_safe", &CallableFunctions::is_thread_safe)
      .def_rw("hessian_product", &CallableFunctions::hessian_product, nb::arg().none())
      .def_rw("constrain", &CallableFunctions::constrain, nb::arg().none())
      .def_rw("unconstrain", &CallableFunctions::unconstrain, nb::arg().none())
      .def_rw("value_names", &CallableFunctions::value_names)
      .def_rw("parameter_count", &CallableFunctions::parameter_count);
  nb::class_<NativeModel>(module, "Model")
      .def_prop_ro("title", [](const NativeModel& model) { return model.loaded.title; })
      .def_prop_ro("description", [](const NativeModel& model) { return model.loaded.description; })
      .def_prop_ro("dimension", [](const NativeModel& model) { return model.loaded.model->dimension(); })
      .def_prop_ro("encoding", [](const NativeModel& model) {
        return model.loaded.encoding ? data_encoding_json(*model.loaded.encoding).dump() : "";
      })
      .def_prop_ro("parameter_names", [](const NativeModel& model) { return model.loaded.model->parameter_names(); })
      .def_prop_ro("value_names", &value_names)
      .def_prop_ro("is_thread_safe", [](const NativeModel& model) { return model.loaded.model->is_thread_safe(); })
      .def("evaluate", &evaluate, nb::arg("points"))
      .def("constrain", &constrain, nb::arg("draws"), nb::arg("seed"))
      .def("gradient_fault", &gradient_fault, nb::arg("point"));
  module.def("load_model", &load, nb::arg("kind"), nb::arg("given"), nb::arg("data").none(), nb::arg("progress").none());
  module.def("make_callable", &make_callable, nb::arg("title"), nb::arg("functions"));
}

}  // namespace g2t::python
