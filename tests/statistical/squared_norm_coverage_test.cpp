// What a selection says of the model of frisk: errors of squared norms, and how much its weights vary between seeds.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <g2t/control_variates/control_variates.hpp>
#include <g2t/estimators/base_term.hpp>
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/moment_accumulator.hpp>
#include <g2t/families/mean_field.hpp>
#include <g2t/inference/choice/selector.hpp>
#include <g2t/program/models/load_model.hpp>
#include <g2t/program/options/default_options.hpp>
#include <support/files.hpp>

namespace g2t {
namespace {

constexpr Index kDraws = 5, kSeeds = 400, kTruthBatches = 400, kBatch = 500;
constexpr double kQuantile = 2.365;  // of Student's t with 7 degrees of freedom: eight folds

class SquaredNormsOfFrisk : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string path = testing::data_path("frisk_with_noise.dat");
    if (path.empty()) GTEST_SKIP() << "no data of frisk";
    ModelOptions options = default_options("paper:frisk").model;
    options.data_dir = std::filesystem::path(path).parent_path().string();
    model_ = load_model(options).model;
    Gaussian start;
    start.mean = Vector::Zero(model_->dimension());
    start.scale = Vector::Constant(model_->dimension(), 0.1);
    q_ = make_mean_field(start, ScaleCoordinate::LogScale);
    add_control_variates({"entropy", "taylor", "prior"}, *model_, Structure::Diagonal, terms_);
    MomentAccumulator accumulator(terms_, *q_, MomentUnit::Draw);
    Batch batch;
    for (std::uint64_t k = 0; k < kTruthBatches; ++k) {
      draw_batch(*model_, *q_, {1, Purpose::Check, k}, kBatch, false, batch);
      accumulator.add(batch);
    }
    truth_ = accumulator.moments();
  }

  Selection select(std::uint64_t seed) const {
    SelectorOptions options;
    options.draws = kDraws;
    options.seed = seed;
    const std::unique_ptr<Clock> clock = make_cost_model_clock();
    return choose_recipe(*model_, *q_, terms_, costs_, options, 0, *clock).selection;
  }
  Vector weights_of(const Recipe& recipe) const {
    Vector out = Vector::Zero(3);
    for (std::size_t i = 0; i < recipe.weights.size(); ++i)
      out[truth_.index_of(recipe.control_variates[i])] = recipe.weights[i];
    return out;
  }
  double noise(const Recipe& recipe) const {
    const Vector weights = weights_of(recipe);
    return truth_.squared_norm(weights) - truth_.gradient_squared_norm(weights);
  }

  std::shared_ptr<const Model> model_;
  std::unique_ptr<Family> q_;
  TermSet terms_{make_base_term()};
  Moments truth_;
  const Costs costs_{{{"rep", {1, 0}}, {"entropy", {1, 0}}, {"taylor", {1, 0}}, {"prior", {1, 0}}}, {}};
};

// |E g|^2 is a hundred times the base's noise there, and its error is nearly all of the error.
TEST_F(SquaredNormsOfFrisk, AreWithinTheirErrorsAndWeightsDoNotVary) {
  const double signal = truth_.gradient_squared_norm(Vector::Unit(3, 1));  // at weight 1 of taylor
  Vector covered = Vector::Zero(8), taylor(kSeeds), left(kSeeds);
  for (Index seed = 0; seed < kSeeds; ++seed) {
    const Selection selection = select(static_cast<std::uint64_t>(seed) + 1);
    for (std::size_t i = 0; i < 8; ++i) {
      const SelectionEntry& entry = selection.entries[i];
      const double exact = signal + noise(entry.recipe) / kDraws;
      covered[static_cast<Index>(i)] +=
          std::abs(entry.squared_norm - exact) <= kQuantile * entry.standard_error ? 1.0 / kSeeds : 0;
    }
    taylor[seed] = selection.entries[2].recipe.weights[0];
    left[seed] = noise(selection.entries[2].recipe);
  }
  EXPECT_GE(covered.minCoeff(), 0.93) << covered.transpose();
  EXPECT_LE(covered.maxCoeff(), 0.97) << covered.transpose();
  EXPECT_NEAR(taylor.mean(), 1, 0.01);
  EXPECT_LT(std::sqrt((taylor.array() - taylor.mean()).square().mean()), 0.01);  // 0.2 by moments that are not centred
  EXPECT_LT(left.maxCoeff(), 1.1 * left.minCoeff());                             // 100 times
}

}  // namespace
}  // namespace g2t
