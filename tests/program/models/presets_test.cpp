// The paper's problems: published settings, data found or said how to get, reference log densities.
#include <g2t/core/json.hpp>
#include <g2t/program/models/input_files.hpp>
#include <g2t/program/options/default_options.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <io/text_file.hpp>
#include <program/models/preset_rows.h>
#include <program/models/presets.h>

#include <algorithm>
#include <fstream>
#include <program/program_testing.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::message_of;

TEST(Presets, AreTheFive) {
  EXPECT_THAT(preset_names(), ElementsAre("paper:a1a", "paper:mushrooms", "paper:frisk", "paper:bnn-a", "paper:bnn-b"));
}

TEST(Presets, HaveThePublishedSettings) {
  for (const std::string& name : preset_names()) {
    const Options options = default_options(name);
    const bool is_logistic = name == "paper:a1a" || name == "paper:mushrooms";
    EXPECT_EQ(options.model.model, name);
    EXPECT_EQ(options.fit.family, is_logistic ? FamilyChoice::FullRank : FamilyChoice::MeanField);
    EXPECT_EQ(options.fit.coordinates, Coordinates::Plain);
    EXPECT_EQ(options.fit.scale_coordinate, ScaleCoordinate::LogScale);
    EXPECT_EQ(options.fit.draws, 5);
    EXPECT_EQ(options.fit.select_draws, is_logistic ? 200 : 400);
    EXPECT_THAT(options.fit.select_at, ElementsAre(0, 0.1, 0.5));
    EXPECT_THAT(options.fit.control_variates, ElementsAre("entropy", "taylor", "prior"));
    EXPECT_EQ(options.fit.optimizer.kind, OptimizerKind::HeavyBall);
    EXPECT_EQ(options.fit.optimizer.momentum, 0.9);
    EXPECT_EQ(options.fit.warmup_steps, 300);
    EXPECT_EQ(options.fit.warmup_step_size, 1e-5);
  }
}

TEST(Presets, SayHowToGetAMissingFile) {
  const testing::ScratchFolder folder;
  ModelOptions options;
  options.data_dir = folder.file("");
  options.model = "paper:mushrooms";
  EXPECT_THAT(message_of([&] { static_cast<void>(load_model(options)); }),
              AllOf(HasSubstr(folder.file("mushrooms")), HasSubstr("--data-dir"), HasSubstr("fetch-data mushrooms")));
  options.model = "paper:bnn-b";
  EXPECT_THAT(message_of([&] { static_cast<void>(load_model(options)); }),
              AllOf(HasSubstr("winequality-red.csv"), HasSubstr("fetch-data wine")));
  options.model = "paper:frisk";
  EXPECT_THAT(message_of([&] { static_cast<void>(load_model(options)); }),
              AllOf(HasSubstr("frisk_with_noise.dat"), HasSubstr("Gelman and Hill"), HasSubstr("no package registry")));
}

TEST(Presets, RefuseOtherDataAndTakePublishedModelOptions) {
  ModelOptions options;
  options.model = "paper:a1a";
  options.data = "other.svm";
  EXPECT_THAT(message_of<InvalidArgument>([&] { static_cast<void>(load_model(options)); }),
              AllOf(HasSubstr("--data"), HasSubstr("paper:a1a")));
}

TEST(Presets, RefuseFilesOfAnotherShape) {
  const testing::ScratchFolder folder;
  folder.write("winequality-red.csv", "\"a\";\"quality\"\n1;5\n2;6\n");
  folder.write("frisk_with_noise.dat",
               "1\n\n3\n4\n5\n\nstops pop past.arrests precinct eth crime\n75 1720 191 2 1 2\n36 1720 57 1 1 2\n");
  ModelOptions options;
  options.data_dir = folder.file("");
  options.model = "paper:bnn-a";
  EXPECT_THAT(message_of([&] { static_cast<void>(load_model(options)); }), HasSubstr("the file has 2"));
  options.model = "paper:frisk";
  EXPECT_THAT(message_of([&] { static_cast<void>(load_model(options)); }), HasSubstr("found 1"));
}

