// Comments are blanked, so that errors name the lines of the file.
#include <cmath>
#include <filesystem>
#include <g2t/core/errors.hpp>
#include <g2t/io/csv.hpp>
#include <g2t/io/draws_file.hpp>
#include <g2t/io/number.hpp>
#include <io/text_file.hpp>
#include <limits>
#include <utility>

namespace g2t {

DrawsFile::DrawsFile(Table table) : table_(std::move(table)) {
  while (first_ < table_.column_count() && table_.names[static_cast<std::size_t>(first_)].ends_with("__")) ++first_;
  if (first_ == 0) throw InputError({table_.file}, "no column lp__ comes first: is it a fit's?");
}

Vector DrawsFile::draws_in(Index column) const {
  Vector out(draw_count());
  for (Index row = 0; row < out.size(); ++row)  // after that of the means
    out[row] = parse_number(table_.cell(row + 1, column)).value_or(std::numeric_limits<double>::quiet_NaN());
  return out;
}

Vector DrawsFile::draws_of(Index value) const { return draws_in(first_ + value); }

Vector DrawsFile::log_densities() const {
  for (Index column = 0; column < first_; ++column)
    if (table_.names[static_cast<std::size_t>(column)] == "log_p__") return draws_in(column);
  return Vector::Constant(draw_count(), std::numeric_limits<double>::quiet_NaN());
}

std::vector<Index> DrawsFile::chains() const {
  std::vector<Index> out;
  for (Index column = 0; column < first_; ++column)
    if (table_.names[static_cast<std::size_t>(column)] == "chain__")
      for (Index row = 1; row < table_.row_count(); ++row) {
        const Index chain = parse_count(table_.cell(row, column)).value_or(0);
        if (chain < 1 || chain > draw_count()) table_.fail(row, column, "a chain's number is needed");
        out.push_back(chain - 1);
      }
  return out;
}

Matrix DrawsFile::draws_of_first(Index count) const {
  if (value_count() < count)
    throw InputError({table_.file}, "has " + std::to_string(value_count()) + " columns of values, but " +
                                        std::to_string(count) + " are needed");
  Matrix out(draw_count(), count);
  for (Index value = 0; value < count; ++value) {
    out.col(value) = draws_of(value);
    for (Index row = 0; row < out.rows(); ++row)
      if (!std::isfinite(out(row, value))) table_.fail(row + 1, first_ + value, "a draw must be a finite number");
  }
  return out;
}

DrawsFile parse_draws(std::string_view text, const std::string& file) {
  std::string rows;
  rows.reserve(text.size());
  io::LineReader lines(text);
  while (lines.next()) {
    if (!lines.line().starts_with('#')) rows += lines.line();
    rows += '\n';
  }
  CsvOptions format;
  format.delimiter = ',';
  format.header = CsvHeader::Yes;
  return DrawsFile(parse_csv(rows, file, format));
}

std::optional<DrawsFile> read_draws_file(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
  return parse_draws(io::read_text_file(file), file);
}

}  // namespace g2t
