// Files that broke other programs, and the published data sets, where they are at hand.
#include <g2t/io/labels.hpp>
#include <io/io_testing.hpp>
#include <io/json_document.hpp>
#include <support/files.hpp>

namespace g2t {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using namespace g2t::testing;

class SharedCases : public ::testing::Test {
 protected:
  void SetUp() override {
    if (shared_path("cases").empty()) GTEST_SKIP() << "no folder of cases; set G2T_SHARED_DIR";
  }
  static std::string path(const std::string& name) { return shared_path("cases") + "/" + name; }
};

TEST_F(SharedCases, IndexBase) {
  EXPECT_EQ(dense(read_libsvm(path("01-libsvm-index-base/one.svm"))), six_rows());
  const std::string zero = path("01-libsvm-index-base/zero.svm");
  EXPECT_THAT(message_of([&] { (void)read_libsvm(zero); }), AllOf(HasSubstr("zero.svm:1:"), HasSubstr("--zero-based")));
  EXPECT_EQ(dense(read_libsvm(zero, {true, 0})), six_rows());
  const std::string without_zero = path("01-libsvm-index-base/zero_no0.svm");
  EXPECT_EQ(dense(read_libsvm(without_zero)), six_rows());
  EXPECT_EQ(read_libsvm(without_zero, {true, 0}).feature_count, 4);
}

TEST_F(SharedCases, OrderAndRepeats) {
  EXPECT_EQ(dense(read_libsvm(path("02-libsvm-unsorted-duplicate/unsorted.svm"))), six_rows());
  for (const char* name : {"duplicate.svm", "duplicate_far.svm"}) {
    const std::string file = path(std::string("02-libsvm-unsorted-duplicate/") + name);
    EXPECT_THAT(message_of([&] { (void)read_libsvm(file); }), AllOf(HasSubstr(".svm:3"), HasSubstr("index 2")));
  }
}

TEST_F(SharedCases, LineEnds) {
  for (const char* name : {"03-libsvm-crlf-blank-comment/dirty.svm", "03-libsvm-crlf-blank-comment/lone_cr.svm",
                           "13-csv-no-final-newline/no_newline.svm"}) {
    EXPECT_EQ(dense(read_libsvm(path(name))), six_rows()) << name;
  }
  for (const char* name : {"no_newline.csv", "two_newlines.csv", "crlf_no_newline.csv"}) {
    const Table table = read_csv(path(std::string("13-csv-no-final-newline/") + name));
    EXPECT_EQ(dense(table, 1, 3), six_rows()) << name;
    EXPECT_EQ(binary_labels(table, "y").positive_count, 3);
  }
}

TEST_F(SharedCases, Labels) {
  for (const char* name : {"zero_one", "plus_minus", "one_two", "float", "minus_first"}) {
    const SparseTable table = read_libsvm(path(std::string("04-libsvm-labels/") + name + ".svm"));
    const BinaryLabels labels = binary_labels(table);
    const Matrix rows = dense(table);
    Vector positive = Vector::Zero(3);
    for (Index i = 0; i < 6; ++i) positive += labels.is_positive[static_cast<std::size_t>(i)] * rows.row(i).transpose();
    EXPECT_LT((positive - Vector{{-0.2, -0.5, -1.2}}).cwiseAbs().maxCoeff(), 1e-15) << name;
    EXPECT_EQ(labels.positive_count, 3);
  }
  for (const char* name : {"three_classes", "fractional"}) {
    const SparseTable table = read_libsvm(path(std::string("04-libsvm-labels/") + name + ".svm"));
    EXPECT_THAT(message_of([&] { (void)binary_labels(table); }), HasSubstr("labels met: 0"));
  }
  EXPECT_EQ(binary_labels(read_libsvm(path("08-libsvm-one-class/all_neg.svm")), "1").positive_count, 0);
}

TEST_F(SharedCases, OddTokens) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(path("06-libsvm-nan-inf-tokens/bad"))) {
    const std::string file = entry.path().string();
    EXPECT_THAT(message_of([&] { (void)read_libsvm(file); }), HasSubstr(file + ":2:"));
    ++count;
  }
  EXPECT_EQ(count, 14);
  EXPECT_EQ(read_libsvm(path("06-libsvm-nan-inf-tokens/good_odd.svm")).row_count(), 4);
}

TEST_F(SharedCases, DelimitersAndHeaders) {
  EXPECT_EQ(dense(read_csv(path("10-csv-semicolon-decimal-comma/wine_like.csv")), 0, 3), six_rows());
  EXPECT_EQ(dense(read_csv(path("10-csv-semicolon-decimal-comma/tabs.csv")), 0, 3), six_rows());
  const Table comma = read_csv(path("10-csv-semicolon-decimal-comma/decimal_comma.csv"));
  EXPECT_THAT(message_of([&] { (void)comma.numeric_column("a"); }), AllOf(HasSubstr("data row 1"), HasSubstr("'0,5'")));
  EXPECT_EQ(dense(read_csv(path("12-csv-header-detection/header.csv")), 1, 3), six_rows());
  EXPECT_EQ(dense(read_csv(path("12-csv-header-detection/no_header.csv")), 1, 3), six_rows());
  EXPECT_EQ(read_csv(path("12-csv-header-detection/numeric_names.csv")).row_count(), 7);
}

