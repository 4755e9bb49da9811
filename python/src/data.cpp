// python/g2t/data.py makes the tuples that are read here.
#include "data.hpp"

#include "arrays.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace g2t::python {
namespace {

using Texts = std::vector<std::string>;
using ReadWhole = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::device::cpu>;

ColumnData column_of(const nb::handle& column) {
  ColumnData out;
  out.name = nb::cast<std::string>(column[0]);
  if (nb::isinstance<nb::list>(column[1]))
    out.values = nb::cast<Texts>(column[1]);
  else
    out.values = to_vector(nb::cast<ReadVector>(column[1]));
  return out;
}

std::vector<Index> whole_numbers(const nb::handle& array) {
  const ReadWhole numbers = nb::cast<ReadWhole>(array);
  return {numbers.data(), numbers.data() + numbers.shape(0)};
}

std::vector<double> real_numbers(const nb::handle& array) {
  const Vector numbers = to_vector(nb::cast<ReadVector>(array));
  return {numbers.begin(), numbers.end()};
}

SparseTable sparse_of(const nb::handle& data) {
  SparseTable table;
  table.file = nb::cast<std::string>(data[1]);
  table.label_texts = nb::cast<Texts>(data[2]);
  table.labels = real_numbers(data[3]);
  table.row_starts = whole_numbers(data[4]);
  table.columns = whole_numbers(data[5]);
  table.values = real_numbers(data[6]);
  table.feature_count = nb::cast<Index>(data[7]);
  table.lines.assign(table.label_texts.size(), 0);
  table.highest_index = {table.file, 0, 0};
  return table;
}

}  // namespace

std::optional<ModelData> data_of(const nb::object& data) {
  if (data.is_none()) return std::nullopt;
  const std::string kind = nb::cast<std::string>(data[0]), name = nb::cast<std::string>(data[1]);
  if (kind == "json") return ModelData{name, nb::cast<std::string>(data[2])};
  if (kind == "sparse") return ModelData{name, sparse_of(data)};
  std::vector<ColumnData> columns;
  for (const nb::handle column : data[2]) columns.push_back(column_of(column));
  return ModelData{name, table_of_columns(name, columns)};
}

}  // namespace g2t::python
