// From tables to the data of the built-in models by an encoding: the one way for fits and for predictions.
#pragma once

#include <program/models/row_group.h>

#include <g2t/io/table.hpp>
#include <g2t/models/bayesian_neural_network.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/models/poisson.hpp>
#include <g2t/program/models/data_encoding.hpp>
#include <string>
#include <vector>

namespace g2t::program {

// With a group these are of the rows of all processes.

/// Of names and cells, or of labels and entries, as the reader gave them.
std::string fingerprint_of(const Table& table, RowGroup* group = nullptr);
std::string fingerprint_of(const SparseTable& table, RowGroup* group = nullptr);

/// Whether a fingerprint is that of a table. One of labels and entries may be of the kind that was written before 0044.
bool has_fingerprint(const Table& table, const std::string& fingerprint);
bool has_fingerprint(const SparseTable& table, const std::string& fingerprint);

/// What a fit of this table keeps before its model adds its own.
DataEncoding encoding_of(const std::string& kind, const Table& table, RowGroup* group = nullptr);
DataEncoding encoding_of(const std::string& kind, const SparseTable& table, RowGroup* group = nullptr);

/// A column as numbers; where one is none, says what would take a column of levels.
/// @throws InputError naming the cell
Vector numbers_of(const Table& table, Index column);

/// The columns of an encoding as inputs of a regression.
struct InputColumns {
  Matrix values;                   ///< [rows x inputs]
  std::vector<std::string> names;  ///< [inputs]
};

/// @param leaves_first_level  true if another parameter represents it already
/// @throws InputError naming the cell that is no number, or no level of the encoding
InputColumns input_columns(const Table& table, const std::vector<ColumnEncoding>& columns, bool leaves_first_level);

/// (x - center) / scale, without overflow; zeros if the scale is 0.
Vector centred(const Vector& values, double center, double scale);

/// Names of LIBSVM features where they are not x1, x2, ...; else none.
std::vector<std::string> libsvm_names(const DataEncoding& encoding);

/// Inputs without the response.
LogisticData logistic_data(SparseTable table, const DataEncoding& encoding);
LogisticData logistic_data(const Table& table, const DataEncoding& encoding);
PoissonData poisson_data(const Table& table, const DataEncoding& encoding);
NetworkData network_data(const Table& table, const DataEncoding& encoding);

}  // namespace g2t::program
