// LIBSVM in chunks of every size and any number of threads: rows and errors are those of the whole text.
#include <io/gzip_testing.hpp>
#include <io/io_testing.hpp>
#include <io/libsvm_rows.hpp>

#include <fmt/format.h>

namespace g2t {
namespace {

using ::testing::HasSubstr;
using namespace g2t::testing;

// All that reading gives, or the error.
std::string outcome(const std::function<io::TextChunks()>& open, const LibsvmOptions& options) {
  std::string text;
  try {
    io::TextChunks chunks = open();
    const io::LibsvmTotals totals = io::read_libsvm_rows(chunks, options, [&](const io::LibsvmRows& rows) {
      for (std::size_t row = 0; row < rows.lines.size(); ++row) {
        text += fmt::format("{}: {} = {}", rows.lines[row], rows.label_texts[row], rows.labels[row]);
        for (auto k = static_cast<std::size_t>(rows.starts[row]); k < static_cast<std::size_t>(rows.starts[row + 1]); ++k)
          text += fmt::format(" {}:{}", rows.columns[k], rows.values[k]);
        text += '\n';
      }
    });
    return text + fmt::format("{} features, {}:{}", totals.feature_count, totals.highest_index.line, totals.highest_index.column);
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string outcome(const std::string& text, std::size_t size, const LibsvmOptions& options) {
  return outcome([&] { return io::TextChunks(text, "data.svm", size); }, options);
}

std::string outcome_of_file(const std::string& file, std::size_t size, const LibsvmOptions& options) {
  return outcome([&] { return io::TextChunks(io::InputBytes(file), size); }, options);
}

const std::vector<std::string>& libsvm_texts() {
  static const std::vector<std::string> all{
      kSixRows,
      "# comment\r\n+1 1:0.5 3:-1.2 # more 9:9\r\n\r\n-1  2:1.5\t3:0.3   \r\n   \r\n+1 1:-0.7 2:0.4#\r-1 5:1\r\r\n1",
      "1 3:1 2:+.5 1:-1.2E0\n0\n1 7:1e-320 2:17\n# end",
      "\n\n1 2:1\n\n",
      "1 1:1\n0 1:2 2:x\n1 1:abc\n",
      "1 1:1\n0 1:2\n1 2:1 3:1 2:1\nspam\n",
      "1 1:1\n\n1:2 2:3\n",
      std::string("1 1:1\n0 1:\0002\nspam\n", 19),
      "1 1:1\n0 99999999999:1\n",
      "1 1:1\n0 9:1\n",
      "# nothing\n\r\n",
      ""};
  return all;
}

TEST(LibsvmRows, DoNotDependOnChunksAndThreads) {
  for (const std::string& text : libsvm_texts()) {
    for (const Index features : {0, 8}) {
      const std::string whole = outcome(text, text.size() + 1, {false, features, 1});
      EXPECT_NE(whole, "");
      for (std::size_t size = 1; size <= text.size(); ++size)
        for (const Index threads : {1, 2, 4})
          ASSERT_EQ(outcome(text, size, {false, features, threads}), whole) << size << ' ' << threads;
    }
  }
}

TEST(LibsvmRows, AreThoseThatAreWritten) {
  EXPECT_EQ(outcome(libsvm_texts()[1], 5, {}),
            "2: +1 = 1 0:0.5 2:-1.2\n4: -1 = -1 1:1.5 2:0.3\n6: +1 = 1 0:-0.7 1:0.4\n7: -1 = -1 4:1\n9: 1 = 1\n5 features, 7:4");
}

TEST(LibsvmRows, NameTheFirstErrorOfTheFile) {
  EXPECT_THAT(outcome(libsvm_texts()[4], 3, {}), HasSubstr("data.svm:2:7: value of index 2"));
  EXPECT_THAT(outcome(libsvm_texts()[5], 3, {}), HasSubstr("data.svm:3: index 2 occurs twice"));
  EXPECT_THAT(outcome(libsvm_texts()[7], 3, {}), HasSubstr("data.svm:2:5: a zero byte"));
  EXPECT_THAT(outcome(libsvm_texts()[10], 3, {}), HasSubstr("no data rows"));
}

TEST(LibsvmRows, OfADamagedFileAreNotBlamed) {
  const ScratchFolder folder;
  std::string text = "1 1:1\nspam\n";
  for (int row = 0; row < 20000; ++row) text += fmt::format("1 1:{} 2:{}\n", row * 7919, row * 104729);
  const std::string packed = gzipped(text);
  const std::string whole = folder.write("whole.gz", packed), cut = folder.write("cut.gz", packed.substr(0, packed.size() - 9));
  for (const std::size_t size : {1, 100, 1000000}) {
    for (const Index threads : {1, 2}) {
      EXPECT_THAT(outcome_of_file(whole, size, {false, 0, threads}), HasSubstr("whole.gz:2:1: label"));
      EXPECT_THAT(outcome_of_file(cut, size, {false, 0, threads}), HasSubstr("cut off"));
    }
  }
}

TEST(LibsvmRows, NeedAThread) {
  EXPECT_THROW(libsvm_of("1 1:1\n", {false, 0, 0}), InvalidArgument);
}

}  // namespace
}  // namespace g2t
