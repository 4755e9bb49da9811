// Every process looks for the first end of a row in its own bytes; what lies before belongs to the process before it.
#include <program/models/row_text.h>

#include <algorithm>
#include <cstdint>
#include <g2t/core/errors.hpp>
#include <io/file_range.hpp>
#include <io/gzip.hpp>
#include <io/text_file.hpp>

namespace g2t::program {
namespace {

constexpr std::int64_t kNone = -1;
constexpr long kFewLines = 100;  // of the first part: less is not worth cutting, and too little to tell what columns are

struct Facts {
  std::int64_t size = 0;
  std::int64_t quotes = 0;
  bool is_cuttable = false;
};

// After the first LF that is not between quotes; kNone if there is none.
std::int64_t first_row_end(std::string_view bytes, bool is_inside_quotes, bool has_quotes) {
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (has_quotes && bytes[at] == '"') is_inside_quotes = !is_inside_quotes;
    if (bytes[at] == '\n' && !is_inside_quotes) return static_cast<std::int64_t>(at) + 1;
  }
  return kNone;
}

bool is_text(std::string_view bytes) {
  return bytes.find('\0') == std::string_view::npos && !bytes.starts_with("\xFF\xFE") && !bytes.starts_with("\xFE\xFF");
}

}  // namespace

long count_line_ends(std::string_view text) {
  if (text.find('\r') == std::string_view::npos) return static_cast<long>(std::count(text.begin(), text.end(), '\n'));
  io::LineReader lines(text);
  long count = 0;
  while (lines.next()) ++count;
  const bool ends = text.ends_with('\n') || text.ends_with('\r');
  return ends ? count : count - 1;
}

std::string read_whole_text(const std::string& path, RowGroup& group) {
  if (path != "-") return io::read_text_file(path);
  return group.gather(group.is_first() ? io::read_text_file(path) : "").front();
}

RowText read_row_text(const std::string& path, bool has_quotes, RowGroup& group) {
  const std::int64_t count = group.count(), rank = group.rank(), size = io::plain_size(path).value_or(kNone);
  const auto place = [size, count](std::int64_t of) { return size / count * of + size % count * of / count; };
  std::string bytes = size < 0 ? "" : io::read_range(path, place(rank), place(rank + 1));
  if (rank == 0) io::refuse_archives(bytes, path);
  Facts own;
  own.size = size;
  own.quotes = has_quotes ? std::count(bytes.begin(), bytes.end(), '"') : 0;
  own.is_cuttable = size >= 0 && is_text(bytes) && (rank > 0 || count_line_ends(bytes) >= kFewLines);
  const std::vector<Facts> facts = group.gather_values(own);
  std::int64_t quotes_before = 0;
  for (std::int64_t other = 0; other < count; ++other) {
    const Facts& of = facts[static_cast<std::size_t>(other)];
    if (of.size != facts.front().size) throw InputError({path, 0, 0}, "is not of the same size for all processes");
    if (other < rank) quotes_before += of.quotes;
  }
  if (std::any_of(facts.begin(), facts.end(), [](const Facts& of) { return !of.is_cuttable; }))
    return {true, read_whole_text(path, group), 0};

  const std::int64_t found = rank == 0 ? 0 : first_row_end(bytes, quotes_before % 2 != 0, has_quotes);
  std::vector<std::int64_t> cuts = group.gather_values(found == kNone ? kNone : place(rank) + found);
  cuts.push_back(size);
  for (std::size_t k = cuts.size() - 1; k-- > 0;)
    if (cuts[k] == kNone) cuts[k] = cuts[k + 1];  // no row begins there
  const std::int64_t begin = cuts[static_cast<std::size_t>(rank)], end = cuts[static_cast<std::size_t>(rank) + 1];
  RowText out;
  if (begin < end) {
    bytes.erase(0, static_cast<std::size_t>(begin - place(rank)));
    out.text = std::move(bytes);
    out.text += io::read_range(path, place(rank + 1), end);
  }
  if (out.text.starts_with("\xEF\xBB\xBF") && rank == 0) out.text.erase(0, 3);
  out.lines_before = static_cast<long>(group.sum_before(count_line_ends(out.text)));
  return out;
}

}  // namespace g2t::program
