// Rows are read as the summary says that the fit's data were.
#include "rows.hpp"

#include "arrays.hpp"
#include "data.hpp"

#include <g2t/core/json.hpp>
#include <g2t/inference/prediction.hpp>
#include <g2t/program/models/read_rows.hpp>

#include <nanobind/stl/string.h>

namespace g2t::python {
namespace {

std::unique_ptr<RegressionRows> read(const std::string& encoding, const std::optional<ModelData>& data, const std::string& file,
                                     bool needs_responses) {
  const DataEncoding how = data_encoding_of(Json::parse(encoding), "the fit");
  return data ? rows_of(how, *data, needs_responses).rows : read_rows(how, file, needs_responses).rows;
}

// function(rows, draws), while other threads may run.
template <class Function>
auto of_rows(const Function& function, const std::string& encoding, const nb::object& data, const std::string& file,
             bool needs_responses, const ReadRows& draws) {
  const std::optional<ModelData> in_memory = data_of(data);
  const Matrix points = to_matrix(draws);
  const nb::gil_scoped_release others_may_run;
  return function(*read(encoding, in_memory, file, needs_responses), points);
}

nb::dict predict(const std::string& encoding, const nb::object& data, const std::string& file, const ReadRows& draws) {
  const Predictions found = of_rows(predict_rows, encoding, data, file, false, draws);
  nb::dict out;
  out["mean"] = to_python(found.mean);
  out["sd"] = to_python(found.sd);
  out["q5"] = to_python(found.q5);
  out["q50"] = to_python(found.median);
  out["q95"] = to_python(found.q95);
  return out;
}

nb::object row_log_densities(const std::string& encoding, const nb::object& data, const std::string& file, const ReadRows& draws) {
  return to_python(of_rows(log_densities, encoding, data, file, true, draws));
}

}  // namespace

void bind_rows(nb::module_& module) {
  module.def("predict", &predict, nb::arg("encoding"), nb::arg("data").none(), nb::arg("file"), nb::arg("draws"));
  module.def("row_log_densities", &row_log_densities, nb::arg("encoding"), nb::arg("data").none(), nb::arg("file"), nb::arg("draws"));
}

}  // namespace g2t::python
