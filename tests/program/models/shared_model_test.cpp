// A file that processes read in parts gives the model, the encoding, the words and the errors of one process that reads it all.
#include <g2t/program/models/shared_model.hpp>

#include <g2t/core/errors.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <sstream>
#include <support/gaussians.hpp>
#include <support/scratch_folder.hpp>
#include <support/thread_communicator.hpp>

namespace g2t {
namespace {

class SharedModel : public ::testing::Test {
 protected:
  testing::ScratchFolder folder_;

  std::string write(const std::string& name, const std::string& text) const { return folder_.write(name, text); }
  static ModelOptions options_of(const std::string& model, const std::string& data) {
    ModelOptions options;
    options.model = model;
    options.data = data;
    return options;
  }
};

std::string message_thrown_by(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

void expect_same_encoding(const LoadedModel& actual, const LoadedModel& expected) {
  ASSERT_EQ(actual.encoding.has_value(), expected.encoding.has_value());
  const DataEncoding &a = *actual.encoding, &e = *expected.encoding;
  EXPECT_EQ(a.file, e.file);
  EXPECT_EQ(a.rows, e.rows);
  EXPECT_EQ(a.fingerprint, e.fingerprint);
  EXPECT_EQ(a.features, e.features);
  EXPECT_EQ(a.negative, e.negative);
  EXPECT_EQ(a.positive, e.positive);
  EXPECT_EQ(a.has_header, e.has_header);
  EXPECT_EQ(a.column_count, e.column_count);
  EXPECT_NEAR(a.response_center, e.response_center, 1e-13);
  EXPECT_NEAR(a.response_scale, e.response_scale, 1e-13);
  ASSERT_EQ(a.columns.size(), e.columns.size());
  for (std::size_t k = 0; k < e.columns.size(); ++k) {
    EXPECT_EQ(a.columns[k].name, e.columns[k].name);
    EXPECT_EQ(a.columns[k].levels, e.columns[k].levels);
    EXPECT_NEAR(a.columns[k].center, e.columns[k].center, 1e-13);
    EXPECT_NEAR(a.columns[k].scale, e.columns[k].scale, 1e-13);
  }
}

void expect_same(const LoadedModel& actual, const LoadedModel& expected) {
  EXPECT_EQ(actual.title, expected.title);
  EXPECT_EQ(actual.description, expected.description);
  ASSERT_EQ(actual.model->parameter_names(), expected.model->parameter_names());
  ASSERT_EQ(actual.natural_scale.size(), expected.natural_scale.size());
  expect_same_encoding(actual, expected);
  const Matrix draws = 0.3 * testing::normals_of(1, 9, expected.model->dimension());
  Evaluation a, e;
  actual.model->evaluate(draws, a);
  expected.model->evaluate(draws, e);
  const double size = 1 + e.score.cwiseAbs().maxCoeff() + e.log_density.cwiseAbs().maxCoeff();
  EXPECT_LT((a.log_density - e.log_density).cwiseAbs().maxCoeff(), 1e-13 * size);
  EXPECT_LT((a.score - e.score).cwiseAbs().maxCoeff(), 1e-13 * size);
}

/// Loads in one process, then in each number of them.
void expect_same_in_parts(const ModelOptions& options) {
  const LoadedModel whole = load_model(options);
  for (const Index count : {1, 2, 3, 7}) {
    SCOPED_TRACE(options.data + ", " + std::to_string(count) + " processes");
    test::run_ranks(count, [&](test::ThreadCommunicator& communicator) {
      const Index threads = count == 3 ? 2 : 1;
      const std::optional<LoadedModel> loaded = load_shared_model(options, communicator, threads);
      ASSERT_EQ(loaded.has_value(), communicator.is_first());
      if (loaded) expect_same(*loaded, whole);
    });
  }
}

/// All processes end; the first with the error of one process alone.
void expect_same_error_in_parts(const ModelOptions& options) {
  const std::string expected = message_thrown_by([&] { static_cast<void>(load_model(options)); });
  ASSERT_NE(expected, "");
  for (const Index count : {2, 3, 7}) {
    SCOPED_TRACE(expected + ", " + std::to_string(count) + " processes");
    test::run_ranks(count, [&](test::ThreadCommunicator& communicator) {
      if (!communicator.is_first()) {
        EXPECT_THROW(static_cast<void>(load_shared_model(options, communicator, 1)), OtherProcessFailed);
        return;
      }
      const std::string actual = message_thrown_by([&] { static_cast<void>(load_shared_model(options, communicator, 1)); });
      EXPECT_NE(actual.find(expected.substr(expected.find("= ") == std::string::npos ? 0 : expected.find(": ") + 2)), std::string::npos)
          << actual;
    });
  }
}

// Rows of very different lengths; the highest index, 9, occurs in one of the last rows alone.
std::string libsvm_text(int rows, const std::string& end_of_line = "\n") {
  std::ostringstream text;
  for (int row = 0; row < rows; ++row) {
    text << (row % 3 == 0 ? "+1" : "-1");
    for (int column = 1; column <= 8; ++column)
      if ((row * column) % 5 != 2 && row % 11 != 4) text << ' ' << column << ':' << 0.25 * ((row * 7 + column * 3) % 13 - 6);
    if (row == rows - 2) text << " 9:0.5";
    if (row % 10 == 0) text << "  # a remark";
    text << end_of_line;
    if (row % 25 == 0) text << end_of_line;
  }
  return text.str();
}

// Names, numbers with rounding, two columns of levels of which some occur late, a response of counts and a label.
std::string csv_text(int rows, bool has_quotes) {
  std::ostringstream text;
  text << "y,x1,site,x2,grade,label\n";
  for (int row = 0; row < rows; ++row) {
    const std::string site = row > rows - 4 ? "zoo" : has_quotes && row % 7 == 0 ? "\"a \"\"b\"\"\n, c\"" : row % 2 == 0 ? "north" : "south";
    text << (row * row) % 9 << ',' << 0.1 * (row % 17) + 3 << ',' << site << ',' << 1.0 / (row + 1) << ','
         << (row > rows - 3 ? 2 : 10 + row % 3) << ',' << (row % 4 == 0 ? 1 : 0) << '\n';
  }
  return text.str();
}

TEST_F(SharedModel, ReadsLibsvmInParts) {
  expect_same_in_parts(options_of("logistic", write("lf.svm", libsvm_text(1200))));
  expect_same_in_parts(options_of("logistic", write("crlf.svm", libsvm_text(1200, "\r\n"))));
  expect_same_in_parts(options_of("logistic", write("cr.svm", libsvm_text(1200, "\r"))));  // cannot be cut
  expect_same_in_parts(options_of("logistic", write("mark.svm", "\xEF\xBB\xBF" + libsvm_text(1200))));
  expect_same_in_parts(options_of("logistic", write("few.svm", libsvm_text(5))));
  std::string unended = libsvm_text(1200);
  unended.pop_back();
  expect_same_in_parts(options_of("logistic", write("unended.svm", unended)));
}

TEST_F(SharedModel, ReadsCsvInParts) {
  for (const bool has_quotes : {false, true}) {
    const std::string file = write(has_quotes ? "quotes.csv" : "plain.csv", csv_text(1200, has_quotes));
    ModelOptions logistic = options_of("logistic", file);
    logistic.response = "label";
    logistic.categorical = {"site", "grade"};
    expect_same_in_parts(logistic);
    logistic.standardize = true;
    expect_same_in_parts(logistic);
    ModelOptions poisson = options_of("poisson", file);
    poisson.response = "y";
    poisson.groups = {"site", "grade"};
    poisson.exposure = "x1";
    expect_same_in_parts(poisson);
    ModelOptions network = options_of("bnn", file);
    network.hidden_units = 3;
    network.categorical = {"site"};
    network.standardize = true;
    expect_same_in_parts(network);
  }
}

TEST_F(SharedModel, ReadsAsAWholeWhatLaterRowsDecide) {
  std::ostringstream numbered, short_text;
  numbered << ",y,x\n";
  for (int row = 0; row < 1200; ++row) numbered << row << ',' << row % 2 << ',' << 0.5 * (row % 7) << '\n';
  const std::string empty_end = ",,\n,,\n";
  expect_same_in_parts(options_of("logistic", write("numbered.csv", numbered.str())));
  expect_same_in_parts(options_of("logistic", write("empty_end.csv", numbered.str() + empty_end)));
  expect_same_in_parts(options_of("logistic", write("short.csv", "y,x\n1,2\n0,1\n")));
}

TEST_F(SharedModel, ReadsFilesOfParts) {
  const std::string text = libsvm_text(1200);
  const ModelOptions whole = options_of("logistic", write("data.svm", text));
  const LoadedModel expected = load_model(whole);
  const std::size_t cut = text.find('\n', text.size() / 3) + 1;
  write("parts.svm.0", text.substr(0, cut));
  write("parts.svm.1", text.substr(cut));
  const ModelOptions options = options_of("logistic", folder_.file("parts.svm"));
  test::run_ranks(2, [&](test::ThreadCommunicator& communicator) {
    const std::optional<LoadedModel> loaded = load_shared_model(options, communicator, 1);
    if (!loaded) return;
    EXPECT_EQ(loaded->encoding->rows, expected.encoding->rows);
    EXPECT_EQ(loaded->encoding->fingerprint, expected.encoding->fingerprint);
    EXPECT_EQ(loaded->model->dimension(), expected.model->dimension());
  });
  test::run_ranks(3, [&](test::ThreadCommunicator& communicator) {
    const std::string error = message_thrown_by([&] { static_cast<void>(load_shared_model(options, communicator, 1)); });
    EXPECT_NE(error.find("2 files"), std::string::npos) << error;
  });
}

TEST_F(SharedModel, SaysWhatIsWrongAsOneProcessDoes) {
  const std::string good = libsvm_text(1200);
  expect_same_error_in_parts(options_of("logistic", write("bad.svm", good + "+1 1:x\n" + good)));
  expect_same_error_in_parts(options_of("logistic", write("third.svm", good + "+2 1:1\n" + good)));
  expect_same_error_in_parts(options_of("logistic", write("one.svm", "+1 1:1\n")));
  expect_same_error_in_parts(options_of("logistic", folder_.file("missing.svm")));
  const std::string table = csv_text(1200, true);
  ModelOptions logistic = options_of("logistic", write("level.csv", table));
  logistic.response = "label";
  expect_same_error_in_parts(logistic);  // the sites are no numbers
  logistic.categorical = {"site"};
  logistic.data = write("cells.csv", table + "1,2,north,3\n" + table.substr(table.find('\n') + 1));
  expect_same_error_in_parts(logistic);
  logistic.data = write("number.csv", table + "1,2,north,abc,10,0\n");
  expect_same_error_in_parts(logistic);
  logistic.data = write("label.csv", table + "1,2,north,3,10,yes\n");
  expect_same_error_in_parts(logistic);
  logistic.data = write("zero.csv", table + std::string("1,2,north,3,10,\0\n", 17));
  expect_same_error_in_parts(logistic);
  logistic.data = write("right.csv", table);
  logistic.positive = "7";
  expect_same_error_in_parts(logistic);
}

}  // namespace
}  // namespace g2t
