// LIBSVM: a table is whole, the same in chunks of any size, and reads back from what is written of it.
#include <cmath>
#include <fuzz/fuzz_target.hpp>
#include <g2t/io/csv_writer.hpp>
#include <g2t/io/labels.hpp>
#include <g2t/io/libsvm.hpp>
#include <io/libsvm_rows.hpp>
#include <sstream>
#include <string>

namespace g2t::fuzz {
namespace {

// All that is read in chunks, or the error.
std::string text_of_chunks(std::string_view input, const LibsvmOptions& options, std::size_t size) {
  std::string text;
  try {
    io::TextChunks chunks(input, kFile, size);
    const io::LibsvmTotals totals = io::read_libsvm_rows(chunks, options, [&](const io::LibsvmRows& rows) {
      for (std::size_t row = 0; row < rows.lines.size(); ++row) {
        text += std::to_string(rows.lines[row]) + ' ' + std::string(rows.label_texts[row]);
        for (auto k = static_cast<std::size_t>(rows.starts[row]); k < static_cast<std::size_t>(rows.starts[row + 1]); ++k)
          text += ' ' + std::to_string(rows.columns[k]) + ':' + std::to_string(rows.values[k]);
        text += '\n';
      }
    });
    const InputLocation& highest = totals.highest_index;
    return text + std::to_string(totals.feature_count) + ' ' + std::to_string(highest.line) + ':' + std::to_string(highest.column);
  } catch (const InputError& error) {
    return error.what();
  }
}

void check_libsvm(std::string_view input) {
  const unsigned choice = take_byte(input);
  LibsvmOptions options;
  options.zero_based = (choice & 1U) != 0;
  options.features = (choice & 2U) != 0 ? 7 : 0;
  const std::string whole = text_of_chunks(input, options, input.size() + 1);
  for (const std::size_t size : {1, 16}) require(text_of_chunks(input, options, size) == whole, "chunks change nothing");
  SparseTable table;
  if (!takes([&] { table = parse_libsvm(input, kFile, options); })) return;
  require(table.row_count() > 0, "a table has rows");
  require(table.row_starts.back() == table.entry_count(), "entries belong to rows");
  for (Index i = 0; i < table.entry_count(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    require(table.columns[k] >= 0 && table.columns[k] < table.feature_count, "columns are among the features");
    require(std::isfinite(table.values[k]), "values are finite");
  }
  std::ostringstream out;
  write_libsvm(out, table);
  const SparseTable again = parse_libsvm(out.str(), kFile, {.zero_based = false, .features = table.feature_count});
  require(again.labels == table.labels && again.columns == table.columns && again.values == table.values &&
              again.row_starts == table.row_starts,
          "a table reads back");
  takes([&] { static_cast<void>(binary_labels(table)); });
}

const Registration kLibsvm("libsvm", check_libsvm);

}  // namespace
}  // namespace g2t::fuzz
