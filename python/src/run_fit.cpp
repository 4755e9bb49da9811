// The program's own steps in their order: options, inputs, plan, fit, contents of the files.
#include "run_fit.hpp"

#include "arrays.hpp"
#include "interrupt.hpp"

#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/program/files/fit_inputs.hpp>
#include <g2t/program/options/check_plan.hpp>
#include <g2t/program/text/progress_text.hpp>

#include <nanobind/stl/string.h>

namespace g2t::python {
namespace {

FitStart start_of(const nb::object& given, Index dimension) {
  FitStart start;
  if (given.is_none()) return start;
  if (nb::isinstance<NativeFit>(given)) return nb::cast<const NativeFit&>(given).start;
  start.point = to_vector(nb::cast<ReadVector>(given));
  if (start.point->size() != dimension)
    throw InvalidArgument("fit", "init", counted(start.point->size(), "number"),
                          "the model has " + counted(dimension, "parameter"));
  return start;
}

FitHooks hooks_of(const nb::object& progress, Interrupt& interrupt) {
  FitHooks hooks;
  hooks.should_stop = [&interrupt] { return interrupt.is_made(); };
  if (progress.is_none()) return hooks;
  hooks.progress = [&progress, &interrupt](const FitProgress& seen) {
    const nb::gil_scoped_acquire lock;
    try {
      progress(seen, progress_text(seen));
    } catch (const nb::python_error& error) {
      if (!error.matches(PyExc_KeyboardInterrupt)) throw;
      interrupt.note();
    }
  };
  return hooks;
}

}  // namespace

NativeFit run_fit(const NativeModel& model, const Given& given, const nb::object& start, const nb::object& progress,
                  const nb::object& said) {
  const Model& density = *model.loaded.model;
  Options options = model.fit_options(given);
  if (options.fit.threads > 1 && !density.is_thread_safe()) {
    said(model.loaded.title + ": evaluated by one thread, since it is not thread-safe");
    options.fit.threads = 1;
  }
  Interrupt interrupt;
  const FitHooks hooks = hooks_of(progress, interrupt);
  FitStart from = start_of(start, density.dimension());
  const nb::gil_scoped_release others_may_run;
  const auto lock = model.lock();
  FitOptions settings = fit_options(options, density);
  if (from.is_given() || from.state) settings.start = std::move(from);
  check_plan(density, options, settings, settings.answer_draws);
  const FitResult result = fit(density, settings, hooks);
  NativeFit out;
  out.contents = fit_contents(model.loaded, result, options);
  out.draws = result.posterior.draws;
  for (const FitWarning& warning : result.warnings) out.warnings.push_back(describe(warning, Wording::Fields));
  out.start = FitStart(result);
  return out;
}

}  // namespace g2t::python