TEST_F(SharedCases, MissingCellsAndBadCounts) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(path("11-csv-empty-na-cells"))) {
    if (entry.path().extension() != ".csv") continue;
    const Table table = read_csv(entry.path().string());
    EXPECT_THAT(message_of([&] { dense(table, 0, 3); }), AllOf(HasSubstr(".csv:3:"), HasSubstr("data row 2")));
    ++count;
  }
  EXPECT_EQ(count, 10);
  for (const char* name : {"fraction", "nan", "negative", "text", "too_big"}) {
    const Table table = read_csv(path(std::string("23-poisson-bad-counts/bad_") + name + ".csv"));
    EXPECT_THAT(message_of([&] { (void)table.count_column("y"); }), HasSubstr("data row 3"));
  }
  EXPECT_EQ(read_csv(path("23-poisson-bad-counts/float_ok.csv")).count_column("y"), (Vector{{2, 3, 0}}));
}

TEST_F(SharedCases, LongLinesAndNoRows) {
  const Table wide = read_csv(path("15-csv-long-line/wide.csv"));
  ASSERT_EQ(wide.row_count(), 4);
  ASSERT_EQ(wide.column_count(), 6001);
  const Matrix x = dense(wide, 1, 6000);
  EXPECT_NEAR(x.sum(), 0.32, 1e-9);
  EXPECT_NEAR(x.cwiseAbs().sum(), 1016.32, 1e-9);
  EXPECT_EQ(Vector(x.col(5999)), (Vector{{0.06, 0.05, 0.04, 0.03}}));
  for (const char* name : {"zero_bytes", "newline_only.csv", "header_only.csv"}) {
    const std::string file = path(std::string("17-empty-and-header-only/") + name);
    EXPECT_THAT(message_of([&] { (void)read_csv(file); }), HasSubstr("no data rows"));
  }
  for (const char* name : {"zero_bytes", "comments_only.svm"}) {
    const std::string file = path(std::string("17-empty-and-header-only/") + name);
    EXPECT_THAT(message_of([&] { (void)read_libsvm(file); }), HasSubstr("no data rows"));
  }
}

TEST_F(SharedCases, FaultyJson) {
  const auto use = [](const std::string& file) {
    const std::string text = text_of_file(file);
    const Json document = io::parse_json(text, file);
    const io::JsonNode root(document, file);
    for (const io::JsonNode& row : root.at("X").elements()) (void)row.numbers(root.at("D").whole_number());
  };
  int count = 0;
  for (const auto& entry : fs::directory_iterator(path("18-json-nan-inf-null"))) {
    if (entry.path().extension() != ".json") continue;
    const std::string file = entry.path().string();
    EXPECT_THAT(message_of([&] { use(file); }), HasSubstr(file));
    ++count;
  }
  EXPECT_EQ(count, 10);
  EXPECT_THAT(message_of([&] { use(path("20-json-zero-size/empty_array.json")); }), HasSubstr("an object is needed"));
  EXPECT_THAT(message_of([&] { use(path("18-json-nan-inf-null/bare.json")); }), HasSubstr("X[1][1]"));
}

TEST(PublishedData, ReadsAsPublished) {
  if (data_path("a1a").empty()) GTEST_SKIP() << "no data sets; set G2T_DATA_DIR";
  const SparseTable adult = read_libsvm(data_path("a1a"), {false, 123});
  EXPECT_EQ(adult.row_count(), 1605);
  EXPECT_EQ(adult.feature_count, 123);
  EXPECT_EQ(binary_labels(adult).positive_count, 395);
  EXPECT_EQ(read_libsvm(data_path("a1a")).feature_count, 119);
  const SparseTable mushrooms = read_libsvm(data_path("mushrooms"));
  EXPECT_EQ(mushrooms.row_count(), 8124);
  EXPECT_EQ(mushrooms.feature_count, 112);
  EXPECT_EQ(mushrooms.entry_count(), 8124 * 21);
  EXPECT_EQ(binary_labels(mushrooms).positive_count, 4208);
  const Table wine = read_csv(data_path("winequality-red.csv"));
  EXPECT_EQ(wine.row_count(), 1599);
  EXPECT_EQ(wine.column_count(), 12);
  EXPECT_EQ(wine.numeric_column("quality").minCoeff(), 3);
}

TEST(PublishedData, ReadsTheStopsFile) {
  if (data_path("frisk_with_noise.dat").empty()) GTEST_SKIP() << "no data sets; set G2T_DATA_DIR";
  CsvOptions options;
  options.skip_lines = 6;
  options.blank_separated = true;
  const Table stops = read_csv(data_path("frisk_with_noise.dat"), options);
  EXPECT_EQ(stops.row_count(), 900);
  EXPECT_EQ(stops.column_count(), 6);
  EXPECT_EQ(stops.count_column("past.arrests").minCoeff(), 0);
  EXPECT_EQ(stops.numeric_column("precinct").maxCoeff(), 75);
}

}  // namespace
}  // namespace g2t