template <class Numbers>
void expect_numbers_of_file(const std::string& file, const Numbers& numbers) {
  const std::string path = testing::data_path(file);
  if (path.empty()) GTEST_SKIP() << file << " is not here";
  std::ifstream in(path);
  std::vector<int> expected;
  for (int number = 0; in >> number;) expected.push_back(number);
  EXPECT_EQ(std::vector<int>(numbers.begin(), numbers.end()), expected);
}

TEST(Presets, HaveThePublishedWineRows) { expect_numbers_of_file("bnn_rows.txt", program::kWineRows); }
TEST(Presets, HaveThePublishedPrecincts) { expect_numbers_of_file("frisk_precincts.txt", program::kFriskPrecincts); }

struct PresetFacts {
  std::string name, reference_name, file, first_line, title;
};

class PresetReference : public ::testing::TestWithParam<PresetFacts> {};

TEST_P(PresetReference, LogDensityIsTheReference) {
  const PresetFacts& facts = GetParam();
  const std::string data = testing::data_path(facts.file);
  const std::string reference = testing::shared_path("reference/reference.json");
  if (data.empty() || reference.empty()) GTEST_SKIP() << facts.file << " or the reference values are not here";
  ModelOptions options = default_options(facts.name).model;
  options.data_dir = std::filesystem::path(data).parent_path().string();
  const LoadedModel loaded = load_model(options);

  const Json expected = Json::parse(io::read_text_file(reference))["models"][facts.reference_name];
  ASSERT_EQ(loaded.model->dimension(), expected["d"].get<Index>());
  const Vector point = testing::reference_point(loaded.model->dimension());
  const double log_density = expected["P1"]["logp"].get<double>();
  EXPECT_NEAR(testing::log_density_at(*loaded.model, point), log_density, 1e-10 * std::abs(log_density));
  ASSERT_NE(loaded.model->prior(), nullptr);
  const double log_prior = expected["P1"]["logprior"].get<double>();
  EXPECT_NEAR(testing::log_density_at(*loaded.model->prior(), point), log_prior, 1e-10 * std::abs(log_prior));

  EXPECT_EQ(loaded.description.front(), facts.first_line);
  EXPECT_EQ(loaded.title, facts.title);
  EXPECT_THAT(input_files(options), ElementsAre(data));
  ModelOptions bare;  // the published options come with the name alone
  bare.model = facts.name;
  bare.data_dir = options.data_dir;
  EXPECT_EQ(testing::log_density_at(*load_model(bare).model, point), testing::log_density_at(*loaded.model, point));
}

INSTANTIATE_TEST_SUITE_P(
    All, PresetReference,
    ::testing::Values(
        PresetFacts{"paper:a1a", "logistic_a1a", "a1a", "a1a: 1605 rows, 123 features, 395 positive (labels -1, +1)",
                    "logistic regression, 124 parameters"},
        PresetFacts{"paper:mushrooms", "logistic_mushrooms", "mushrooms",
                    "mushrooms: 8124 rows, 112 features, 4208 positive (labels 1, 2)",
                    "logistic regression, 113 parameters"},
        PresetFacts{"paper:frisk", "hierarchical_poisson_frisk", "frisk_with_noise.dat",
                    "frisk_with_noise.dat: 96 rows, counts 'stops' from 7 to 1170, exposure 'past.arrests'",
                    "hierarchical Poisson regression, 38 parameters"},
        PresetFacts{"paper:bnn-a", "bnn_a", "winequality-red.csv",
                    "winequality-red.csv: 100 rows, 11 inputs, response 'quality' standardised too",
                    "Bayesian neural network, 50 hidden units, 653 parameters"},
        PresetFacts{"paper:bnn-b", "bnn_b", "winequality-red.csv",
                    "winequality-red.csv: 200 rows, 11 inputs, response 'quality' standardised too",
                    "Bayesian neural network, 50 hidden units, 652 parameters"}),
    [](const auto& instance) { return instance.param.reference_name; });

}  // namespace
}  // namespace g2t
