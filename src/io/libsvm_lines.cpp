// One pass over lines, then over the entries of each: usual ones at once, others by their token.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <g2t/io/number.hpp>
#include <io/libsvm_lines.hpp>
#include <io/text_chunks.hpp>
#include <io/text_file.hpp>
#include <limits>
#include <system_error>
#include <utility>

namespace g2t::io {
namespace {

constexpr Index kLargestIndex = std::numeric_limits<std::int32_t>::max();

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char* find(const char* begin, const char* end, char c) {
  const void* const found = std::memchr(begin, c, static_cast<std::size_t>(end - begin));
  return found != nullptr ? static_cast<const char*>(found) : end;
}

class LibsvmParser {
 public:
  LibsvmParser(const LibsvmOptions& options, LibsvmRows& rows)
      : options_(options), base_(options.zero_based ? 0 : 1), rows_(rows) {
    end_index_ = base_ + (options.features > 0 ? options.features : kLargestIndex);
  }

  void parse(std::string_view text) {
    rows_.clear();
    const char* const end = text.data() + text.size();
    const char* feed = nullptr;  // the next LF
    for (const char* at = text.data(); at != end && !rows_.fault;) {
      if (feed == nullptr || feed < at) feed = find(at, end, '\n');
      line_ = at;
      line_end_ = find(at, feed, '\r');
      const bool is_lone_return = feed - line_end_ > 1;
      at = is_lone_return ? line_end_ + 1 : feed + (feed != end ? 1 : 0);
      ++rows_.line_count;
      read_line();
    }
  }

 private:
  void read_line() {
    if (const char* const zero = find(line_, line_end_, '\0'); zero != line_end_) {
      rows_.fault = {{"", rows_.line_count, zero - line_ + 1}, kZeroByte, excerpt({line_, line_end_})};
      return;
    }
    end_ = find(line_, line_end_, '#');
    at_ = line_;
    skip_blanks();
    if (at_ == end_ || !read_label()) return;
    first_entry_ = rows_.columns.size();
    last_column_ = -1;
    is_sorted_ = true;
    for (skip_blanks(); at_ != end_; skip_blanks())
      if (!read_usual_entry() && !read_entry(token())) return;
    if (!is_sorted_ && !sort_entries()) return;
    rows_.starts.push_back(rows_.entry_count());
  }

  void skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
  }

  [[nodiscard]] std::string_view token() const { return {at_, std::find_if(at_, end_, is_blank)}; }

  bool read_label() {
    const std::string_view text = token();
    const std::optional<double> label = parse_number(text);
    if (!label) {
      return fail(text, text.find(':') != std::string_view::npos
                            ? "the row has no label before its first entry (weights of rows, label:weight, are not read)"
                            : "label: " + describe_number_fault(text));
    }
    rows_.label_texts.push_back(text);
    rows_.labels.push_back(*label);
    rows_.lines.push_back(rows_.line_count);
    at_ += text.size();
    return true;
  }

  // False, and nothing is done, if the entry needs a closer look.
  bool read_usual_entry() {
    constexpr std::ptrdiff_t kFewDigits = 9;
    const char* at = at_;
    Index index = 0;
    for (; at != end_ && is_digit(*at) && at - at_ < kFewDigits; ++at) index = index * 10 + (*at - '0');
    if (at == at_ || at == end_ || *at != ':' || index < base_ || index >= end_index_) return false;
    ++at;
    const bool is_negative = at != end_ && *at == '-';
    if (at != end_ && (*at == '-' || *at == '+')) ++at;
    if (at == end_ || !(is_digit(*at) || *at == '.')) return false;
    double value = 0;
    if (is_digit(*at) && is_end(at + 1)) {
      value = *at - '0';
      ++at;
    } else {
      const auto [stop, error] = std::from_chars(at, end_, value);
      if (error != std::errc{} || !is_end(stop)) return false;
      at = stop;
    }
    add(index - base_, is_negative ? -value : value);
    at_ = at;
    return true;
  }

