// Rows of chunks, in the file's order, to one table.
#include <g2t/io/libsvm.hpp>
#include <io/libsvm_rows.hpp>
#include <utility>
#include <vector>

namespace g2t {
namespace {

template <class To, class From>
void append(std::vector<To>& to, const std::vector<From>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void append_rows(SparseTable& table, const io::LibsvmRows& rows) {
  append(table.label_texts, rows.label_texts);
  append(table.labels, rows.labels);
  append(table.lines, rows.lines);
  const Index before = table.entry_count();
  for (std::size_t row = 1; row < rows.starts.size(); ++row) table.row_starts.push_back(before + rows.starts[row]);
  append(table.columns, rows.columns);
  append(table.values, rows.values);
}

SparseTable read(io::TextChunks chunks, const LibsvmOptions& options) {
  SparseTable table;
  table.file = chunks.file();
  const io::LibsvmTotals totals =
      io::read_libsvm_rows(chunks, options, [&](const io::LibsvmRows& rows) { append_rows(table, rows); });
  table.feature_count = totals.feature_count;
  table.highest_index = totals.highest_index;
  return table;
}

}  // namespace

SparseTable parse_libsvm(std::string_view text, const std::string& file, const LibsvmOptions& options) {
  return read({text, file}, options);
}

SparseTable read_libsvm(const std::string& path, const LibsvmOptions& options) {
  return read(io::TextChunks(io::InputBytes(path)), options);
}

SparseTable read_libsvm(std::istream& in, const std::string& file, const LibsvmOptions& options) {
  return read(io::TextChunks(io::InputBytes(in, file)), options);
}

}  // namespace g2t
