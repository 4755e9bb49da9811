// Each call gets arrays of its own: a function may keep them or change them.
#include "callable_model.hpp"

#include "arrays.hpp"
#include "interrupt.hpp"
#include "returned.hpp"

#include <g2t/core/errors.hpp>
#include <g2t/core/model_use.hpp>

#include <nanobind/stl/string.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace g2t::python {
namespace {

constexpr Index kRowsAtOnce = 256;  // of values: between two looks at the clock

// During a fit Ctrl-C waits for its end; a second one takes the call's values with it.
template <class Call>
auto call_through_interrupts(const Call& call) {
  for (;;) {
    try {
      return call();
    } catch (const nb::python_error& error) {
      Interrupt* const interrupt = Interrupt::current();
      if (interrupt == nullptr || interrupt->is_noted() || !error.matches(PyExc_KeyboardInterrupt)) throw;
      interrupt->note();
    }
  }
}

void count_failures(const Evaluation& evaluation) {
  for (Index draw = 0; draw < evaluation.log_density.size(); ++draw)
    if (evaluation.failed[static_cast<std::size_t>(draw)] != 0)
      count_failure(why_not_finite(evaluation.log_density[draw], evaluation.score.row(draw)));
}

}  // namespace

CallableModel::CallableModel(CallableFunctions functions) : functions_(std::move(functions)), differences_(*this) {}

void CallableModel::evaluate(const Matrix& draws, Evaluation& out) const {
  out.resize(draws.rows(), dimension());
  if (draws.rows() == 0) return;
  count_gradients(draws.rows());
  if (functions_.address != 0)
    call_compiled(draws, out);
  else
    call_python(draws, out);
  out.mark_non_finite();
  count_failures(out);
}

void CallableModel::call_python(const Matrix& draws, Evaluation& out) const {
  const nb::gil_scoped_acquire lock;
  call_through_interrupts([&] {
    read_value_and_gradient(functions_.value_and_grad(rows_to_python(draws)), out.log_density, out.score);
  });
}

void CallableModel::call_compiled(const Matrix& draws, Evaluation& out) const {
  const auto function = reinterpret_cast<CompiledFunction>(functions_.address);
  auto* const user_data = reinterpret_cast<void*>(functions_.user_data);
  Vector point(dimension()), gradient(dimension());
  for (Index draw = 0; draw < draws.rows(); ++draw) {
    point = draws.row(draw).transpose();
    const int status = function(point.data(), &out.log_density[draw], gradient.data(), user_data);
    if (status != 0) out.log_density[draw] = std::numeric_limits<double>::quiet_NaN();
    out.score.row(draw) = gradient.transpose();
  }
}

void CallableModel::hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const {
  if (functions_.hessian_product.is_none()) return differences_.hessian_times(point, vectors, products);
  products.resize(vectors.rows(), dimension());
  if (vectors.rows() == 0) return;
  count_gradients(2 * vectors.rows());  // about what a product costs
  const nb::gil_scoped_acquire lock;
  call_through_interrupts([&] {
    read_matrix(functions_.hessian_product(to_python(point), rows_to_python(vectors)), "hessian_product", products);
  });
}

Index CallableModel::compute(const Matrix& draws, std::uint64_t, const StopRule& stop, Matrix& values) const {
  const Index count = computed_count();
  values.resize(draws.rows(), count);
  Index done = 0;
  while (done < draws.rows() && !(stop && stop(done))) {
    Matrix rows = draws.middleRows(done, std::min(kRowsAtOnce, draws.rows() - done));
    Matrix of_rows(rows.rows(), count);
    const nb::gil_scoped_acquire lock;
    call_through_interrupts([&] { read_matrix(functions_.constrain(rows_to_python(rows)), "constrain", of_rows); });
    values.middleRows(done, rows.rows()) = of_rows;
    done += rows.rows();
  }
  if (done < draws.rows()) values.conservativeResize(done, count);
  return done;
}

Vector CallableModel::unconstrain(const std::string& json) const {
  if (functions_.unconstrain.is_none()) return Quantities::unconstrain_values({});
  const nb::gil_scoped_acquire lock;
  Matrix point(1, dimension());
  read_matrix(functions_.unconstrain(json), "unconstrain", point);
  return point.row(0).transpose();
}

}  // namespace g2t::python
