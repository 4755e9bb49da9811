// Moments of the four terms of the paper's models at the reference position, against values computed independently.
#include <g2t/core/json.hpp>
#include <g2t/program/options/default_options.hpp>
#include <g2t/control_variates/control_variates.hpp>
#include <g2t/estimators/base_term.hpp>
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/moment_accumulator.hpp>
#include <g2t/program/models/load_model.hpp>

#include <gtest/gtest.h>

#include <families/family_cases.hpp>
#include <filesystem>
#include <io/text_file.hpp>
#include <support/files.hpp>

namespace g2t {
namespace {

struct Case {
  std::string preset, data, reference, family;
  Index draws;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.reference; }

class ReferenceMoments : public ::testing::TestWithParam<Case> {};

TEST_P(ReferenceMoments, AgreeWithinFiveStandardErrors) {
  const Case& c = GetParam();
  const std::string data = testing::data_path(c.data);
  if (data.empty()) GTEST_SKIP() << c.data << " is not here: set G2T_DATA_DIR";
  const Json reference = Json::parse(io::read_text_file(G2T_SOURCE_DIR "/tests/reference/moments.json")).at(c.reference);
  ModelOptions options = default_options(c.preset).model;
  options.data_dir = std::filesystem::path(data).parent_path().string();
  const LoadedModel loaded = load_model(options);
  const Model& model = *loaded.model;

  const std::vector<testing::FamilyCase> families = testing::family_cases();
  const testing::FamilyCase& family = *std::find_if(
      families.begin(), families.end(), [&](const testing::FamilyCase& f) { return f.name == c.family; });
  const std::unique_ptr<Family> q = family.make(testing::wavy_gaussian(family.structure, model.dimension()));
  TermSet terms(make_base_term());
  add_control_variates({"entropy", "taylor", "prior"}, model, family.structure, terms);

  MomentAccumulator accumulator(terms, *q, MomentUnit::Draw);
  Batch batch;
  constexpr Index kChunk = 40;
  for (Index k = 0; k < c.draws / kChunk; ++k) {
    ASSERT_EQ(draw_batch(model, *q, {20, Purpose::Check, static_cast<std::uint64_t>(k)}, kChunk, false, batch), 0);
    accumulator.add(batch);
  }
  const Moments moments = accumulator.moments();
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j <= i; ++j) {
      const double expected = reference["products"][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<double>();
      const double theirs = reference["standard_errors"][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<double>();
      const double se = std::hypot(theirs, moments.products_standard_error(i, j));
      EXPECT_NEAR(moments.products(i, j), expected, 5 * se) << i << " " << j;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Presets, ReferenceMoments,
    ::testing::Values(
        Case{"paper:a1a", "a1a", "logistic_a1a/fullrank_w1/rawL", "full_rank", 20000},
        Case{"paper:mushrooms", "mushrooms", "logistic_mushrooms/fullrank_w1/rawL", "full_rank", 4000},
        Case{"paper:frisk", "frisk_with_noise.dat", "hierarchical_poisson_frisk/meanfield_w1/s", "mean_field_scale", 20000},
        Case{"paper:frisk", "frisk_with_noise.dat", "hierarchical_poisson_frisk/meanfield_w1/logs", "mean_field_log_scale", 20000},
        Case{"paper:bnn-a", "winequality-red.csv", "bnn_a/meanfield_w1/s", "mean_field_scale", 20000},
        Case{"paper:bnn-a", "winequality-red.csv", "bnn_a/meanfield_w1/logs", "mean_field_log_scale", 20000},
        Case{"paper:bnn-b", "winequality-red.csv", "bnn_b/meanfield_w1/s", "mean_field_scale", 20000},
        Case{"paper:bnn-b", "winequality-red.csv", "bnn_b/meanfield_w1/logs", "mean_field_log_scale", 20000}),
    [](const ::testing::TestParamInfo<Case>& test) {
      std::string name = test.param.preset.substr(6) + "_" + test.param.family;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

}  // namespace
}  // namespace g2t
