// From users' files to models: the same data in any spelling are the same model, and what cannot be used is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <fstream>
#include <g2t/program/models/load_model.hpp>
#include <io/gzip_testing.hpp>
#include <program/program_testing.hpp>
#include <thread>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::log_density_at;
using testing::log_normal;
using testing::message_of;
using testing::reference_point;
using testing::six_row_log_density;

const char* const kSixCsv =
    "y,x1,x2,x3\n1,0.5,0,-1.2\n0,0,1.5,0.3\n1,-0.7,0.4,0\n0,1.1,0,0.8\n1,0,-0.9,0\n0,-0.2,0.6,1.4\n";

class LoadModel : public testing::ModelFiles {
 protected:
  static std::string input_fault(const ModelOptions& options) {
    return message_of<InputError>([&] { static_cast<void>(load_model(options)); });
  }
  static std::string misuse(const ModelOptions& options) {
    return message_of<InvalidArgument>([&] { static_cast<void>(load_model(options)); });
  }
};

TEST_F(LoadModel, LogisticFromLibsvmAndCsvIsTheSame) {
  ModelOptions libsvm = options("logistic", "six.svm", testing::kSixRows);
  ModelOptions csv = options("logistic", "six.csv", kSixCsv);
  for (const bool intercept : {true, false}) {
    libsvm.intercept = csv.intercept = intercept;
    const Vector point = reference_point(intercept ? 4 : 3);
    for (const ModelOptions& given : {libsvm, csv}) {
      EXPECT_NEAR(log_density_at(*load_model(given).model, point), six_row_log_density(point, intercept), 1e-12);
    }
  }
  const LoadedModel loaded = load_model(csv);
  EXPECT_THAT(loaded.model->parameter_names(), ElementsAre("x1", "x2", "x3"));
  EXPECT_EQ(loaded.title, "logistic regression, 3 parameters");
  EXPECT_THAT(loaded.description, ElementsAre("six.csv: 6 rows, 3 features, 3 positive (labels 0, 1)",
                                              "the first line was taken as names; the response is 'y'"));
}

TEST_F(LoadModel, FormatGoesByNameThenByFirstLine) {
  for (const char* name : {"six", "six.data", "six.SVM", "six.libsvm"}) {
    EXPECT_EQ(load_model(options("logistic", name, testing::kSixRows)).model->dimension(), 4) << name;
  }
  for (const char* name : {"six", "six.txt", "six.CSV"}) {
    EXPECT_EQ(load_model(options("logistic", name, kSixCsv)).model->dimension(), 4) << name;
  }
  EXPECT_EQ(load_model(options("logistic", "late", "# note\n\n1\n0 2:1\n")).model->dimension(), 3);
  ModelOptions forced = options("logistic", "six.csv", testing::kSixRows);
  forced.data_format = "libsvm";
  EXPECT_EQ(load_model(forced).model->dimension(), 4);
}

TEST_F(LoadModel, FormatGoesByTheNameBeforeGz) {
  EXPECT_EQ(load_model(options("logistic", "six.svm.gz", testing::gzipped(testing::kSixRows))).model->dimension(), 4);
  EXPECT_EQ(load_model(options("logistic", "six.csv.GZ", testing::gzipped(kSixCsv))).model->dimension(), 4);
  EXPECT_EQ(load_model(options("logistic", "six", testing::gzipped(testing::kSixRows))).model->dimension(), 4);
  EXPECT_THAT(input_fault(options("logistic", "ranks", "1 qid:1 1:0.5\n0 qid:1 1:1\n")), HasSubstr("ranking"));
}

