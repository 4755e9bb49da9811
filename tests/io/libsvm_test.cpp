// LIBSVM files: index base, order, line ends, odd tokens.
#include <g2t/io/libsvm.hpp>
#include <io/io_testing.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace g2t::testing;

TEST(Libsvm, ReadsSixRows) {
  const SparseTable table = libsvm_of(kSixRows);
  EXPECT_EQ(table.feature_count, 3);
  EXPECT_EQ(dense(table), six_rows());
  EXPECT_THAT(table.labels, ElementsAre(1, -1, 1, -1, 1, -1));
  EXPECT_THAT(table.label_texts, ElementsAre("+1", "-1", "+1", "-1", "+1", "-1"));
  EXPECT_THAT(table.lines, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(table.row_starts, ElementsAre(0, 2, 4, 6, 8, 9, 12));
}

TEST(Libsvm, ReadsALaterPartOfAFile) {
  const SparseTable table = libsvm_of("+1 1:0.5\n\n-1 2:1\n", {false, 0, 1, 40});
  EXPECT_THAT(table.lines, ElementsAre(41, 43));
  EXPECT_EQ(table.highest_index.line, 43);
  EXPECT_THAT(libsvm_of("+1 1:0.5\n\n-1 2:1\n", {false, 0, 2, 40}).lines, ElementsAre(41, 43));
  EXPECT_EQ(libsvm_of("", {false, 0, 1, 40}).row_count(), 0);
  EXPECT_THAT(message_of([] { libsvm_of("+1 1:0.5\n+1 1:x\n", {false, 0, 1, 40}); }), HasSubstr("data.svm:42:4"));
}

TEST(Libsvm, IndexZeroNeedsTheFlag) {
  const std::string text = "+1 0:0.5 2:-1.2\n-1 1:1.5 2:0.3\n";
  EXPECT_THAT(message_of([&] { libsvm_of(text); }),
              AllOf(HasSubstr("data.svm:1:4"), HasSubstr("index 0"), HasSubstr("--zero-based"), HasSubstr("0:0.5")));
  const SparseTable table = libsvm_of(text, {true, 0});
  EXPECT_EQ(table.feature_count, 3);
  EXPECT_EQ(dense(table), six_rows().topRows(2));
}

TEST(Libsvm, NeverGuessesTheBase) {
  const std::string without_zero = kSixRows;
  EXPECT_EQ(libsvm_of(without_zero).feature_count, 3);
  const SparseTable table = libsvm_of(without_zero, {true, 0});
  EXPECT_EQ(table.feature_count, 4);
  EXPECT_EQ(dense(table).rightCols(3), six_rows());
  EXPECT_TRUE(dense(table).col(0).isZero(0));
}

TEST(Libsvm, SortsIndices) {
  const SparseTable table = libsvm_of("+1 3:-1.2 1:0.5\n-1 3:0.3 2:1.5\n");
  EXPECT_EQ(dense(table), six_rows().topRows(2));
  EXPECT_THAT(table.columns, ElementsAre(0, 2, 1, 2));
}

TEST(Libsvm, RefusesAnIndexTwice) {
  for (const char* row : {"+1 1:-0.7 2:0.4 2:9", "+1 2:0.4 1:-0.7 2:9"}) {
    EXPECT_THAT(message_of([&] { libsvm_of(std::string("+1 1:0.5\n-1 2:1.5\n") + row + "\n-1 1:1\n"); }),
                AllOf(HasSubstr("data.svm:3"), HasSubstr("index 2"), HasSubstr("twice")));
  }
  EXPECT_THAT(message_of([] { libsvm_of("1 4:1 0:2 4:1\n", {true, 0}); }), HasSubstr("index 4"));
}

TEST(Libsvm, LineEndsBlankLinesAndCommentsDoNotMatter) {
  const std::string dirty =
      "# comment line first\r\n+1 1:0.5 3:-1.2 # trailing comment\r\n\r\n-1  2:1.5\t3:0.3   \r\n   \r\n"
      "+1 1:-0.7 2:0.4\r\n-1 1:1.1 3:0.8\t\r\n+1 2:-0.9\r\n-1 1:-0.2 2:0.6 3:1.4";
  const SparseTable table = libsvm_of(dirty);
  EXPECT_EQ(dense(table), six_rows());
  EXPECT_THAT(table.lines, ElementsAre(2, 4, 6, 7, 8, 9));

  std::string lone = kSixRows;
  std::replace(lone.begin(), lone.end(), '\n', '\r');
  EXPECT_EQ(dense(libsvm_of(lone)), six_rows());
  EXPECT_EQ(dense(libsvm_of("\xEF\xBB\xBF" + std::string(kSixRows))), six_rows());
  EXPECT_EQ(dense(libsvm_of("\t" + std::string(kSixRows))), six_rows());
}

TEST(Libsvm, RefusesOddTokens) {
  for (const char* token : {"2:",          "2:NaN",
                            ":3",          "2:1.5d0",
                            "2:inf",       "2:1:2",
                            "2:-Infinity", "2:1e400",
                            "2:1,5",       "2:abc",
                            "2:?",         "2:nan",
                            "2:0x10",      "2",
                            "abc",         "-2:1",
                            "+2:1",        "2.0:1",
                            "qid:1",       "2 :1",
                            "2: 1",        "99999999999999999999:1",
                            "4294967297:1"}) {
    const std::string text = std::string("1 1:0.5 2:1\n0 1:0.2 ") + token + "\n1 2:0.3\n";
    const std::string first = std::string(token).substr(0, std::string(token).find(' '));
    EXPECT_THAT(message_of([&] { libsvm_of(text); }), AllOf(HasSubstr("data.svm:2:9"), HasSubstr("'" + first + "'")))
        << token;
  }
}

TEST(Libsvm, RefusesOddLabels) {
  EXPECT_THAT(message_of([] { libsvm_of("1 1:1\nnan 1:0.2\n"); }),
              AllOf(HasSubstr("data.svm:2:1"), HasSubstr("'nan'")));
  EXPECT_THAT(message_of([] { libsvm_of("1 1:1\n1:0.2 2:0.4\n"); }),
              AllOf(HasSubstr("data.svm:2"), HasSubstr("no label"), HasSubstr("1:0.2")));
  EXPECT_THAT(message_of([] { libsvm_of("1 1:1\n1,2 2:0.4\n"); }), AllOf(HasSubstr(":2:1"), HasSubstr("1,2")));
  EXPECT_THAT(message_of([] { libsvm_of("spam 1:1\n"); }), HasSubstr("'spam'"));
}

TEST(Libsvm, TakesOddButLegalNumbers) {
  const SparseTable table = libsvm_of("+1 1:+.5 2:-1.2E0\n-1 1:1e-320 2:1.50\n1 1:-7e-1 2:4.e-1\n-1 1:1.1 2:8e-1\n");
  Matrix expected(4, 2);
  expected << 0.5, -1.2, 1e-320, 1.5, -0.7, 0.4, 1.1, 0.8;
  EXPECT_EQ(dense(table), expected);
}

TEST(Libsvm, FeaturesFixesTheDimension) {
  EXPECT_EQ(libsvm_of("+1 1:0.6\n-1 2:0.5\n", {false, 4}).feature_count, 4);
  EXPECT_THAT(message_of([] {
                libsvm_of("+1 1:0.6 6:1\n-1 2:0.5\n", {false, 4});
              }),
              AllOf(HasSubstr("data.svm:1:10"), HasSubstr("index 6"), HasSubstr("4 features")));
  EXPECT_THAT(message_of([] { libsvm_of("+1 4:1\n", {true, 4}); }), HasSubstr("0 to 3"));
  EXPECT_THROW(libsvm_of("1 1:1\n", {false, -1}), InvalidArgument);
}

TEST(Libsvm, TakesRowsWithoutEntries) {
  const SparseTable table = libsvm_of("1\n0 # all zero\n1 2:3\n");
  EXPECT_EQ(table.row_count(), 3);
  EXPECT_EQ(table.feature_count, 2);
  EXPECT_EQ(libsvm_of("1\n0\n").feature_count, 0);
}

TEST(Libsvm, RefusesFilesWithoutRows) {
  for (const char* text : {"", "\n", "# nothing here\n# nor here\n", "  \r\n\t"}) {
    EXPECT_THAT(message_of([&] { libsvm_of(text); }), AllOf(HasSubstr("data.svm"), HasSubstr("no data rows")));
  }
}

TEST(Libsvm, NamesTheSystemsReason) {
  const ScratchFolder folder;
  const std::string missing = folder.file("missing.svm");
  EXPECT_THAT(message_of([&] { (void)read_libsvm(missing); }), AllOf(HasSubstr(missing), HasSubstr("No such file")));
  EXPECT_THAT(message_of([&] { (void)read_libsvm(folder.file("")); }), HasSubstr("Is a directory"));
  EXPECT_THAT(message_of([] {
                libsvm_of(
                    "\xFF\xFE"
                    "1");
              }),
              HasSubstr("UTF-16"));
  EXPECT_EQ(dense(read_libsvm(folder.write("six.svm", kSixRows))), six_rows());
}

}  // namespace
}  // namespace g2t
