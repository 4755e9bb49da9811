// LIBSVM: a table is whole, and reads back from what is written of it.
#include <cmath>
#include <fuzz/fuzz_target.hpp>
#include <g2t/io/csv_writer.hpp>
#include <g2t/io/labels.hpp>
#include <g2t/io/libsvm.hpp>
#include <sstream>

namespace g2t::fuzz {
namespace {

void check_libsvm(std::string_view input) {
  const unsigned choice = take_byte(input);
  LibsvmOptions options;
  options.zero_based = (choice & 1U) != 0;
  options.features = (choice & 2U) != 0 ? 7 : 0;
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