TEST_F(LoadModel, HeaderIsFoundOrGiven) {
  ModelOptions given = options("logistic", "years.csv", "2019,2020\n1,2\n0,3\n");
  EXPECT_THAT(input_fault(given), HasSubstr("more than two labels"));  // a first line of numbers is data
  given.header = "yes";
  EXPECT_THAT(load_model(given).description,
              ElementsAre(HasSubstr("2 rows"), HasSubstr("taken as names; the response is '2019'")));
  given = options("logistic", "missing.csv", "1,NA\n1,2\n0,3\n");
  EXPECT_THAT(input_fault(given), HasSubstr("--header yes or no"));
  given.header = "no";
  EXPECT_THAT(input_fault(given), AllOf(HasSubstr("missing.csv:1:2"), HasSubstr("missing value")));
  given.header = "maybe";
  EXPECT_THAT(misuse(given), HasSubstr("auto, yes or no"));
  given = options("logistic", "six.svm", testing::kSixRows);
  given.header = "no";
  EXPECT_THAT(misuse(given), HasSubstr("this is LIBSVM"));
}

TEST_F(LoadModel, SaysWhatAnExportAdded) {
  EXPECT_THAT(load_model(options("logistic", "export.csv", "sep=;\n;y;x;\n1;1;2;\n2;0;3;\n;;;\n")).description,
              ElementsAre("export.csv: 2 rows, 1 feature, 1 positive (labels 0, 1)",
                          "the first line was taken as names; the response is 'y'",
                          "1 row of empty cells at the end left out", "1 empty column at the right left out",
                          "the first column has no name and numbers the rows: left out"));
}

TEST_F(LoadModel, ConstantColumnsStayIfTheyMayBeTheIntercept) {
  ModelOptions given = options("logistic", "ones.csv", "y,ones,x\n1,1,2\n0,1,3\n1,1,7\n");
  given.standardize = true;
  EXPECT_THAT(load_model(given).description, Contains("constant, so 0 for all rows and of no use: ones"));
  given.intercept = false;
  const LoadedModel loaded = load_model(given);
  EXPECT_THAT(loaded.description, Contains("constant, so left as given: ones"));
  Vector one_apart(2), zero = Vector::Zero(2);
  one_apart << 1, 0;
  EXPECT_GT(std::abs(log_density_at(*loaded.model, one_apart) - log_density_at(*loaded.model, zero) + 0.5), 0.1);
}

TEST_F(LoadModel, LogisticOptionsCount) {
  ModelOptions given = options("logistic", "six.svm", testing::kSixRows);
  const Vector point = reference_point(4);
  given.positive = "-1";
  EXPECT_NEAR(log_density_at(*load_model(given).model, -point), six_row_log_density(point, true), 1e-12);
  given = options("logistic", "six.svm", testing::kSixRows);
  given.prior_scale = 2;
  double shift = 0;
  for (Index i = 0; i < 4; ++i) shift += log_normal(point[i], 2) - log_normal(point[i], 1);
  EXPECT_NEAR(log_density_at(*load_model(given).model, point), six_row_log_density(point, true) + shift, 1e-12);
  given.features = 7;
  EXPECT_EQ(load_model(given).model->dimension(), 8);
  given.features = 0;
  given.zero_based = true;
  EXPECT_THAT(load_model(given).model->parameter_names(), ElementsAre("intercept", "x0", "x1", "x2", "x3"));
}

TEST_F(LoadModel, OneClassIsSaid) {
  ModelOptions given = options("logistic", "one.svm", "-1 1:1\n-1 1:2\n");
  EXPECT_THAT(input_fault(given), HasSubstr("--positive"));
  given.positive = "+1";
  const LoadedModel loaded = load_model(given);
  EXPECT_THAT(loaded.description, Contains(HasSubstr("same label")));
  EXPECT_NEAR(log_density_at(*loaded.model, Vector::Constant(2, 1)),
              2 * log_normal(1, 1) - std::log1p(std::exp(2)) - std::log1p(std::exp(3)), 1e-12);
}

