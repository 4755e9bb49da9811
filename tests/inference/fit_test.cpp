// What callers hand to a fit: terms and families of their own, hooks, starts.
#include <g2t/inference/fit.hpp>

#include <g2t/core/invalid_setting.hpp>
#include <g2t/families/full_rank.hpp>
#include <g2t/families/natural.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <support/plain_fits.hpp>

namespace g2t {
namespace {

using testing::quick;
using testing::with_costs;

class OwnScore final : public Term {
 public:
  OwnScore(Vector mean, Matrix precision) : mean_(std::move(mean)), precision_(std::move(precision)) {}

  const std::string& name() const override { return name_; }
  double sign() const override { return -1; }
  void prepare(const Family& q) override {
    expected_.mean = -0.8 * precision_ * (q.mean() - mean_);
    expected_.dense = -0.8 * precision_;
  }
  void evaluate(const Family&, const Batch& batch) override { vectors_ = 0.8 * batch.evaluation.score; }
  ScoreVectors vectors() const override { return ScoreVectors::same(vectors_); }
  const ExpectedScore& expected() const override { return expected_; }

 private:
  Vector mean_;
  Matrix precision_;
  std::string name_ = "own-score";
  Matrix vectors_;
  ExpectedScore expected_;
};

TEST(Fit, TakesTermsAndFamiliesOfOurOwn) {
  const testing::GaussianModel posterior(Vector::Ones(3), testing::wavy_precision(3));
  FitOptions options;
  options.answer = AnswerWay::Gaussian;
  options.family = FamilyChoice::FullRank;
  options.control_variates = {"own-score"};
  options.own_terms = {{"own-score", [](const Model&, Structure) {
                          return std::make_unique<OwnScore>(Vector::Ones(3), testing::wavy_precision(3));
                        }}};
  options.select_at = {0.1};
  options.iterations = 400;
  options.tolerance = 1e-9;
  int families = 0;
  options.own_family = [&](const Gaussian& q) -> std::unique_ptr<Family> {
    ++families;
    return make_natural(q);
  };
  const FitResult result = fit(posterior, options);
  EXPECT_EQ(families, 1);
  ASSERT_FALSE(result.selections.empty());
  // 1.25 times that leaves no noise at all; the fit of the weight sees the noise of the products with the gradient too.
  const SelectionEntry& choice = result.selections.front().selection.choice();
  ASSERT_EQ(choice.recipe.control_variates, std::vector<std::string>{"own-score"});
  EXPECT_NEAR(choice.recipe.weights[0], 1.25, 0.01);

  options.own_family = [](const Gaussian& q) -> std::unique_ptr<Family> { return make_full_rank(q); };
  EXPECT_THROW(fit(posterior, options), InvalidSetting);
  options.own_family = {};
  options.own_terms[0].make = [](const Model&, Structure) { return std::unique_ptr<Term>(); };
  EXPECT_THROW(fit(posterior, options), InvalidSetting);
}

TEST(Fit, HooksSeeQ) {
  for (const Coordinates coordinates : {Coordinates::Natural, Coordinates::Plain}) {
    FitOptions options = coordinates == Coordinates::Plain ? quick() : FitOptions{};
    options.iterations = 400;
    std::vector<Index> iterations;
    FitHooks hooks;
    hooks.block_end = [&](const Gaussian& q, const FitProgress& progress) {
      EXPECT_EQ(q.dimension(), 3);
      iterations.push_back(progress.iteration);
    };
    const FitResult result = fit(testing::gaussian_posterior(), with_costs(options), hooks);
    ASSERT_FALSE(iterations.empty());
    EXPECT_TRUE(std::is_sorted(iterations.begin(), iterations.end()));
    if (coordinates == Coordinates::Plain) continue;
    EXPECT_EQ(static_cast<Index>(iterations.size()), result.diagnostics.blocks);
  }
}

TEST(Fit, StartsWhereItIsTold) {
  FitOptions options = plain_fit_options();
  options.iterations = 0;
  options.warmup_steps = 0;
  options.step_size = 1e-4;
  options.start = testing::wavy_gaussian(Structure::Diagonal, 3);
  const FitResult result = fit(testing::gaussian_posterior(), with_costs(options));
  EXPECT_EQ(result.q.mean, options.start.q->mean);
  EXPECT_EQ(result.q.structure, Structure::Diagonal);
}

}  // namespace
}  // namespace g2t
