// A log density written in Python, as a model: the interpreter's lock is taken for a call.
#pragma once

#include <g2t/core/difference_curvature.hpp>
#include <g2t/core/model.hpp>

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <vector>

namespace g2t::python {

namespace nb = nanobind;

/// A compiled function of one point, [dimension]: a value and a gradient, [dimension]. It returns 0, or else the draw fails.
using CompiledFunction = int (*)(const double* point, double* value, double* gradient, void* user_data);

/// A user's functions. What they return is checked, and converted where it is not float64.
struct CallableFunctions {
  Index dimension = 0;
  std::vector<std::string> names;  ///< of the coordinates
  nb::object value_and_grad;       ///< [S, d] -> ([S], [S, d]); of a compiled one: what keeps it alive
  std::uintptr_t address = 0;      ///< of a CompiledFunction, which needs no Python; 0: there is none
  std::uintptr_t user_data = 0;    ///< that it gets
  bool is_thread_safe = false;     ///< the compiled one may run in several threads at once
  nb::object hessian_product;      ///< ([d], [V, d]) -> [V, d]; None: differences of gradients
  nb::object constrain;            ///< [S, d] -> [S, values]; None: there is no other scale
  nb::object unconstrain;          ///< JSON text -> [d]; None: cannot be had
  std::vector<std::string> value_names;
  Index parameter_count = 0;  ///< of the values; the others are computed from these
};

/// Exceptions of the functions leave the model as they are, but KeyboardInterrupt during a fit: that is noted, and the call
/// made once more, so that no draw fails for it.
class CallableModel final : public Model, private ProductCurvature, private Quantities {
 public:
  explicit CallableModel(CallableFunctions functions);

  [[nodiscard]] Index dimension() const override { return functions_.dimension; }
  [[nodiscard]] std::vector<std::string> parameter_names() const override { return functions_.names; }
  [[nodiscard]] const Curvature* curvature() const override { return this; }
  [[nodiscard]] const Expectation* expectation() const override { return nullptr; }
  [[nodiscard]] const Model* prior() const override { return nullptr; }
  [[nodiscard]] const Quantities* quantities() const override { return functions_.constrain.is_none() ? nullptr : this; }
  [[nodiscard]] Index lane_width() const override { return 1; }
  [[nodiscard]] bool is_thread_safe() const override { return functions_.address != 0 && functions_.is_thread_safe; }

  void evaluate(const Matrix& draws, Evaluation& out) const override;

 private:
  void call_python(const Matrix& draws, Evaluation& out) const;
  void call_compiled(const Matrix& draws, Evaluation& out) const;
  void hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override;

  using Quantities::compute;
  [[nodiscard]] std::vector<std::string> names() const override { return functions_.value_names; }
  [[nodiscard]] Index parameter_count() const override { return functions_.parameter_count; }
  [[nodiscard]] Index computed_count() const override { return static_cast<Index>(functions_.value_names.size()); }
  Index compute(const Matrix& draws, std::uint64_t seed, const StopRule& stop, Matrix& values) const override;
  [[nodiscard]] Vector unconstrain(const std::string& json) const override;

  CallableFunctions functions_;
  DifferenceCurvature differences_;
};

}  // namespace g2t::python