TEST_F(LoadModel, StandardizeAndCategorical) {
  ModelOptions given = options("logistic", "data.csv", "y,a,colour,c\n1,1,red,3\n0,2,blue,3\n1,3,red,3\n0,6,green,3\n");
  EXPECT_THAT(input_fault(given),
              AllOf(HasSubstr("data.csv:2:3"), HasSubstr("--categorical colour"), HasSubstr("'red'")));
  given.categorical = {"colour"};
  given.standardize = true;
  const LoadedModel loaded = load_model(given);
  EXPECT_THAT(loaded.model->parameter_names(), ElementsAre("intercept", "a", "colour.blue", "colour.green", "c"));
  EXPECT_THAT(loaded.description, Contains("colour: 3 levels, measured against 'red'"));
  EXPECT_THAT(loaded.description, Contains(AllOf(HasSubstr("constant"), HasSubstr("c"))));
  const double sd = std::sqrt(3.5), z[] = {-2 / sd, -1 / sd, 0, 3 / sd};  // mean 3, squares 4 + 1 + 0 + 9
  Vector point(5);
  point << 0.1, 0.5, -0.3, 0.7, 0.2;
  const double margins[] = {0.1 + 0.5 * z[0], 0.1 + 0.5 * z[1] - 0.3, 0.1 + 0.5 * z[2], 0.1 + 0.5 * z[3] + 0.7};
  double expected = 0;
  for (Index i = 0; i < 5; ++i) expected += log_normal(point[i], 1);
  for (int row = 0; row < 4; ++row) expected -= std::log1p(std::exp((row % 2 == 0 ? -1 : 1) * margins[row]));
  EXPECT_NEAR(log_density_at(*loaded.model, point), expected, 1e-12);

  given.intercept = false;
  EXPECT_THAT(load_model(given).model->parameter_names(),
              ElementsAre("a", "colour.red", "colour.blue", "colour.green", "c"));
  given.categorical = {"y"};
  EXPECT_THAT(misuse(given), HasSubstr("is the response"));
  given.categorical = {"color"};
  EXPECT_THAT(input_fault(given), HasSubstr("did you mean 'colour'?"));
}

TEST_F(LoadModel, StandardizingDoesNotOverflow) {
  ModelOptions given = options("logistic", "data.csv", "y,a\n1,1e308\n0,-1e308\n");
  given.standardize = true;
  const double density = log_density_at(*load_model(given).model, Vector::Constant(2, 1));
  EXPECT_NEAR(density, 2 * log_normal(1, 1) - std::log1p(std::exp(-2)) - std::log1p(std::exp(0)), 1e-12);
}

TEST_F(LoadModel, PoissonHasGroupsAndExposure) {
  const char* const text = "site,stops,people,year\n10,3,2.5,b\n9,0,1,a\n10,7,4,a\n";
  ModelOptions given = options("poisson", "stops.csv", text);
  EXPECT_THAT(misuse(given), HasSubstr("--response"));
  given.response = "stops";
  given.groups = {"site", "year"};
  given.exposure = "people";
  const LoadedModel loaded = load_model(given);
  EXPECT_THAT(loaded.model->parameter_names(),
              ElementsAre("mu", "log_sigma.site", "log_sigma.year", "site.9", "site.10", "year.b", "year.a"));
  EXPECT_THAT(loaded.description,
              ElementsAre("stops.csv: 3 rows, counts 'stops' from 0 to 7, exposure 'people'",
                          "2 grouping columns: site (2 levels), year (2 levels)", "the first line was taken as names"));
  EXPECT_EQ(loaded.title, "hierarchical Poisson regression, 7 parameters");
  const Vector z = reference_point(7);
  double expected = log_normal(z[0], 10) + log_normal(z[1], 10) + log_normal(z[2], 10);
  for (const Index i : {3, 4}) expected += log_normal(z[i], std::exp(z[1]));
  for (const Index i : {5, 6}) expected += log_normal(z[i], std::exp(z[2]));
  const double counts[] = {3, 0, 7};
  const double logs[] = {z[0] + z[4] + z[5] + std::log(2.5), z[0] + z[3] + z[6], z[0] + z[4] + z[6] + std::log(4)};
  for (int row = 0; row < 3; ++row) {
    expected += counts[row] * logs[row] - std::exp(logs[row]) - std::lgamma(counts[row] + 1);
  }
  EXPECT_NEAR(log_density_at(*loaded.model, z), expected, 1e-12);

  std::vector<std::string> names;
  for (const NaturalScaleColumn& column : loaded.natural_scale) {
    names.push_back(column.name);
    EXPECT_EQ(loaded.model->parameter_names()[static_cast<std::size_t>(column.parameter)], "log_" + column.name);
  }
  EXPECT_THAT(names, ElementsAre("sigma.site", "sigma.year"));
}

