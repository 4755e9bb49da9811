// Text of draws, traces and tables, some rows at a time.
#include <algorithm>
#include <cstddef>
#include <g2t/core/errors.hpp>
#include <g2t/core/thread_team.hpp>
#include <g2t/io/csv_writer.hpp>
#include <g2t/io/number.hpp>
#include <io/cmdstan_names.hpp>
#include <vector>

namespace g2t {
namespace {

void check_count(const char* function, const char* argument, Index count, Index expected) {
  if (count == expected) return;
  throw InvalidArgument(function, argument, std::to_string(count), "must be " + std::to_string(expected));
}

// A comment is one line.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

void write_header(std::ostream& out, const DrawsHeader& header, const DrawsTable& table) {
  // CmdStan has no low-rank family: what it calls fullrank is any that has correlations.
  const char* const algorithm = header.structure == Structure::Diagonal ? "meanfield" : "fullrank";
  out << "# elbo_samples, eta, tol_rel_obj, eval_elbo: not of this run, but what readers of CmdStan files expect\n";
  for (const auto& [key, value] : header.comments) out << "# " << one_line(key) << " = " << one_line(value) << '\n';
  const std::vector<std::string> names =
      header.has_cmdstan_names && !table.are_array_names ? io::cmdstan_names(table.names) : io::cell_names(table.names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != table.names[i]) out << "# renamed " << names[i] << " : " << one_line(table.names[i]) << '\n';
  }
  out << "# model = " << one_line(header.model) << "\n# method = variational\n#   variational\n"
      << "#     algorithm = " << algorithm << "\n#       " << algorithm << "\n"
      << "#     iter = " << std::max<Index>(1, header.iterations) << "\n#     grad_samples = "
      << std::max<Index>(1, header.gradient_draws) << "\n"
      << "#     elbo_samples = 100\n#     eta = 1\n#     tol_rel_obj = 0.01\n#     eval_elbo = 100\n"
      << "#     output_samples = " << table.draws.rows() << "\n";
  out << "lp__,log_p__,log_g__" << (table.chains.empty() ? "" : ",chain__");
  for (const std::string& name : names) out << ',' << quote_csv_cell(name);
  // Readers want these two lines here, with nothing between them and the mean.
  out << "\n# Stepsize adaptation complete.\n# eta = 1\n";
}

// Writes the lines that append_line(text, row) makes. Threads in scope make pieces of them, some of which are in memory.
template <class AppendLine>
void write_lines(std::ostream& out, Index row_count, const AppendLine& append_line) {
  constexpr Index kRowsOfAPiece = 32, kPieces = 32;
  std::vector<std::string> pieces(kPieces);
  for (Index first = 0; first < row_count; first += kPieces * kRowsOfAPiece) {
    const Index count = std::min((row_count - first + kRowsOfAPiece - 1) / kRowsOfAPiece, kPieces);
    share_pieces(static_cast<std::size_t>(count), [&](std::size_t piece) {
      const Index begin = first + static_cast<Index>(piece) * kRowsOfAPiece;
      pieces[piece].clear();
      for (Index row = begin; row < std::min(begin + kRowsOfAPiece, row_count); ++row) append_line(pieces[piece], row);
    });
    for (Index piece = 0; piece < count; ++piece) out << pieces[static_cast<std::size_t>(piece)];
  }
}

}  // namespace

void write_draws_csv(std::ostream& out, const DrawsHeader& header, const DrawsTable& table) {
  const Index column_count = static_cast<Index>(table.names.size());
  check_count("write_draws_csv", "mean", table.mean.size(), column_count);
  check_count("write_draws_csv", "draws", table.draws.cols(), column_count);
  check_count("write_draws_csv", "log_density", table.log_density.size(), table.draws.rows());
  check_count("write_draws_csv", "log_q", table.log_q.size(), table.draws.rows());

  write_header(out, header, table);
  const bool has_chains = !table.chains.empty();
  if (has_chains) check_count("write_draws_csv", "chains", static_cast<Index>(table.chains.size()), table.draws.rows());
  const auto append = [](std::string& line, double value) {
    line += ',';
    append_number(line, value);
  };
  std::string first = has_chains ? "0,0,0,0" : "0,0,0";
  for (double value : table.mean) append(first, value);
  out << first << '\n';
  write_lines(out, table.draws.rows(), [&](std::string& line, Index row) {
    line += '0';
    append(line, table.log_density[row]);
    append(line, table.log_q[row]);
    if (has_chains) line += "," + std::to_string(table.chains[static_cast<std::size_t>(row)] + 1);
    for (Index column = 0; column < column_count; ++column) append(line, table.draws(row, column));
    line += '\n';
  });
}

void write_trace_csv(std::ostream& out, const std::vector<TraceRow>& rows) {
  out << "elapsed_seconds,iteration,gradient_draws,elbo,elbo_se,step_size,recipe\n";
  for (const TraceRow& row : rows) {
    out << format_number(row.elapsed_seconds) << ',' << row.iteration << ',' << row.gradient_draws << ','
        << format_number(row.elbo) << ',' << format_number(row.elbo_se) << ',' << format_number(row.step_size) << ','
        << quote_csv_cell(row.recipe) << '\n';
  }
}

void write_table_csv(std::ostream& out, const std::vector<std::string>& names, const Matrix& columns) {
  check_count("write_table_csv", "names", static_cast<Index>(names.size()), columns.cols());
  write_table_names(out, names);
  write_table_rows(out, columns);
}

void write_table_names(std::ostream& out, const std::vector<std::string>& names) {
  std::string line;
  for (const std::string& name : names) line += (line.empty() ? "" : ",") + quote_csv_cell(name);
  out << line << '\n';
}

void write_table_rows(std::ostream& out, const Matrix& columns) {
  write_lines(out, columns.rows(), [&](std::string& line, Index row) {
    for (Index column = 0; column < columns.cols(); ++column) {
      if (column > 0) line += ',';
      append_number(line, columns(row, column));
    }
    line += '\n';
  });
}

void write_libsvm(std::ostream& out, const SparseTable& table) {
  const Index row_count = static_cast<Index>(table.row_starts.size()) - 1;
  const bool has_texts = !table.label_texts.empty();
  check_count("write_libsvm", "labels", static_cast<Index>(table.labels.size()), row_count);
  if (has_texts) check_count("write_libsvm", "label_texts", static_cast<Index>(table.label_texts.size()), row_count);
  check_count("write_libsvm", "values", static_cast<Index>(table.values.size()), table.entry_count());
  check_count("write_libsvm", "row_starts", table.row_starts.back(), table.entry_count());

  std::string line;
  for (std::size_t row = 0; row < table.labels.size(); ++row) {
    line = has_texts ? table.label_texts[row] : format_number(table.labels[row]);
    for (Index i = table.row_starts[row]; i < table.row_starts[row + 1]; ++i) {
      const std::size_t entry = static_cast<std::size_t>(i);
      line += ' ';
      line += std::to_string(table.columns[entry] + 1);
      line += ':';
      append_number(line, table.values[entry]);
    }
    out << line << '\n';
  }
}

std::string quote_csv_cell(const std::string& text) {
  const bool is_plain = text.find_first_of(",\";\t\r\n") == std::string::npos && !text.empty() && text.front() != ' ' &&
                        text.back() != ' ';
  if (is_plain) return text;
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace g2t
