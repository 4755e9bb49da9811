// How often the gap and the ELBO are within their errors of the truth, over many seeds, near the best q of three
// models.
#include <gtest/gtest.h>
#include <inference/answer/q_sample.h>
#include <inference/natural/gap_estimator.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/inference/terms.hpp>
#include <g2t/models/simulate.hpp>
#include <g2t/program/models/load_model.hpp>
#include <g2t/program/options/default_options.hpp>
#include <support/files.hpp>
#include <support/target_fits.hpp>

namespace g2t {
namespace {

constexpr int kCoverageSeeds = 400;
constexpr double kCoverageError = 3 * 0.011;  // three standard errors of a share of 0.95 of so many

struct CoveredModel {
  std::string name;
  Structure structure;
  std::function<std::shared_ptr<const Model>()> make;
};

std::shared_ptr<const Model> covered_logistic() { return make_logistic(simulate_logistic(60, 3, 1).data); }

std::shared_ptr<const Model> covered_poisson() { return make_poisson(simulate_poisson({3, 4}, 12, 1).data); }

std::shared_ptr<const Model> covered_frisk() {
  const std::string path = testing::data_path("frisk_with_noise.dat");
  if (path.empty()) return nullptr;
  ModelOptions options = default_options("paper:frisk").model;
  options.data_dir = std::filesystem::path(path).parent_path().string();
  return load_model(options).model;
}

void PrintTo(const CoveredModel& model, std::ostream* out) { *out << model.name; }

class Coverage : public ::testing::TestWithParam<CoveredModel> {
 protected:
  void SetUp() override {
    model_ = GetParam().make();
    if (model_ == nullptr) GTEST_SKIP() << "no data of frisk";
    FitOptions options = testing::options_for_q();
    options.family = GetParam().structure == Structure::Dense ? FamilyChoice::FullRank : FamilyChoice::MeanField;
    options.costs = testing::plain_costs(*model_, GetParam().structure);
    q_ = fit(*model_, options).q;
    const Vector sds = standard_deviations(q_);
    for (Index i = 0; i < q_.dimension(); ++i) q_.mean[i] += (i % 2 == 0 ? 0.1 : -0.1) * sds[i];
  }

  std::shared_ptr<const Model> model_;
  Gaussian q_;
};

struct Estimates {
  Vector values = Vector::Zero(kCoverageSeeds), errors = Vector::Zero(kCoverageSeeds);

  // Estimates are unbiased, and the error of their mean is a twentieth of theirs.
  [[nodiscard]] double covered(double quantile) const {
    return ((values.array() - values.mean()).abs() <= quantile * errors.array()).cast<double>().mean();
  }
};

TEST_P(Coverage, OfTheGap) {
  const TermSet terms = make_terms(*model_, q_.structure, {"entropy"});
  const std::unique_ptr<NaturalFamily> q = make_natural(q_);
  MeanMetric metric(q_.dimension());
  const bool has_metric = q_.structure == Structure::Diagonal;
  if (has_metric)
    metric.set(q_.scale.cwiseAbs2().cwiseInverse().asDiagonal(), 1e6);  // any: the truth is in the same one
  Estimates gap;
  for (int seed = 0; seed < kCoverageSeeds; ++seed) {
    GapEstimator estimator(*model_, *q, terms, recipe_by_name("stl", 2, true), has_metric ? &metric : nullptr,
                           static_cast<std::uint64_t>(seed) + 1, 1);
    estimator.add(80);
    const GapEstimate found = estimator.estimate();
    gap.values[seed] = found.gap;
    gap.errors[seed] = found.standard_error;
  }
  const double share = gap.covered(2.131);  // 95 % by Student's t with 15 degrees of freedom
  EXPECT_NEAR(share, 0.95, kCoverageError) << gap.values.mean() << " +- " << gap.errors.mean();
}

TEST_P(Coverage, OfTheElbo) {
  Estimates elbo;
  for (int seed = 0; seed < kCoverageSeeds; ++seed) {
    QSample sample(*model_, q_, 256, SampleStreams{static_cast<std::uint64_t>(seed) + 1, Sample::Fit});
    sample.evaluate(256, {});
    elbo.values[seed] = sample.elbo().value;
    elbo.errors[seed] = sample.elbo().standard_error;
  }
  const double share = elbo.covered(1.979);  // 127 degrees of freedom
  EXPECT_NEAR(share, 0.95, kCoverageError);
}

INSTANTIATE_TEST_SUITE_P(All, Coverage,
                         ::testing::Values(CoveredModel{"logistic", Structure::Dense, covered_logistic},
                                           CoveredModel{"poisson", Structure::Dense, covered_poisson},
                                           CoveredModel{"frisk", Structure::Diagonal, covered_frisk}),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace g2t
