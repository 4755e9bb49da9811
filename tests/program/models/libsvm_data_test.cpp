// LIBSVM in chunks to a model: that of the whole table, whatever the chunks and in whatever order labels come.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <g2t/core/errors.hpp>
#include <g2t/program/models/memory_limit.hpp>
#include <program/models/encode_rows.h>
#include <program/models/libsvm_data.h>
#include <program/program_testing.hpp>

namespace g2t {
namespace {

using ::testing::HasSubstr;
using testing::message_of;

using Positive = std::optional<std::string>;

program::LibsvmData read(const std::string& text, std::size_t size, Index threads, const Positive& positive = {}) {
  io::TextChunks chunks(text, "data.svm", size);
  return program::read_libsvm_data(chunks, {false, 0, threads}, true, positive);
}

std::string refusal(const std::string& text, std::size_t size, Index threads, const Positive& positive = {}) {
  return message_of<InputError>([&] { static_cast<void>(read(text, size, threads, positive)); });
}

// Features that differ from row to row.
std::string rows_of(const std::vector<std::string>& labels) {
  std::string text;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    text += labels[row] + " 1:" + std::to_string(row + 1);
    if (row % 3 == 0) text += " " + std::to_string(2 + row % 5) + ":-0.5";
    text += "\n";
  }
  return text;
}

TEST(LibsvmData, IsTheModelOfTheWholeTable) {
  const std::vector<std::vector<std::string>> orders{
      {"1", "-1", "1", "-1", "+1"}, {"-1", "-1", "-1", "-1", "1"}, {"2", "2", "2.0", "1", "1"}, {"1"}, {"1", "1", "1", "-1"}};
  for (const std::vector<std::string>& labels : orders) {
    const std::string text = rows_of(labels);
    const SparseTable table = parse_libsvm(text, "data.svm");
    for (const Positive& positive : {Positive(), Positive("1"), Positive("-1")}) {
      BinaryLabels expected;
      try {
        expected = binary_labels(table, positive);
      } catch (const std::exception&) {
        continue;  // the test below
      }
      DataEncoding encoding;
      encoding.features = table.feature_count;
      LogisticData data = program::logistic_data(table, encoding);
      data.positive = expected.is_positive;
      const Vector point = testing::reference_point(table.feature_count + 1);
      const double density = testing::log_density_at(*make_logistic(data), point);
      for (const std::size_t size : {std::size_t{1}, std::size_t{20}, text.size()}) {
        for (const Index threads : {1, 2}) {
          program::LibsvmData found = read(text, size, threads, positive);
          EXPECT_EQ(found.rows, table.row_count());
          EXPECT_EQ(found.features, table.feature_count);
          EXPECT_EQ(found.labels.is_positive, expected.is_positive);
          EXPECT_EQ(found.labels.positive, expected.positive);
          EXPECT_EQ(found.labels.negative, expected.negative);
          EXPECT_EQ(found.labels.positive_count, expected.positive_count);
          EXPECT_EQ(found.fingerprint, program::fingerprint_of(table));
          EXPECT_EQ(testing::log_density_at(*make_logistic(std::move(found.parts), found.features), point), density);
        }
      }
    }
  }
}

TEST(LibsvmData, RefusesLabelsAsOfATable) {
  const std::vector<std::vector<std::string>> all{{"0", "1", "2", "1"}, {"0.5", "1"}, {"1", "1", "1"}, {"0", "1", "2", "0.5"}};
  for (const std::vector<std::string>& labels : all) {
    const std::string text = rows_of(labels);
    const SparseTable table = parse_libsvm(text, "data.svm");
    const std::string expected = message_of<InputError>([&] { static_cast<void>(binary_labels(table)); });
    for (const std::size_t size : {1, 20, 1000}) EXPECT_EQ(refusal(text, size, 2), expected);
  }
  EXPECT_THROW(static_cast<void>(read(rows_of({"0", "1"}), 1, 2, "3")), InvalidArgument);
}

TEST(LibsvmData, RefusesAnIndexThatFitsInNoMemory) {
  const std::string text = "1 1:1\n0 2000000000:1 5:1\n1 1900000000:1\n";
  if (model_fits(2e9)) GTEST_SKIP() << "this machine could hold it";
  for (const std::size_t size : {1, 1000}) {
    EXPECT_THAT(refusal(text, size, 1), HasSubstr("data.svm:2:3: out of memory: for 2,000,000,000 features"));
    EXPECT_THAT(refusal(text + "spam\n", size, 1), HasSubstr("data.svm:4:1: label"));
  }
}

}  // namespace
}  // namespace g2t
