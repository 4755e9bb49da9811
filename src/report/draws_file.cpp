// Comments are blanked, so that errors name the lines of the file.
#include <report/draws_file.h>

#include <filesystem>
#include <g2t/core/errors.hpp>
#include <g2t/io/csv.hpp>
#include <g2t/io/number.hpp>
#include <io/text_file.hpp>
#include <limits>
#include <sstream>
#include <utility>

namespace g2t::report {

DrawsFile::DrawsFile(Table table) : table_(std::move(table)) {
  while (first_ < table_.column_count() && table_.names[static_cast<std::size_t>(first_)].ends_with("__")) ++first_;
  if (first_ == 0) throw InputError({table_.file}, "no column lp__ comes first: is it a fit's?");
}

Vector DrawsFile::draws_of(Index value) const {
  Vector out(draw_count());
  for (Index row = 0; row < out.size(); ++row)  // after that of the means
    out[row] = parse_number(table_.cell(row + 1, first_ + value)).value_or(std::numeric_limits<double>::quiet_NaN());
  return out;
}

std::optional<DrawsFile> read_draws_file(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
  const std::string text = io::read_text_file(file);
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
  std::istringstream in(std::move(rows));
  return DrawsFile(read_csv(in, file, format));
}

}  // namespace g2t::report
