// Files of all kinds as text: compressed, of other encodings, no text at all.
#include <g2t/io/json_files.hpp>
#include <io/gzip_testing.hpp>
#include <io/io_testing.hpp>
#include <io/text_file.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace g2t::testing;

// Lines that do not compress to nothing.
std::string long_text() {
  std::string text;
  unsigned state = 1;
  for (int i = 0; i < 100000; ++i) {
    state = state * 1664525U + 1013904223U;
    text += std::to_string(state) + '\n';
  }
  return text;
}

TEST(TextFile, IsDecompressedWhateverItsName) {
  const ScratchFolder folder;
  const std::string text = long_text();
  EXPECT_EQ(io::read_text_file(folder.write("a.csv.gz", gzipped(text))), text);
  EXPECT_EQ(io::read_text_file(folder.write("a.csv", gzipped(text))), text);
  EXPECT_EQ(io::read_text_file(folder.write("small.gz", gzipped("a\n"))), "a\n");
  EXPECT_EQ(io::read_text_file(folder.write("empty.gz", gzipped(""))), "");
  std::istringstream in(gzipped(text));
  EXPECT_EQ(io::read_text(in, "stream"), text);
}

TEST(TextFile, MayHaveSeveralCompressedParts) {
  const ScratchFolder folder;
  const std::string parts = gzipped("a,b\n") + gzipped(long_text()) + gzipped("1,2\n");
  EXPECT_EQ(io::read_text_file(folder.write("a.gz", parts)), "a,b\n" + long_text() + "1,2\n");
  EXPECT_EQ(io::read_text_file(folder.write("a.gz", gzipped("a\n") + std::string(512, '\0'))), "a\n");
}

TEST(TextFile, CutOffAnywhereIsRefused) {
  const ScratchFolder folder;
  const std::string whole = gzipped("y,x\n1,2\n0,3\n");
  for (std::size_t size = 2; size < whole.size(); ++size) {
    const std::string file = folder.write("cut.gz", whole.substr(0, size));
    EXPECT_THAT(message_of([&] { (void)io::read_text_file(file); }), AllOf(HasSubstr("cut.gz"), HasSubstr("cut off")))
        << size;
  }
  const std::string large = gzipped(long_text());
  const std::string file = folder.write("cut.gz", large.substr(0, large.size() / 2));
  EXPECT_THAT(message_of([&] { (void)io::read_text_file(file); }), HasSubstr("cut off"));
}

TEST(TextFile, DamagedIsRefused) {
  const ScratchFolder folder;
  std::string bytes = gzipped(long_text());
  bytes[bytes.size() - 6] ^= 1;  // of the checksum
  EXPECT_THAT(message_of([&] { (void)io::read_text_file(folder.write("bad.gz", bytes)); }),
              AllOf(HasSubstr("damaged"), HasSubstr("check")));
  const std::string rest = gzipped("a\n") + "no gzip";
  EXPECT_THAT(message_of([&] { (void)io::read_text_file(folder.write("bad.gz", rest)); }), HasSubstr("damaged"));
}

TEST(TextFile, OfEveryReaderMayBeCompressed) {
  const ScratchFolder folder;
  const auto file = [&](const std::string& text) { return folder.write("file", gzipped(text)); };
  EXPECT_EQ(dense(read_libsvm(file(kSixRows))), six_rows());
  EXPECT_EQ(read_csv(file("y,x\n1,2\n")).row_count(), 1);
  EXPECT_EQ(read_gaussian(file(R"({"family": "mean-field", "mean": [0], "scale": [2]})")).q.scale[0], 2);
  EXPECT_EQ(
      read_recipe(file(R"({"base": "rep", "control_variates": [], "weights": [], "draws": 5, "antithetic": false})"))
          .draws,
      5);
}

TEST(TextFile, OfAnotherKindIsNamed) {
  const ScratchFolder folder;
  const std::vector<std::pair<std::string, std::string>> kinds = {{std::string("\xFD"
                                                                               "7zXZ\0",
                                                                               6),
                                                                   "xz"},
                                                                  {"\x28\xB5\x2F\xFD", "zstd"},
                                                                  {"BZh91AY&SY", "bzip2"},
                                                                  {"PK\x03\x04", "xlsx"},
                                                                  {"\xD0\xCF\x11\xE0", "xls"},
                                                                  {"PAR1\x15", "Parquet"},
                                                                  {"\xFF\xFEy\0", "UTF-16"},
                                                                  {std::string("\xFE\xFF\0y", 4), "UTF-16"},
                                                                  {std::string("y\0,\0x\0", 6), "UTF-16"}};
  for (const auto& [bytes, kind] : kinds) {
    const std::string file = folder.write("data.csv", bytes);
    EXPECT_THAT(message_of([&] { (void)io::read_text_file(file); }), HasSubstr(kind));
  }
  EXPECT_EQ(io::read_text_file(folder.write("data.csv", "PAR1,BZh\n1,2\n")), "PAR1,BZh\n1,2\n");
}

TEST(TextFile, WithAZeroByteSaysWhere) {
  const ScratchFolder folder;
  const std::string file = folder.write("data.csv", std::string("y,x\r\n1,2\r\n1,\0002\r\n", 16));
  EXPECT_THAT(
      message_of([&] { (void)io::read_text_file(file); }),
      AllOf(HasSubstr("data.csv:3:3: a zero byte"), HasSubstr("'1,\\x002'"), Not(HasSubstr(std::string(1, '\0')))));
}

}  // namespace
}  // namespace g2t
