// Attributes, pickling and files of a fit.
#include "native_fit.hpp"

#include "arrays.hpp"
#include "run_fit.hpp"

#include <g2t/inference/hooks.hpp>
#include <g2t/io/json_files.hpp>
#include <g2t/program/files/save_again.hpp>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace g2t::python {
namespace {

// What pickling keeps, in the order in which set_state() takes it.
nb::tuple state_of(const NativeFit& fit) {
  const FitContents& it = fit.contents;
  return nb::make_tuple(it.header.model, static_cast<int>(it.header.structure), it.header.iterations,
                        it.header.gradient_draws, it.header.comments, it.draws.names, to_python(it.draws.mean),
                        to_python(it.draws.draws), to_python(it.draws.log_density), to_python(it.draws.log_q),
                        it.draws.chains, it.draws.are_array_names, it.trace, it.selections, it.q, it.summary,
                        to_python(fit.draws), fit.warnings);
}

void set_state(NativeFit& fit, const nb::tuple& state) {
  new (&fit) NativeFit();
  std::size_t at = 0;
  const auto take = [&](auto& field) { field = nb::cast<std::remove_reference_t<decltype(field)>>(state[at++]); };
  const auto vector = [&](Vector& field) { field = to_vector(nb::cast<ReadVector>(state[at++])); };
  const auto matrix = [&](Matrix& field) { field = to_matrix(nb::cast<ReadRows>(state[at++])); };
  FitContents& it = fit.contents;
  int structure = 0;
  take(it.header.model);
  take(structure);
  it.header.structure = static_cast<Structure>(structure);
  take(it.header.iterations);
  take(it.header.gradient_draws);
  take(it.header.comments);
  take(it.draws.names);
  vector(it.draws.mean);
  matrix(it.draws.draws);
  vector(it.draws.log_density);
  vector(it.draws.log_q);
  take(it.draws.chains);
  take(it.draws.are_array_names);
  take(it.trace);
  take(it.selections);
  take(it.q);
  take(it.summary);
  matrix(fit.draws);
  take(fit.warnings);
  fit.start = FitStart(parse_gaussian(it.q, "q").q);
}

}  // namespace

void bind_fits(nb::module_& module) {
  nb::class_<FitProgress>(module, "Progress")
      .def_ro("elapsed_seconds", &FitProgress::elapsed_seconds)
      .def_ro("iteration", &FitProgress::iteration)
      .def_ro("gradient_draws", &FitProgress::gradient_draws)
      .def_ro("elbo", &FitProgress::elbo)
      .def_ro("nats_to_go", &FitProgress::nats_to_go)
      .def_ro("recipe", &FitProgress::recipe)
      .def_ro("step_size", &FitProgress::step_size)
      .def_ro("phase", &FitProgress::phase)
      .def_ro("evaluations", &FitProgress::evaluations);
  nb::class_<NativeFit>(module, "Fit")
      .def_prop_ro("summary", [](const NativeFit& fit) { return fit.contents.summary; })
      .def_prop_ro("selections", [](const NativeFit& fit) { return fit.contents.selections; })
      .def_prop_ro("q", [](const NativeFit& fit) { return fit.contents.q; })
      .def_prop_ro("trace", [](const NativeFit& fit) { return fit.contents.trace; })
      .def_prop_ro("warnings", [](const NativeFit& fit) { return fit.warnings; })
      .def_prop_ro("value_names", [](const NativeFit& fit) { return fit.contents.draws.names; })
      .def_prop_ro("are_arrays", [](const NativeFit& fit) { return fit.contents.draws.are_array_names; })
      .def_prop_ro("chains", [](const NativeFit& fit) { return fit.contents.draws.chains; })
      .def("values", [](const NativeFit& fit) { return to_python(fit.contents.draws.draws); })
      .def("log_density", [](const NativeFit& fit) { return to_python(fit.contents.draws.log_density); })
      .def("draws", [](const NativeFit& fit) { return to_python(fit.draws); })
      .def("start", [](nb::object self) { return self; })
      .def("save", [](const NativeFit& fit, const Given& given) { return save_again(fit.contents, given); })
      .def("__getstate__", &state_of)
      .def("__setstate__", &set_state);
  module.def("fit", &run_fit, nb::arg("model"), nb::arg("given"), nb::arg("start").none(), nb::arg("progress").none(),
             nb::arg("said"));
}

}  // namespace g2t::python
