// Bytes as files have them, compressed or not: text, or a refusal; text that is compressed reads back.
#include <zlib.h>

#include <fuzz/fuzz_target.hpp>
#include <io/gzip.hpp>
#include <io/text_file.hpp>
#include <sstream>

namespace g2t::fuzz {
namespace {

std::string gzip_of(const std::string& text) {
  z_stream stream{};
  require(::deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK, "zlib works");
  std::string out(::deflateBound(&stream, text.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  require(::deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib works");
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  return out;
}

std::string text_of(const std::string& bytes) {
  std::istringstream in(bytes);
  return io::read_text(in, kFile);
}

void check_gzip(std::string_view input) {
  const unsigned first = take_byte(input);
  std::string whole, pieces;
  const bool is_whole = takes([&] { whole = text_of(std::string(input)); });
  if (is_whole) {
    require(whole.find('\0') == std::string::npos, "text has no zero bytes");
    const bool is_plain = !whole.starts_with("\x1F\x8B") && !whole.starts_with("\xEF\xBB\xBF");
    std::string again;
    if (is_plain && takes([&] { again = text_of(gzip_of(whole)); })) require(again == whole, "text reads back");
  }
  if (!io::is_gzip(input)) return;
  const std::size_t cut = std::min<std::size_t>(first, input.size());
  std::string at_once;
  const auto decode = [&](const std::vector<std::string_view>& blocks, std::string& text) {
    return takes([&] {
      io::GzipDecoder decoder(kFile);
      for (const std::string_view block : blocks) decoder.decode(block, text);
      decoder.finish();
    });
  };
  require(decode({input}, at_once) == decode({input.substr(0, cut), input.substr(cut)}, pieces),
          "blocks make no difference");
  require(!is_whole || at_once == pieces, "blocks make no difference to the text");
}

const Registration kGzip("gzip", check_gzip);

}  // namespace
}  // namespace g2t::fuzz
