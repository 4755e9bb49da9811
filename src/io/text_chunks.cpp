// A chunk ends after the last line end that is known to be whole; what follows begins the next one.
#include <algorithm>
#include <g2t/core/errors.hpp>
#include <io/gzip.hpp>
#include <io/text_chunks.hpp>
#include <new>
#include <stdexcept>
#include <utility>

namespace g2t::io {
namespace {

// Calls function(), and says which file it is whose text does not fit.
template <class Function>
auto in_memory(const std::string& file, const Function& function) {
  try {
    return function();
  } catch (const std::bad_alloc&) {
    throw InputError({file, 0, 0}, "out of memory: it does not fit");
  } catch (const std::length_error&) {
    throw InputError({file, 0, 0}, "out of memory: it does not fit");
  }
}

bool is_utf16(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text.size() > 3 && ((text[1] == 0 && text[3] == 0) || (text[0] == 0 && text[2] == 0));
}

// The bytes up to the last line end; a CR at the end of all may be half of one.
std::size_t whole_lines(std::string_view text) {
  for (std::size_t size = text.size(); size > 0; --size) {
    const char c = text[size - 1];
    if (c == '\n' || (c == '\r' && size < text.size())) return size;
  }
  return 0;
}

}  // namespace

TextChunks::TextChunks(InputBytes bytes, std::size_t size) : bytes_(std::move(bytes)), file_(bytes_->file()), size_(size) {
  in_memory(file_, [&] {
    constexpr std::size_t kMark = 16;  // longer than all that is looked for
    is_end_ = !append(std::max(size_, kMark), ahead_);
  });
  refuse_archives(ahead_, file_);
  if (is_utf16(ahead_)) throw InputError({file_, 0, 0}, "the file is UTF-16; save it as UTF-8");
  if (ahead_.starts_with("\xEF\xBB\xBF")) ahead_.erase(0, 3);
}

TextChunks::TextChunks(std::string_view text, std::string file, std::size_t size)
    : text_(text), file_(std::move(file)), size_(size) {}

bool TextChunks::append(std::size_t size, std::string& text) {
  if (bytes_) return bytes_->append(size, text);
  const std::size_t taken = std::min(size, text_.size());
  text.append(text_.substr(0, taken));
  text_.remove_prefix(taken);
  return taken == size;
}

bool TextChunks::read_next(std::string& chunk) {
  std::swap(chunk, ahead_);
  if (!is_end_ && chunk.size() < size_) is_end_ = !append(size_ - chunk.size(), chunk);
  std::size_t cut = whole_lines(chunk);
  while (cut == 0 && !is_end_) {  // a line that is longer than a chunk
    is_end_ = !append(chunk.size(), chunk);
    cut = whole_lines(chunk);
  }
  if (is_end_) cut = chunk.size();
  ahead_.assign(chunk, cut);
  chunk.resize(cut);
  return !chunk.empty();
}

bool TextChunks::next(std::string& chunk) {
  return in_memory(file_, [&] { return read_next(chunk); });
}

std::string TextChunks::rest() {
  return in_memory(file_, [&] {
    std::string text = std::move(ahead_);
    // One byte more than is expected, so that the end is detected without growing.
    const std::size_t expected = bytes_ ? bytes_->expected_size() : text_.size();
    if (!is_end_ && expected >= text.size()) is_end_ = !append(expected - text.size() + 1, text);
    while (!is_end_) is_end_ = !append(std::max(text.size(), size_), text);
    ahead_.clear();
    return text;
  });
}

void TextChunks::check_rest() {
  if (!bytes_ || !bytes_->is_compressed()) return;
  std::string chunk;
  while (next(chunk)) {
  }
}

}  // namespace g2t::io
