// Rows that are read again for predictions have the likelihood of those that were fitted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/inference/prediction.hpp>
#include <g2t/program/models/load_model.hpp>
#include <g2t/program/models/read_rows.hpp>
#include <program/program_testing.hpp>

namespace g2t {
namespace {

using ::testing::HasSubstr;
using testing::message_of;

class ReadRows : public testing::ModelFiles {
 protected:
  std::string refusal(const DataEncoding& encoding, const std::string& file, const std::string& text,
                      bool scored = false) {
    const std::string path = folder_.write(file, text);
    return message_of<InputError>([&] { static_cast<void>(read_rows(encoding, path, scored)); });
  }
  // Log likelihood at the reference point: the model's, and the sum over rows up to the response's scale.
  static void expect_same(const LoadedModel& loaded, const std::string& file, double log_scale = 0) {
    const FileRows read = read_rows(*loaded.encoding, file, true);
    EXPECT_TRUE(read.are_fitted);
    const Matrix point = testing::reference_point(loaded.model->dimension()).transpose();
    Vector full, prior, row_values;
    loaded.model->log_densities(point, full);
    loaded.model->prior()->log_densities(point, prior);
    double sum = 0;
    for (Index row = 0; row < read.rows->count(); ++row) {
      read.rows->log_density(row, point, row_values);
      sum += row_values[0] + log_scale;
    }
    EXPECT_NEAR(sum, full[0] - prior[0], 1e-11);
  }
};

TEST_F(ReadRows, InMemoryAreThoseOfTheFile) {
  ModelOptions logistic = options("logistic", "a.csv", "y,x\n0,1\n1,4\n0,2.5\n");
  const DataEncoding encoding = *load_model(logistic).encoding;
  const ModelData columns{"X", table_of_columns("X", {{"x", Vector{{1, 4, 2.5}}}, {"y", Vector{{0, 1, 0}}}})};
  const Matrix draws{{0.3, -1}, {2, 0.5}};
  const Matrix seen = log_densities(*rows_of(encoding, columns, true).rows, draws);
  EXPECT_EQ(seen, log_densities(*read_rows(encoding, logistic.data, true).rows, draws));
  EXPECT_NEAR(score_rows(*rows_of(encoding, columns, true).rows, draws).log_density[1],
              std::log(0.5 * (std::exp(seen(0, 1)) + std::exp(seen(1, 1)))), 1e-14);

  SparseTable features;
  features.file = "X";
  features.feature_count = 8;
  EXPECT_THROW(static_cast<void>(rows_of(encoding, {"X", features}, false)), InvalidArgument);
  ModelOptions sparse = options("logistic", "a.svm", "1 1:1 7:0.5\n-1 2:2\n1\n");
  const DataEncoding of_features = *load_model(sparse).encoding;
  EXPECT_THAT(message_of<InvalidArgument>([&] { static_cast<void>(rows_of(of_features, {"X", features}, false)); }),
              HasSubstr("has 8 features, but the fit's data had 7"));
  EXPECT_THROW(static_cast<void>(rows_of(of_features, columns, false)), InvalidArgument);
}

TEST_F(ReadRows, HaveTheLikelihoodOfTheFit) {
  ModelOptions logistic = options("logistic", "a.csv", "y,x,c\nno,1,a\nyes,4,b\nyes,2.5,c\nno,-7,a\n");
  logistic.positive = "no";
  logistic.categorical = {"c"};
  for (const bool intercept : {true, false}) {
    for (const bool standardize : {true, false}) {
      logistic.intercept = intercept;
      logistic.standardize = standardize;
      expect_same(load_model(logistic), logistic.data);
    }
  }
  ModelOptions sparse = options("logistic", "a.svm", "1 0:1 3:0.5\n-1 2:2\n1\n");
  sparse.zero_based = true;
  sparse.features = 7;
  expect_same(load_model(sparse), sparse.data);

  ModelOptions poisson = options("poisson", "p.csv", "n,g,e\n3,2,1\n0,10,2.5\n5,2.0,4\n");
  poisson.response = "n";
  poisson.groups = {"g"};
  poisson.exposure = "e";
  expect_same(load_model(poisson), poisson.data);

  ModelOptions network = options("bnn", "n.csv", "x,y,k\n1,10,5\n2,30,5\n4,50,5\n-1,20,5\n");  // k is constant
  network.response = "y";
  network.hidden_units = 2;
  expect_same(load_model(network), network.data);
  network.standardize = true;
  const LoadedModel loaded = load_model(network);
  expect_same(loaded, network.data, std::log(loaded.encoding->response_scale));
  EXPECT_EQ(loaded.encoding->columns[1].scale, 0);
}

TEST_F(ReadRows, KnowWhetherTheyWereFitted) {
  const ModelOptions csv = options("logistic", "a.csv", "y,x\n0,1\n1,4\n");
  const DataEncoding encoding = *load_model(csv).encoding;
  EXPECT_TRUE(read_rows(encoding, folder_.write("b.csv", "y;x\r\n0;1\r\n1;4\r\n"), false).are_fitted);
  EXPECT_FALSE(read_rows(encoding, folder_.write("b.csv", "y,x\n0,1\n1,5\n"), false).are_fitted);
  EXPECT_FALSE(read_rows(encoding, folder_.write("b.csv", "y,x\n0,1\n"), false).are_fitted);
  EXPECT_FALSE(read_rows(encoding, folder_.write("b.csv", "x\n1\n4\n"), false).are_fitted);
}

TEST_F(ReadRows, KnowFeaturesByTheFingerprintsOfOldAndNewFits) {
  const ModelOptions svm = options("logistic", "a.svm", "1 1:1 7:0.5\n-1 2:2\n1\n");
  DataEncoding encoding = *load_model(svm).encoding;
  EXPECT_TRUE(encoding.fingerprint.starts_with("rows-")) << encoding.fingerprint;
  const std::vector<std::string> others{"1 1:1\n-1 2:2 7:0.5\n1\n", "1 1:1 7:0.5\n1\n-1 2:2\n", "1 1:1 7:0.5\n-1 2:2\n",
                                        "1 1:1 7:0.25\n-1 2:2\n1\n", "1 1:1 6:0.5\n-1 2:2\n1\n", "1 1:1 7:0.5\n1 2:2\n1\n",
                                        "1 1:0.5 7:1\n-1 2:2\n1\n", "1 1:1 7:0.5\n-1 2:2\n1\n1\n"};
  for (const std::string& fingerprint : {encoding.fingerprint, std::string("f747ca8b7c26da24")}) {
    encoding.fingerprint = fingerprint;
    EXPECT_TRUE(read_rows(encoding, folder_.write("b.svm", "# again\n1 7:.5 1:1.0\r\n-1 2:2\n1"), false).are_fitted);
    for (const std::string& other : others)
      EXPECT_FALSE(read_rows(encoding, folder_.write("b.svm", other), false).are_fitted) << fingerprint << ' ' << other;
  }
}

TEST_F(ReadRows, AreRefusedWhereTheFitHasNotSeenThem) {
  ModelOptions csv = options("logistic", "a.csv", "y,x,c\n0,1,1\n1,4,2\n");
  csv.categorical = {"c"};
  const DataEncoding encoding = *load_model(csv).encoding;
  EXPECT_THAT(refusal(encoding, "b.csv", "x\n1\n"), HasSubstr("'c'"));
  EXPECT_THAT(refusal(encoding, "b.csv", "x,c,w\n1,2,3\n"), HasSubstr("a column that the fit has not seen"));
  EXPECT_THAT(refusal(encoding, "b.csv", "x,c\n1,2.0\n1,3\n"),
              HasSubstr(":3:2: column 'c', data row 2: a level that the fit"));
  EXPECT_THAT(refusal(encoding, "b.csv",
                      "x,c\n1,2\n"
                      ",1\n"),
              HasSubstr(":3:1: column 'x', data row 2"));
  EXPECT_THAT(refusal(encoding, "b.csv", "y,x,c\n2,1,2\n", true),
              HasSubstr("column 'y', data row 1: a label that the fit"));
  EXPECT_EQ(read_rows(encoding, folder_.write("b.csv", "y,x,c\nNA,1,2\n"), false).rows->count(), 1);
}

TEST_F(ReadRows, OfAnotherClassThanTheOnlyOneAreNegative) {
  ModelOptions svm = options("logistic", "a.svm", "1 1:1\n1 1:2\n");
  svm.positive = "1";
  const FileRows read = read_rows(*load_model(svm).encoding, folder_.write("b.svm", "1 1:3\n0 1:3\n"), true);
  Vector same, other;
  const Matrix point{{0.2, 0.1}};
  read.rows->log_density(0, point, same);
  read.rows->log_density(1, point, other);
  EXPECT_NEAR(std::exp(same[0]) + std::exp(other[0]), 1, 1e-15);
}

}  // namespace
}  // namespace g2t
