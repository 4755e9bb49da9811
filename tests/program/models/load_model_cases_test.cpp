// Files of public reports, loaded: every spelling of the same data is the same model, and the others are refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <g2t/io/csv_writer.hpp>
#include <g2t/program/models/load_model.hpp>
#include <program/program_testing.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::log_density_at;
using testing::log_normal;
using testing::message_of;
using testing::reference_point;
using testing::six_row_log_density;

// The same six rows in every spelling of the cases of public reports.
struct CaseFile {
  const char* path;
  const char* response;  // CSV only
  bool zero_based;
};

class LoadModelCase : public ::testing::TestWithParam<CaseFile> {};

TEST_P(LoadModelCase, IsTheSixRows) {
  const std::string path = testing::shared_path(std::string("cases/") + GetParam().path);
  if (path.empty()) GTEST_SKIP() << GetParam().path << " is not here";
  ModelOptions given;
  given.model = "logistic";
  given.data = path;
  given.response = GetParam().response;
  given.zero_based = GetParam().zero_based;
  given.intercept = false;
  const LoadedModel loaded = load_model(given);
  ASSERT_EQ(loaded.model->dimension(), 3);
  EXPECT_THAT(loaded.description.front(), HasSubstr(": 6 rows, 3 features, 3 positive"));
  const Vector point = reference_point(3);
  EXPECT_NEAR(log_density_at(*loaded.model, point), six_row_log_density(point, false), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Cases, LoadModelCase,
                         ::testing::Values(CaseFile{"01-libsvm-index-base/one.svm", "", false},
                                           CaseFile{"01-libsvm-index-base/zero.svm", "", true},
                                           CaseFile{"01-libsvm-index-base/zero_no0.svm", "", false},
                                           CaseFile{"02-libsvm-unsorted-duplicate/unsorted.svm", "", false},
                                           CaseFile{"04-libsvm-labels/float.svm", "", false},
                                           CaseFile{"04-libsvm-labels/minus_first.svm", "", false},
                                           CaseFile{"04-libsvm-labels/one_two.svm", "", false},
                                           CaseFile{"04-libsvm-labels/plus_minus.svm", "", false},
                                           CaseFile{"04-libsvm-labels/zero_one.svm", "", false},
                                           CaseFile{"10-csv-semicolon-decimal-comma/wine_like.csv", "quality", false},
                                           CaseFile{"10-csv-semicolon-decimal-comma/tabs.csv", "quality", false},
                                           CaseFile{"12-csv-header-detection/header.csv", "y", false},
                                           CaseFile{"12-csv-header-detection/no_header.csv", "", false},
                                           CaseFile{"13-csv-no-final-newline/no_newline.csv", "", false},
                                           CaseFile{"13-csv-no-final-newline/two_newlines.csv", "", false},
                                           CaseFile{"13-csv-no-final-newline/crlf_no_newline.csv", "", false},
                                           CaseFile{"13-csv-no-final-newline/no_newline.svm", "", false}));

TEST(LoadModelCases, RefusedOnesSayWhy) {
  const auto message = [](const char* file, bool zero_based) {
    ModelOptions given;
    given.model = "logistic";
    given.data = testing::shared_path(std::string("cases/") + file);
    given.zero_based = zero_based;
    return message_of([&] { static_cast<void>(load_model(given)); });
  };
  if (testing::shared_path("cases/01-libsvm-index-base").empty()) GTEST_SKIP() << "the cases are not here";
  EXPECT_THAT(message("01-libsvm-index-base/zero.svm", false),
              AllOf(HasSubstr("zero.svm:1"), HasSubstr("--zero-based")));
  EXPECT_THAT(message("04-libsvm-labels/three_classes.svm", false), HasSubstr("0, 1, 2"));
  EXPECT_THAT(message("04-libsvm-labels/fractional.svm", false), HasSubstr("0.3, 0.7, 1"));
}

TEST(LoadModelCases, ZeroBasedFilesMayLackTheirFirstFeature) {
  ModelOptions given;
  given.model = "logistic";
  given.data = testing::shared_path("cases/01-libsvm-index-base/zero_no0.svm");
  if (given.data.empty()) GTEST_SKIP() << "the case is not here";
  given.zero_based = true;
  given.intercept = false;
  const LoadedModel loaded = load_model(given);
  ASSERT_EQ(loaded.model->dimension(), 4);
  Vector point(4);
  point << 0.7, reference_point(3);
  EXPECT_NEAR(log_density_at(*loaded.model, point), six_row_log_density(point.tail(3), false) + log_normal(0.7, 1),
              1e-12);
}

TEST(LoadModelCases, NumericNamesAreData) {
  ModelOptions given;
  given.model = "bnn";
  given.data = testing::shared_path("cases/12-csv-header-detection/numeric_names.csv");
  if (given.data.empty()) GTEST_SKIP() << "the case is not here";
  const LoadedModel loaded = load_model(given);
  EXPECT_THAT(loaded.description.front(), HasSubstr("7 rows"));
  EXPECT_THAT(loaded.description, Contains("the first line was taken as data; columns are called x1 to x4"));
}

// The thirty rows of the plain file, in the dress of several programs.
class ExportedCase : public ::testing::TestWithParam<const char*> {
 protected:
  static ModelOptions options(const std::string& file) {
    ModelOptions given;
    given.model = "logistic";
    given.data = testing::shared_path("cases/" + file);
    return given;
  }
};

TEST_P(ExportedCase, IsThePlainTable) {
  const ModelOptions given = options(GetParam());
  if (given.data.empty()) GTEST_SKIP() << GetParam() << " is not here";
  const LoadedModel loaded = load_model(given), plain = load_model(options("72-excel-export/clean.csv"));
  ASSERT_EQ(loaded.model->dimension(), 3);
  EXPECT_EQ(loaded.model->parameter_names(), plain.model->parameter_names());
  const Vector point = reference_point(3);
  EXPECT_NEAR(log_density_at(*loaded.model, point), log_density_at(*plain.model, point), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Cases, ExportedCase,
                         ::testing::Values("72-excel-export/blankrows.csv", "72-excel-export/rowname.csv",
                                           "72-excel-export/sep.csv", "72-excel-export/sepc.csv",
                                           "72-excel-export/trail.csv", "72-excel-export/trail2.csv",
                                           "73-gz-input/clean.csv.gz", "73-gz-input/clean.svm.gz"));

TEST(LoadModelCases, ExportsThatAreRefusedSayWhatToRemove) {
  if (testing::shared_path("cases/72-excel-export").empty()) GTEST_SKIP() << "the cases are not here";
  const std::vector<std::pair<std::string, std::string>> wanted = {
      {"72-excel-export/rowname2.csv", "row.names = FALSE"},
      {"72-excel-export/hash.csv", "a comment, remove it"},
      {"72-excel-export/u16.csv", "UTF-16; save it as UTF-8"},
      {"72-excel-export/thou.csv", "nothing between thousands"},
      {"72-excel-export/pct.csv", "percent sign"},
      {"72-excel-export/qid.svm", "qid marks"},
      {"72-excel-export/weights.svm", "label:weight"},
      {"73-gz-input/nul.csv", "nul.csv:4:2: a zero byte"}};
  for (const auto& [file, words] : wanted) {
    ModelOptions given;
    given.model = "logistic";
    given.data = testing::shared_path("cases/" + file);
    const std::string message = message_of([&] { static_cast<void>(load_model(given)); });
    EXPECT_THAT(message, HasSubstr(words));
    for (const char c : message) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20) << file;
  }
}

TEST(LoadModelCases, OneClassNeedsToBeToldWhich) {
  ModelOptions given;
  given.model = "logistic";
  given.data = testing::shared_path("cases/08-libsvm-one-class/all_neg.svm");
  if (given.data.empty()) GTEST_SKIP() << "the case is not here";
  EXPECT_THAT(message_of([&] { static_cast<void>(load_model(given)); }), HasSubstr("--positive"));
  given.positive = "1";
  EXPECT_THAT(load_model(given).description, Contains(HasSubstr("all rows have the same label")));
}

TEST(LoadModelCases, LevelsKeepTheirNames) {
  ModelOptions given;
  given.model = "poisson";
  given.data = testing::shared_path("cases/79-name-collisions/col.csv");
  if (given.data.empty()) GTEST_SKIP() << "the case is not here";
  given.response = "y";
  given.groups = {"g"};
  const LoadedModel loaded = load_model(given);
  EXPECT_THAT(loaded.model->parameter_names(), ::testing::ElementsAre("mu", "log_sigma.g", "g.B,2", "g.B_2", "g.B 2"));
  DrawsTable table;
  table.names = loaded.model->parameter_names();
  table.mean = Vector::Zero(5);
  table.draws = Matrix::Zero(1, 5);
  table.log_density = table.log_q = Vector::Zero(1);
  std::ostringstream out;
  write_draws_csv(out, {}, table);
  EXPECT_THAT(out.str(), HasSubstr(",log_sigma.g,\"g.B,2\",g.B_2,g.B 2\n"));
  EXPECT_THAT(out.str(), ::testing::Not(HasSubstr("renamed")));
}

}  // namespace
}  // namespace g2t
