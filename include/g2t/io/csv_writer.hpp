// Writes draws as CmdStan does, the trace of a run, and tables of data.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/core/types.hpp>
#include <g2t/io/table.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

// Numbers are written so that they read back as the same double (format_number()).

namespace g2t {

/// The comment lines of a draws file.
struct DrawsHeader {
  std::string model;
  Structure structure = Structure::Diagonal;
  Index iterations = 0;
  Index gradient_draws = 0;  ///< draws a step
  /// Further lines "# key = value"; keys that CmdStan uses (model, method, iter, seed, ...) would mislead its readers.
  std::vector<std::pair<std::string, std::string>> comments;
  /// Dots in names become '_' unless they are indices of a whole array: cmdstanpy takes every dot for an index.
  bool has_cmdstan_names = false;
};

/// Draws on whatever scale the names are for.
struct DrawsTable {
  std::vector<std::string> names;  ///< [column_count]
  Vector mean;                     ///< [column_count]
  Matrix draws;                    ///< [draw_count x column_count]
  Vector log_density;              ///< [draw_count], of the model, nats, all constants
  Vector log_q;                    ///< [draw_count], nats
  std::vector<Index> chains;       ///< [draw_count], from 0: a column chain__, from 1; empty: no such column
  bool are_array_names = false;    ///< every dot or colon in a name is an index: CmdStan's readers take them as they are
};

/// Writes draws in the layout of CmdStan's variational output: comments, names, two lines on the step size, the mean,
/// then the draws, each with 0, log density (log_p__) and log q (log_g__) first.
///
/// Names that would break readers of CmdStan files are changed, with a comment: a comma, quote or line end
/// becomes '_', and so does a dot ("sigma.city"), which they take for an index, unless the names are those of a whole
/// array in column-major order ("theta.1", "theta.2").
///
/// @throws InvalidArgument if sizes disagree
void write_draws_csv(std::ostream& out, const DrawsHeader& header, const DrawsTable& table);

/// One line of PREFIX.trace.csv.
struct TraceRow {
  double elapsed_seconds = 0;
  Index iteration = 0;
  Index gradient_draws = 0;  ///< density evaluations so far
  double elbo = 0;           ///< nats
  double elbo_se = 0;        ///< 0 if exact
  double step_size = 0;
  std::string recipe;  ///< as describe() gives it
};

/// Columns elapsed_seconds,iteration,gradient_draws,elbo,elbo_se,step_size,recipe.
void write_trace_csv(std::ostream& out, const std::vector<TraceRow>& rows);

/// Writes named columns of numbers as CSV with a header.
///
/// @param columns  [row_count x column_count]
/// @throws InvalidArgument if the number of names is not that of the columns
void write_table_csv(std::ostream& out, const std::vector<std::string>& names, const Matrix& columns);
/// Its first line, and some of its rows.
void write_table_names(std::ostream& out, const std::vector<std::string>& names);
void write_table_rows(std::ostream& out, const Matrix& columns);

/// Writes labels and sparse rows, indices from 1. Labels are written as their text, or as numbers if there is none.
///
/// @throws InvalidArgument if sizes disagree
void write_libsvm(std::ostream& out, const SparseTable& table);

/// A cell of a CSV file: quoted if it holds a comma, a quote, a line end, or blanks at an end.
[[nodiscard]] std::string quote_csv_cell(const std::string& text);

}  // namespace g2t
