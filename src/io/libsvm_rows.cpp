// Lines of chunks in threads; what is counted over the file is added up in its order.
#include <g2t/core/errors.hpp>
#include <io/chunks_in_threads.hpp>
#include <io/libsvm_rows.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace g2t::io {
namespace {

void check(const LibsvmOptions& options) {
  if (options.features < 0) {
    throw InvalidArgument("read_libsvm", "features", std::to_string(options.features), "must not be negative");
  }
  if (options.threads < 1) throw InvalidArgument("read_libsvm", "threads", std::to_string(options.threads), "must be positive");
}

// Adds up what is known of the chunks so far.
class LibsvmFile {
 public:
  LibsvmFile(TextChunks& chunks, const LibsvmOptions& options)
      : chunks_(chunks), options_(options), line_count_(options.lines_before.value_or(0)) {
    parts_.resize(static_cast<std::size_t>(options.threads));
  }

  LibsvmTotals read(const std::function<void(LibsvmRows& rows)>& take) {
    in_threads(chunks_, options_.threads,
                   {[this](std::size_t worker, std::string_view text) { parse_libsvm_lines(text, options_, parts_[worker]); },
                    [&](std::size_t worker) { return place(parts_[worker], take); }});
    if (fault_) {
      chunks_.check_rest();
      throw InputError({chunks_.file(), fault_->at.line, fault_->at.column}, fault_->reason, fault_->text);
    }
    if (!has_rows_ && !options_.lines_before) throw InputError({chunks_.file(), 0, 0}, "no data rows");
    return {options_.features > 0 ? options_.features : highest_column_ + 1,
            {chunks_.file(), highest_at_.line, highest_at_.column}};
  }

 private:
  // Lines are counted from the file's beginning; false after a fault.
  bool place(LibsvmRows& rows, const std::function<void(LibsvmRows& rows)>& take) {
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

  TextChunks& chunks_;
  const LibsvmOptions& options_;
  std::vector<LibsvmRows> parts_;  // of each worker
  long line_count_;  // up to here, from the file's beginning
  bool has_rows_ = false;
  Index highest_column_ = -1;
  InputLocation highest_at_;
  std::optional<LibsvmRows::Fault> fault_;
};

}  // namespace

LibsvmTotals read_libsvm_rows(TextChunks& chunks, const LibsvmOptions& options,
                              const std::function<void(LibsvmRows& rows)>& take) {
  check(options);
  return LibsvmFile(chunks, options).read(take);
}

}  // namespace g2t::io
