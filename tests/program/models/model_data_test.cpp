// Data in memory make the same models as files do, with the same refusals.
#include <gmock/gmock.h>

#include <g2t/core/errors.hpp>
#include <g2t/program/models/load_model.hpp>
#include <program/program_testing.hpp>

namespace g2t {
namespace {

using ::testing::HasSubstr;
using Cells = std::vector<std::string>;

ModelOptions options_of(const std::string& model) {
  ModelOptions options;
  options.model = model;
  return options;
}

Vector vector_of(std::initializer_list<double> values) {
  Vector out(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), out.begin());
  return out;
}

std::string refusal(const ModelOptions& options, const ModelData& data) {
  try {
    load_model(options, data);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

class DataInMemory : public testing::ModelFiles {};

TEST_F(DataInMemory, ColumnsMakeTheModelOfAFile) {
  ModelOptions of_file = options("logistic", "rows.csv", "y,a,b\n0,0.1,red\n1,-2.5,blue\n1,3,red\n0,0.7,green\n");
  of_file.categorical = {"b"};
  of_file.standardize = true;
  ModelOptions in_memory = of_file;
  in_memory.data = "";
  const Table table = table_of_columns("X", {{"y", Cells{"0", "1", "1", "0"}},
                                             {"a", vector_of({0.1, -2.5, 3, 0.7})},
                                             {"b", Cells{"red", "blue", "red", "green"}}});
  const LoadedModel one = load_model(of_file), other = load_model(in_memory, ModelData{"X", table});
  EXPECT_EQ(one.model->parameter_names(), other.model->parameter_names());
  const Vector point = testing::reference_point(one.model->dimension());
  EXPECT_EQ(testing::log_density_at(*one.model, point), testing::log_density_at(*other.model, point));
  EXPECT_EQ(other.description.front(), "X: 4 rows, 3 features, 2 positive (labels 0, 1)");
  for (const std::string& line : other.description) EXPECT_EQ(line.find("first line"), std::string::npos) << line;
  ASSERT_TRUE(other.encoding.has_value());
  EXPECT_EQ(other.encoding->columns.size(), 2u);
}

TEST_F(DataInMemory, SparseLabelsMakeTheModelOfALibsvmFile) {
  const LoadedModel one = load_model(options("logistic", "rows.svm", "1 1:0.5 3:2\n0 2:1\n1 3:-1\n"));
  SparseTable table;
  table.file = "X";
  table.label_texts = {"1", "0", "1"};
  table.labels = {1, 0, 1};
  table.row_starts = {0, 2, 3, 4};
  table.columns = {0, 2, 1, 2};
  table.values = {0.5, 2, 1, -1};
  table.lines = {0, 0, 0};
  table.feature_count = 3;
  const LoadedModel other = load_model(options_of("logistic"), ModelData{"X", table});
  const Vector point = testing::reference_point(4);
  EXPECT_EQ(testing::log_density_at(*one.model, point), testing::log_density_at(*other.model, point));
  ModelOptions refused = options_of("logistic");
  refused.standardize = true;
  EXPECT_THAT(refusal(refused, ModelData{"X", table}), HasSubstr("standardize"));
  EXPECT_THAT(refusal(options_of("bnn"), ModelData{"X", table}), HasSubstr("bnn needs a table of columns"));
}

TEST_F(DataInMemory, MissingNumbersAreRefusedByColumnAndRow) {
  const Table table = table_of_columns("X", {{"y", vector_of({1, 2, 3})}, {"a", vector_of({1, std::nan(""), 3})}});
  const std::string said = refusal(options_of("bnn"), ModelData{"X", table});
  EXPECT_THAT(said, HasSubstr("X: column 'a', data row 2: "));
  EXPECT_EQ(said.find("X:0"), std::string::npos) << said;
}

TEST_F(DataInMemory, CountsAndLevelsMayBeNumbers) {
  ModelOptions poisson = options_of("poisson");
  poisson.response = "n";
  poisson.groups = {"g"};
  const Table table = table_of_columns("counts", {{"n", vector_of({1, 0, 4})}, {"g", vector_of({10, 2, 10})}});
  EXPECT_EQ(load_model(poisson, ModelData{"counts", table}).model->parameter_names(),
            (Cells{"mu", "log_sigma.g", "g.2", "g.10"}));
  const Table fraction = table_of_columns("counts", {{"n", vector_of({1, 0.5, 4})}, {"g", vector_of({1, 2, 1})}});
  EXPECT_THAT(refusal(poisson, ModelData{"counts", fraction}), HasSubstr("a count must be a whole number: '0.5'"));
}

TEST_F(DataInMemory, OtherKindsOfDataAreRefused) {
  EXPECT_THAT(refusal(options_of("logistic"), ModelData{"data", "{}"}), HasSubstr("logistic needs a table of columns"));
  EXPECT_THAT(refusal(options_of("paper:a1a"), ModelData{"data", "{}"}), HasSubstr("a preset finds its own"));
}

TEST(TableOfColumns, RefusesColumnsThatMakeNoTable) {
  const auto make = [](const std::vector<ColumnData>& columns) { return table_of_columns("X", columns); };
  EXPECT_THROW(make({}), InvalidArgument);
  EXPECT_THROW(make({{"a", Cells{}}}), InvalidArgument);
  EXPECT_THROW(make({{"", Cells{"1"}}}), InvalidArgument);
  EXPECT_THROW(make({{"a", Cells{"1"}}, {"a", Cells{"1"}}}), InvalidArgument);
  EXPECT_THROW(make({{"a", Cells{"1"}}, {"b", vector_of({1, 2})}}), InvalidArgument);
}

}  // namespace
}  // namespace g2t
