// Rows of chunks, in the file's order, to one table.
#include <algorithm>
#include <g2t/io/libsvm.hpp>
#include <io/chunks_in_threads.hpp>
#include <io/libsvm_rows.hpp>
#include <utility>

namespace g2t {
namespace {

void check(const LibsvmOptions& options) {
  if (options.features < 0) {
    throw InvalidArgument("read_libsvm", "features", std::to_string(options.features), "must not be negative");
  }
  if (options.threads < 1) throw InvalidArgument("read_libsvm", "threads", std::to_string(options.threads), "must be positive");
}

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

// Adds up what is known of the chunks so far.
class LibsvmFile {
 public:
  LibsvmFile(io::TextChunks& chunks, const LibsvmOptions& options) : chunks_(chunks), options_(options) {
    parts_.resize(static_cast<std::size_t>(options.threads));
  }

  io::LibsvmTotals read(const std::function<void(io::LibsvmRows& rows)>& take) {
    io::in_threads(chunks_, options_.threads,
                   {[this](std::size_t worker, std::string_view text) { io::parse_libsvm_rows(text, options_, parts_[worker]); },
                    [&](std::size_t worker) { return place(parts_[worker], take); }});
    if (fault_) {
      chunks_.check_rest();
      throw InputError({chunks_.file(), fault_->at.line, fault_->at.column}, fault_->reason, fault_->text);
    }
    if (!has_rows_) throw InputError({chunks_.file(), 0, 0}, "no data rows");
    return {options_.features > 0 ? options_.features : highest_column_ + 1,
            {chunks_.file(), highest_at_.line, highest_at_.column}};
  }

 private:
  // Lines are counted from the file's beginning; false after a fault.
  bool place(io::LibsvmRows& rows, const std::function<void(io::LibsvmRows& rows)>& take) {
    for (long& line : rows.lines) line += line_count_;
    if (rows.highest_column > highest_column_) {
      highest_column_ = rows.highest_column;
      highest_at_ = {"", rows.highest_at.line + line_count_, rows.highest_at.column};
    }
    if (rows.fault) {
      fault_ = std::move(rows.fault);
      fault_->at.line += line_count_;
      return false;
    }
    line_count_ += rows.line_count;
    has_rows_ = has_rows_ || rows.row_count() > 0;
    take(rows);
    return true;
  }

  io::TextChunks& chunks_;
  const LibsvmOptions& options_;
  std::vector<io::LibsvmRows> parts_;  // of each worker
  long line_count_ = 0;
  bool has_rows_ = false;
  Index highest_column_ = -1;
  InputLocation highest_at_;
  std::optional<io::LibsvmRows::Fault> fault_;
};

}  // namespace

io::LibsvmTotals io::read_libsvm_rows(TextChunks& chunks, const LibsvmOptions& options,
                                      const std::function<void(LibsvmRows& rows)>& take) {
  check(options);
  return LibsvmFile(chunks, options).read(take);
}

SparseTable parse_libsvm(std::string_view text, const std::string& file, const LibsvmOptions& options) {
  check(options);
  return read({text, file}, options);
}

SparseTable read_libsvm(const std::string& path, const LibsvmOptions& options) {
  check(options);
  return read(io::TextChunks(io::InputBytes(path)), options);
}

SparseTable read_libsvm(std::istream& in, const std::string& file, const LibsvmOptions& options) {
  check(options);
  return read(io::TextChunks(io::InputBytes(in, file)), options);
}

}  // namespace g2t