  [[nodiscard]] bool is_end(const char* at) const { return at == end_ || is_blank(*at); }

  bool read_entry(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return fail(text, "an entry must be index:value");
    const std::string_view index_text = text.substr(0, colon), value_text = text.substr(colon + 1);
    if (index_text == "qid") return fail(text, "qid marks the queries of a ranking, which no model here uses; remove it");

    Index index = 0;
    const char* const end = index_text.data() + index_text.size();
    const std::from_chars_result result = std::from_chars(index_text.data(), end, index);
    const bool is_whole = !index_text.empty() && result.ptr == end && result.ec != std::errc::invalid_argument;
    if (!is_whole || index_text.front() == '-') return fail(text, "an index must be a whole number, not negative");
    if (result.ec == std::errc::result_out_of_range || index > kLargestIndex)
      return fail(text, "the index is larger than " + std::to_string(kLargestIndex));
    if (index < base_) return fail(text, "index 0 in a file whose indices start at 1 (use --zero-based if they start at 0)");
    if (options_.features > 0 && index >= end_index_) {
      return fail(text, "index " + std::to_string(index) + " is beyond the " + std::to_string(options_.features) +
                            " features (" + std::to_string(base_) + " to " + std::to_string(end_index_ - 1) + ")");
    }
    const std::optional<double> value = parse_number(value_text);
    if (!value) return fail(text, "value of index " + std::string(index_text) + ": " + describe_number_fault(value_text));
    add(index - base_, *value);
    at_ += text.size();
    return true;
  }

  // The entry at at_.
  void add(Index column, double value) {
    rows_.columns.push_back(static_cast<std::int32_t>(column));
    rows_.values.push_back(value);
    is_sorted_ = is_sorted_ && column > last_column_;
    last_column_ = column;
    if (column <= rows_.highest_column) return;
    rows_.highest_column = column;
    rows_.highest_at = {"", rows_.line_count, at_ - line_ + 1};
  }

  bool sort_entries() {
    row_.clear();
    for (std::size_t i = first_entry_; i < rows_.columns.size(); ++i) row_.emplace_back(rows_.columns[i], rows_.values[i]);
    std::stable_sort(row_.begin(), row_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < row_.size(); ++i) {
      if (i > 0 && row_[i].first == row_[i - 1].first) {
        rows_.fault = {{"", rows_.line_count, 0}, "index " + std::to_string(row_[i].first + base_) + " occurs twice in the row",
                       excerpt({line_, line_end_})};
        return false;
      }
      rows_.columns[first_entry_ + i] = row_[i].first;
      rows_.values[first_entry_ + i] = row_[i].second;
    }
    return true;
  }

  bool fail(std::string_view text, std::string reason) {
    rows_.fault = {{"", rows_.line_count, text.data() - line_ + 1}, std::move(reason), excerpt(text)};
    return false;
  }

  const LibsvmOptions& options_;
  Index base_, end_index_ = 0;  // the first index, and the one after the last
  LibsvmRows& rows_;
  const char *line_ = nullptr, *line_end_ = nullptr;  // the present line
  const char *at_ = nullptr, *end_ = nullptr;         // what of it is not read yet
  std::size_t first_entry_ = 0;                       // of the present row
  Index last_column_ = -1;
  bool is_sorted_ = true;
  std::vector<std::pair<std::int32_t, double>> row_;
};

}  // namespace

void LibsvmRows::clear() {
  label_texts.clear();
  labels.clear();
  lines.clear();
  starts.assign(1, 0);
  columns.clear();
  values.clear();
  line_count = 0;
  highest_column = -1;
  highest_at = {};
  fault.reset();
}

void parse_libsvm_lines(std::string_view text, const LibsvmOptions& options, LibsvmRows& rows) {
  LibsvmParser(options, rows).parse(text);
}

}  // namespace g2t::io