TEST_F(LoadModel, PoissonRefusesWhatIsNoCount) {
  for (const char* bad : {"-1", "2.5", "1e20", "nan", "text", ""}) {
    ModelOptions given = options("poisson", "counts.csv", std::string("y,g\n1,1\n2,1\n") + bad + ",2\n");
    given.response = "y";
    EXPECT_THAT(input_fault(given), AllOf(HasSubstr("counts.csv:4:1"), HasSubstr("'y', data row 3"))) << bad;
  }
  ModelOptions given = options("poisson", "counts.csv", "y,e\n1,1\n2,0\n");
  given.response = "y";
  given.exposure = "e";
  EXPECT_THAT(input_fault(given), AllOf(HasSubstr("counts.csv:3:2"), HasSubstr("above 0"), HasSubstr("'0'")));
  given.exposure = "y";
  EXPECT_THAT(misuse(given), HasSubstr("is the response"));
  given.exposure = "people";
  EXPECT_THAT(input_fault(given), HasSubstr("there is no column 'people'"));
  given.exposure.clear();
  given.groups = {"e", "e"};
  EXPECT_THAT(misuse(given), HasSubstr("twice"));
}

TEST_F(LoadModel, LevelsAreComparedByValueIfAllAreNumbers) {
  ModelOptions given = options("poisson", "levels.csv", "y,g,h\n1,10,10\n2,9.0,x\n0,9,9\n");
  given.response = "y";
  given.groups = {"g"};
  EXPECT_THAT(load_model(given).model->parameter_names(), ElementsAre("mu", "log_sigma.g", "g.9.0", "g.10"));
  given.groups = {"h"};
  EXPECT_THAT(load_model(given).model->parameter_names(), ElementsAre("mu", "log_sigma.h", "h.10", "h.x", "h.9"));
}

TEST_F(LoadModel, NetworkTakesAllOtherColumns) {
  ModelOptions given = options("bnn", "net.csv", "a;b;y\n1;2;3\n2;0;5\n4;1;4\n");
  given.response = "y";
  given.hidden_units = 2;
  const LoadedModel loaded = load_model(given);
  EXPECT_EQ(loaded.model->dimension(), 2 * 2 + 2 + 2 + 1 + 2);
  EXPECT_EQ(loaded.title, "Bayesian neural network, 2 hidden units, 11 parameters");
  ASSERT_EQ(loaded.natural_scale.size(), 2u);
  EXPECT_EQ(loaded.natural_scale[0].name, "alpha");
  EXPECT_EQ(loaded.natural_scale[0].parameter, 9);
  EXPECT_EQ(loaded.natural_scale[1].name, "tau");
  EXPECT_EQ(loaded.natural_scale[1].parameter, 10);
  given.prior = "fixed";
  EXPECT_EQ(load_model(given).model->dimension(), 10);
  EXPECT_EQ(load_model(given).natural_scale.size(), 1u);

  // Standardised data are the same whatever their units.
  given.standardize = true;
  ModelOptions other = options("bnn", "other.csv", "a;b;y\n-1;20;6\n-2;0;10\n-4;10;8\n");
  other.response = given.response;
  other.hidden_units = given.hidden_units;
  other.prior = given.prior;
  other.standardize = true;
  Vector point = reference_point(10);
  const double density = log_density_at(*load_model(given).model, point);
  point.head(2) *= -1;  // the weights of a
  EXPECT_NEAR(log_density_at(*load_model(other).model, point), density, 1e-12);

  given = options("bnn", "flat.csv", "y,a\n1,1\n1,2\n");
  given.standardize = true;
  EXPECT_THAT(input_fault(given), HasSubstr("constant"));
  EXPECT_THAT(input_fault(options("bnn", "alone.csv", "y\n1\n2\n")), HasSubstr("no inputs"));
}

