// Data in memory, from what Python hands over.
#pragma once

#include <g2t/program/models/model_data.hpp>

#include <nanobind/nanobind.h>

#include <optional>

namespace g2t::python {

/// None; ("json", name, text); ("columns", name, [(name, texts or float64 array), ...]); or ("sparse", name, label texts,
/// labels, row starts, columns, values, feature count), rows sorted.
std::optional<ModelData> data_of(const nanobind::object& data);

}  // namespace g2t::python
