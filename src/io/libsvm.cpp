// LIBSVM text to a sparse table: one pass over lines, then over the blank-separated tokens of each.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <g2t/io/libsvm.hpp>
#include <g2t/io/number.hpp>
#include <io/text_file.hpp>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace g2t {
namespace {

constexpr Index kLargestIndex = std::numeric_limits<std::int32_t>::max();

struct SparseEntry {
  Index column;
  double value;
};

class LibsvmReader {
 public:
  LibsvmReader(std::string file, const LibsvmOptions& options) : options_(options) { table_.file = std::move(file); }

  SparseTable read(std::string_view text) {
    const std::size_t entries = static_cast<std::size_t>(std::count(text.begin(), text.end(), ':'));
    table_.columns.reserve(entries);
    table_.values.reserve(entries);
    io::LineReader lines(text);
    while (lines.next()) read_line(lines.line(), options_.lines_before.value_or(0) + lines.number());
    if (table_.lines.empty() && !options_.lines_before) throw InputError({table_.file, 0, 0}, "no data rows");
    table_.feature_count = options_.features > 0 ? options_.features : highest_column_ + 1;
    table_.highest_index = {table_.file, highest_at_.line, highest_at_.column};
    return std::move(table_);
  }

 private:
  void read_line(std::string_view line, long number) {
    line_ = line;
    line_number_ = number;
    rest_ = line.substr(0, line.find('#'));
    const std::string_view label = next_token();
    if (label.empty()) return;
    read_label(label);
    entries_.clear();
    for (std::string_view token = next_token(); !token.empty(); token = next_token()) read_entry(token);
    store_entries();
  }

  std::string_view next_token() {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    const char* const end = rest_.data() + rest_.size();
    const char* const first = std::find_if_not(rest_.data(), end, is_blank);
    const char* const last = std::find_if(first, end, is_blank);
    rest_ = std::string_view(last, static_cast<std::size_t>(end - last));
    return {first, static_cast<std::size_t>(last - first)};
  }

  void read_label(std::string_view token) {
    const std::optional<double> label = parse_number(token);
    if (!label) {
      if (token.find(':') != std::string_view::npos)
        fail(token, "the row has no label before its first entry (weights of rows, label:weight, are not read)");
      fail(token, "label: " + describe_number_fault(token));
    }
    table_.label_texts.emplace_back(token);
    table_.labels.push_back(*label);
    table_.lines.push_back(line_number_);
  }

  void read_entry(std::string_view token) {
    const std::size_t colon = token.find(':');
    if (colon == std::string_view::npos) fail(token, "an entry must be index:value");
    const std::string_view index_text = token.substr(0, colon);
    const std::string_view value_text = token.substr(colon + 1);
    if (index_text == "qid") fail(token, "qid marks the queries of a ranking, which no model here uses; remove it");

    Index index = 0;
    const char* const end = index_text.data() + index_text.size();
    const std::from_chars_result result = std::from_chars(index_text.data(), end, index);
    const bool is_whole = !index_text.empty() && result.ptr == end && result.ec != std::errc::invalid_argument;
    if (!is_whole || index_text.front() == '-') fail(token, "an index must be a whole number, not negative");
    if (result.ec == std::errc::result_out_of_range || index > kLargestIndex) {
      fail(token, "the index is larger than " + std::to_string(kLargestIndex));
    }
    if (index == 0 && !options_.zero_based) {
      fail(token, "index 0 in a file whose indices start at 1 (use --zero-based if they start at 0)");
    }
    const Index column = options_.zero_based ? index : index - 1;
    if (options_.features > 0 && column >= options_.features) {
      fail(token, "index " + std::to_string(index) + " is beyond the " + std::to_string(options_.features) +
                      " features (" + (options_.zero_based ? "0 to " : "1 to ") +
                      std::to_string(options_.features - (options_.zero_based ? 1 : 0)) + ")");
    }
    const std::optional<double> value = parse_number(value_text);
    if (!value) fail(token, "value of index " + std::string(index_text) + ": " + describe_number_fault(value_text));
    entries_.push_back({column, *value});
    if (column <= highest_column_) return;
    highest_column_ = column;
    highest_at_ = {"", line_number_, static_cast<long>(token.data() - line_.data()) + 1};
  }

  void store_entries() {
    const auto by_column = [](const SparseEntry& a, const SparseEntry& b) { return a.column < b.column; };
    if (!std::is_sorted(entries_.begin(), entries_.end(), by_column)) {
      std::sort(entries_.begin(), entries_.end(), by_column);
    }
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (i > 0 && entries_[i].column == entries_[i - 1].column) {
        const Index index = entries_[i].column + (options_.zero_based ? 0 : 1);
        throw InputError({table_.file, line_number_, 0}, "index " + std::to_string(index) + " occurs twice in the row",
                         io::excerpt(line_));
      }
      table_.columns.push_back(entries_[i].column);
      table_.values.push_back(entries_[i].value);
    }
    table_.row_starts.push_back(table_.entry_count());
  }

  [[noreturn]] void fail(std::string_view token, const std::string& reason) const {
    const long column = static_cast<long>(token.data() - line_.data()) + 1;
    throw InputError({table_.file, line_number_, column}, reason, io::excerpt(token));
  }

  LibsvmOptions options_;
  SparseTable table_;
  Index highest_column_ = -1;
  InputLocation highest_at_;
  std::vector<SparseEntry> entries_;  // of the present row
  std::string_view line_;
  std::string_view rest_;  // what of it is not read yet
  long line_number_ = 0;
};

void check(const LibsvmOptions& options) {
  if (options.features < 0) {
    throw InvalidArgument("read_libsvm", "features", std::to_string(options.features), "must not be negative");
  }
}

}  // namespace

SparseTable parse_libsvm(std::string_view text, const std::string& file, const LibsvmOptions& options) {
  check(options);
  return LibsvmReader(file, options).read(text);
}

SparseTable read_libsvm(const std::string& path, const LibsvmOptions& options) {
  check(options);
  return parse_libsvm(io::read_text_file(path), io::input_name(path), options);
}

SparseTable read_libsvm(std::istream& in, const std::string& file, const LibsvmOptions& options) {
  check(options);
  return parse_libsvm(io::read_text(in, file), file, options);
}

}  // namespace g2t