TEST_F(LoadModel, RefusesOptionsThatDoNotFit) {
  ModelOptions given = options("logistic", "six.svm", testing::kSixRows);
  given.exposure = "e";
  EXPECT_THAT(misuse(given), AllOf(HasSubstr("--exposure"), HasSubstr("poisson")));
  given.exposure.clear();
  given.response = "y";
  EXPECT_THAT(misuse(given), AllOf(HasSubstr("--response"), HasSubstr("CSV")));
  given.response.clear();
  given.standardize = true;
  EXPECT_THAT(misuse(given), HasSubstr("--standardize"));
  given = options("logistic", "six.csv", kSixCsv);
  given.zero_based = true;
  EXPECT_THAT(misuse(given), AllOf(HasSubstr("--zero-based"), HasSubstr("LIBSVM")));
  given = options("poisson", "six.csv", kSixCsv);
  given.response = "y";
  given.data_format = "libsvm";
  EXPECT_THAT(misuse(given), HasSubstr("libsvm"));
  given.data.clear();
  EXPECT_THAT(misuse(given), HasSubstr("--data"));
}

TEST_F(LoadModel, NamesOfParametersAreDistinct) {
  ModelOptions given = options("logistic", "data.csv", "y,intercept\n1,1\n0,2\n");
  EXPECT_THAT(input_fault(given), HasSubstr("'intercept'"));
  given.intercept = false;
  EXPECT_EQ(load_model(given).model->dimension(), 1);
  given = options("logistic", "data.csv", "y,log_sigma,log_tau\n1,1,1\n0,2,1\n");
  EXPECT_THAT(load_model(given).natural_scale, IsEmpty());
}

TEST_F(LoadModel, NamesTheFileThatIsNotThere) {
  ModelOptions given;
  given.model = "logistic";
  given.data = folder_.file("nowhere.csv");
  EXPECT_THAT(input_fault(given), AllOf(HasSubstr("nowhere.csv"), HasSubstr("No such file")));
  given.data = folder_.file("nowhere");
  EXPECT_THAT(input_fault(given), HasSubstr("No such file"));
  given.data = "/dev/null";
  EXPECT_THAT(input_fault(given), HasSubstr("/dev/null: no data rows"));
}

TEST_F(LoadModel, FindsTheFormatOfAPipe) {
  ModelOptions given;
  given.model = "logistic";
  given.data = folder_.file("pipe");
  ASSERT_EQ(::mkfifo(given.data.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(given.data) << testing::kSixRows; });
  EXPECT_EQ(load_model(given).model->dimension(), 4);
  writer.join();
}

TEST(NaturalScaleColumns, GoByTheOrderOfNames) {
  const auto found = [](const std::vector<std::string>& parameter_names) {
    std::vector<std::string> out;
    for (const NaturalScaleColumn& column : natural_scale_columns(parameter_names)) {
      EXPECT_EQ("log_" + column.name, parameter_names[static_cast<std::size_t>(column.parameter)]);
      out.push_back(column.name);
    }
    return out;
  };
  EXPECT_THAT(found({"mu", "log_sigma.a", "log_sigma.b", "a.1", "b.1"}), ElementsAre("sigma.a", "sigma.b"));
  EXPECT_THAT(found({"hidden.bias.1", "output.weight.1", "output.bias", "log_alpha", "log_tau"}),
              ElementsAre("alpha", "tau"));
  EXPECT_THAT(found({"output.bias", "log_tau"}), ElementsAre("tau"));
  EXPECT_THAT(found({"intercept", "log_sigma", "log_sigma.a", "log_tau"}), IsEmpty());
  EXPECT_THAT(found({"mu"}), IsEmpty());
  EXPECT_THAT(found({}), IsEmpty());
}

}  // namespace
}  // namespace g2t
