// The interpreter's lock is taken only when handlers are due.
#include "interrupt.hpp"

#include <nanobind/nanobind.h>

#include <chrono>

namespace nb = nanobind;

namespace g2t::python {
namespace {

constexpr double kPause = 0.05;

thread_local Interrupt* current_interrupt = nullptr;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

bool is_main_thread() {
  const nb::module_ threading = nb::module_::import_("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

}  // namespace

Interrupt::Interrupt() : before_(current_interrupt), is_main_thread_(is_main_thread()) { current_interrupt = this; }
Interrupt::~Interrupt() { current_interrupt = before_; }
Interrupt* Interrupt::current() { return current_interrupt; }

bool Interrupt::is_made() {
  if (is_noted_ || !is_main_thread_ || now() < next_) return is_noted_;
  next_ = now() + kPause;
  const nb::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() == 0) return false;
  nb::python_error error;
  if (!error.matches(PyExc_KeyboardInterrupt)) throw error;
  is_noted_ = true;
  return true;
}

}  // namespace g2t::python
