// Chunks of every size: whole lines, together the text.
#include <io/chunks_in_threads.hpp>
#include <io/gzip_testing.hpp>
#include <io/io_testing.hpp>
#include <io/text_chunks.hpp>

#include <atomic>
#include <stdexcept>

namespace g2t {
namespace {

using ::testing::HasSubstr;
using namespace g2t::testing;

std::vector<std::string> all_of(io::TextChunks chunks) {
  std::vector<std::string> all;
  std::string chunk;
  while (chunks.next(chunk)) all.push_back(chunk);
  EXPECT_EQ(chunk, "");
  return all;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all += part;
  return all;
}

// A line end of `text` is after this many bytes, and no CR LF is divided there.
bool is_after_line_end(std::string_view text, std::size_t size) {
  if (size == text.size() || text[size - 1] == '\n') return true;
  return text[size - 1] == '\r' && text[size] != '\n';
}

const std::vector<std::string>& texts() {
  static const std::vector<std::string> all{"",   "\n", "a",           "a\nb",     "\r\n\r\n",         "a\r\nbc\r\n\r\nd",
                                            "\r", "\r\r\na\r", "abc\rd\r\re", "\n\nabcdefghijklmnopqrstuvwxyz\nb\n\r"};
  return all;
}

TEST(TextChunks, AreWholeLinesOfTheText) {
  for (const std::string& text : texts()) {
    for (std::size_t size = 1; size <= text.size() + 2; ++size) {
      std::size_t done = 0;
      for (const std::string& chunk : all_of({text, "text", size})) {
        ASSERT_EQ(text.substr(done, chunk.size()), chunk) << size;
        done += chunk.size();
        EXPECT_TRUE(is_after_line_end(text, done)) << size << " of " << text;
      }
      EXPECT_EQ(done, text.size());
    }
  }
}

TEST(TextChunks, OfOneLineAreNoLongerThanSaid) {
  const std::string text = "12345\n12345\n12345\n";
  EXPECT_EQ(all_of({text, "text", 6}).size(), 3);
  EXPECT_EQ(all_of({text, "text", 11}).size(), 3);
  EXPECT_EQ(all_of({text, "text", 12}).size(), 2);
}

TEST(TextChunks, OfFilesAndStreamsAreTheSame) {
  const ScratchFolder folder;
  std::string text;
  for (int line = 0; line < 5000; ++line) text += std::to_string(line * 7919) + (line % 3 == 0 ? "\r\n" : "\n");
  const std::string plain = folder.write("plain", "\xEF\xBB\xBF" + text);
  const std::string packed = folder.write("packed", gzipped(text.substr(0, 1000)) + gzipped(text.substr(1000)));
  for (const std::size_t size : {1, 100, 16384, 16385, 1000000}) {
    EXPECT_EQ(joined(all_of(io::TextChunks(io::InputBytes(plain), size))), text) << size;
    EXPECT_EQ(joined(all_of(io::TextChunks(io::InputBytes(packed), size))), text) << size;
    std::istringstream in(text);
    EXPECT_EQ(joined(all_of(io::TextChunks(io::InputBytes(in, "stream"), size))), text) << size;
    io::TextChunks some(io::InputBytes(packed), size);
    std::string first;
    EXPECT_TRUE(text.starts_with(some.beginning()));
    EXPECT_GE(some.beginning().size(), size > text.size() ? text.size() : size);
    ASSERT_TRUE(some.next(first));
    EXPECT_EQ(first + some.rest(), text) << size;
  }
}

TEST(TextChunks, OfADamagedFileEndInAnError) {
  const ScratchFolder folder;
  std::string bytes = gzipped(std::string(100000, 'a') + "\n" + std::string(100000, 'b'));
  bytes[bytes.size() - 6] ^= 1;  // of the checksum
  const std::string file = folder.write("bad", bytes);
  EXPECT_THAT(message_of([&] { (void)all_of(io::TextChunks(io::InputBytes(file), 10)); }), HasSubstr("damaged"));
}

TEST(ChunksInThreads, AreTakenInOrder) {
  std::string text;
  for (int line = 0; line < 200; ++line) text += std::to_string(line) + "\n";
  for (const Index threads : {1, 2, 4}) {
    io::TextChunks chunks(text, "text", 10);
    std::vector<std::string> results(static_cast<std::size_t>(threads));
    std::string taken;
    io::in_threads(chunks, threads,
                   {[&](std::size_t worker, std::string_view chunk) { results[worker] = chunk; },
                    [&](std::size_t worker) {
                      taken += results[worker];
                      return true;
                    }});
    EXPECT_EQ(taken, text);
  }
}

TEST(ChunksInThreads, EndWhereNoMoreIsNeeded) {
  const std::string text = "a\nb\nc\nd\ne\nf\ng\n";
  for (const Index threads : {1, 2, 4}) {
    io::TextChunks chunks(text, "text", 2);
    int taken = 0;
    io::in_threads(chunks, threads, {[](std::size_t, std::string_view) {}, [&](std::size_t) { return ++taken < 3; }});
    EXPECT_EQ(taken, 3);
  }
}

TEST(ChunksInThreads, ThrowWhatTheFirstOfThemThrew) {
  const std::string text = "a\nb\nc\nd\ne\nf\ng\n";
  for (const Index threads : {1, 2, 4}) {
    io::TextChunks chunks(text, "text", 2);
    std::atomic<int> worked = 0;
    std::string taken;
    std::vector<std::string> results(static_cast<std::size_t>(threads));
    const auto work = [&](std::size_t worker, std::string_view chunk) {
      ++worked;
      results[worker] = chunk;
      if (chunk >= "d") throw std::runtime_error(std::string(chunk));
    };
    const auto take = [&](std::size_t worker) {
      taken += results[worker];
      return true;
    };
    EXPECT_EQ(message_of<std::runtime_error>([&] { io::in_threads(chunks, threads, {work, take}); }), "d\n");
    EXPECT_EQ(taken, "a\nb\nc\n");
    EXPECT_LE(worked, 3 + threads);
  }
}

}  // namespace
}  // namespace g2t
