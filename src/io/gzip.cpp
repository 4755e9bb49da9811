// zlib's inflate, with every status checked.
#include <zlib.h>

#include <algorithm>
#include <array>
#include <g2t/core/errors.hpp>
#include <io/gzip.hpp>
#include <limits>
#include <new>
#include <utility>

namespace g2t::io {
namespace {

struct Signature {
  std::string_view bytes;
  const char* reason;
};

constexpr std::array<Signature, 7> kSignatures{{
    {"BZh91AY&SY", "is compressed (bzip2); unpack it, or compress it with gzip"},
    {std::string_view("\xFD"
                      "7zXZ\0",
                      6),
     "is compressed (xz); unpack it, or compress it with gzip"},
    {"\x28\xB5\x2F\xFD", "is compressed (zstd); unpack it, or compress it with gzip"},
    {"7z\xBC\xAF\x27\x1C", "is a 7z archive; unpack it"},
    {"PK\x03\x04", "is a ZIP archive or a spreadsheet (.xlsx, .ods); unpack it, or export it as CSV"},
    {"\xD0\xCF\x11\xE0", "is a spreadsheet (.xls); export it as CSV"},
    {"PAR1\x15", "is a Parquet file; export it as CSV"},
}};

}  // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1F\x8B"); }

void refuse_archives(std::string_view bytes, const std::string& file) {
  for (const Signature& known : kSignatures)
    if (bytes.starts_with(known.bytes)) throw InputError({file, 0, 0}, known.reason);
}

GzipDecoder::GzipDecoder(std::string file) : file_(std::move(file)), stream_(std::make_unique<z_stream>()) {
  constexpr int kGzipAlone = 16 + MAX_WBITS;
  if (::inflateInit2(stream_.get(), kGzipAlone) != Z_OK) throw std::bad_alloc();
}

GzipDecoder::~GzipDecoder() { ::inflateEnd(stream_.get()); }

void GzipDecoder::decode(std::string_view block, std::string& text) {
  constexpr std::size_t kRoom = 1 << 18, kLargestBlock = std::numeric_limits<uInt>::max();
  while (block.size() > kLargestBlock) {
    decode(block.substr(0, kLargestBlock), text);
    block.remove_prefix(kLargestBlock);
  }
  stream_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(block.data()));  // zlib does not write there
  stream_->avail_in = static_cast<uInt>(block.size());
  while (true) {
    if (!is_inside_) begin_member();
    if (!is_inside_) return;
    const std::size_t size = text.size();
    text.resize(size + kRoom);
    stream_->next_out = reinterpret_cast<Bytef*>(text.data() + size);
    stream_->avail_out = static_cast<uInt>(kRoom);
    const int status = ::inflate(stream_.get(), Z_NO_FLUSH);
    text.resize(size + kRoom - stream_->avail_out);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_STREAM_END) {
      is_inside_ = false;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      const std::string what = stream_->msg == nullptr ? "" : std::string(" (") + stream_->msg + ")";
      throw InputError({file_, 0, 0}, "is compressed (gzip) and damaged" + what);
    } else if (stream_->avail_out > 0) {
      return;  // all of the block is taken
    }
  }
}

// After a member there may be another, or zeros that fill a tape's block.
void GzipDecoder::begin_member() {
  while (stream_->avail_in > 0 && *stream_->next_in == 0) {
    ++stream_->next_in;
    --stream_->avail_in;
  }
  if (stream_->avail_in == 0) return;
  ::inflateReset(stream_.get());
  is_inside_ = true;
}

void GzipDecoder::finish() const {
  if (is_inside_) throw InputError({file_, 0, 0}, "is compressed (gzip) and cut off: its end is missing");
}

}  // namespace g2t::io
