// Whole runs draw once from each key, but for those that are shared on purpose.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <core/stream_recorder.h>
#include <g2t/core/streams.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/inference/posterior_draws.hpp>
#include <support/gaussians.hpp>
#include <support/target_fits.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace g2t {
namespace {

using ::testing::ElementsAre;
using ::testing::IsSupersetOf;

const streams::Range* only_range_of(const StreamKey& key) {
  const streams::Range* found = nullptr;
  for (const streams::Range& range : streams::table()) {
    if (range.purpose != key.purpose || key.iteration < range.first || key.iteration - range.first >= range.count) continue;
    if (found != nullptr) return nullptr;
    found = &range;
  }
  return found;
}

struct StreamUse {
  std::set<std::string> names;        // of the ranges that were drawn from
  std::vector<std::string> mistakes;  // keys of no range, and those that are not shared and were drawn from twice
};

StreamUse use_of(const std::vector<StreamKey>& keys, std::uint64_t seed) {
  StreamUse out;
  std::map<std::tuple<Purpose, std::uint64_t>, int> times;
  for (const StreamKey& key : keys) {
    const streams::Range* const range = only_range_of(key);
    const std::string name = range == nullptr ? "no range" : range->name;
    out.names.insert(name);
    const bool is_again = ++times[{key.purpose, key.iteration}] > 1;
    if (range == nullptr || key.seed != seed || (is_again && !range->is_shared))
      out.mistakes.push_back(name + " " + std::to_string(key.iteration));
  }
  return out;
}

// Student t with 8 degrees of freedom: Gaussians have weights that are uneven, and adapted ones are better.
struct StreamTails {
  Index dimension() const { return 3; }
  double log_density(const Vector& z, Vector& gradient) const {
    const Eigen::ArrayXd x = z.array() - 2;
    gradient = -9 * x / (8 + x.square());
    return -4.5 * (x.square() / 8).log1p().sum();
  }
};

// A model with quantities, which a plain run summarises.
class StreamQuantities final : public Model, public Quantities {
 public:
  Index dimension() const override { return inner_->dimension(); }
  std::vector<std::string> parameter_names() const override { return inner_->parameter_names(); }
  void evaluate(const Matrix& draws, Evaluation& out) const override { inner_->evaluate(draws, out); }
  const Curvature* curvature() const override { return inner_->curvature(); }
  const Expectation* expectation() const override { return nullptr; }
  const Model* prior() const override { return nullptr; }
  const Quantities* quantities() const override { return this; }
  Index lane_width() const override { return 1; }
  bool is_thread_safe() const override { return true; }

  std::vector<std::string> names() const override { return parameter_names(); }
  Index parameter_count() const override { return dimension(); }
  Index computed_count() const override { return dimension(); }
  Index compute(const Matrix& draws, std::uint64_t, const StopRule&, Matrix& values) const override {
    values = draws;
    return draws.rows();
  }
  Vector unconstrain(const std::string&) const override { return {}; }

 private:
  std::unique_ptr<Model> inner_ = make_model(StreamTails{});
};

TEST(StreamUse, OfAFitWithEightStarts) {
  const testing::Target target = testing::named("two_modes");
  FitOptions options;
  options.seed = 3;
  options.starts = 8;
  options.iterations = 2000;
  const StreamRecorder recorder;
  fit(*target.model, options);
  const StreamUse use = use_of(recorder.keys(), 3);
  EXPECT_THAT(use.mistakes, ElementsAre());
  EXPECT_THAT(use.names, IsSupersetOf({"first start points", "further start points", 
                                        "ELBO along paths", "ELBO of starts", "steps",
                                       "gap estimates", "draws of the report"}));
}

TEST(StreamUse, OfAFitThatMakesNoStep) {
  const testing::GaussianModel model(Vector::Zero(3), Matrix::Identity(3, 3));
  FitOptions options;
  options.iterations = 0;
  const StreamRecorder recorder;
  fit(model, options);
  const StreamUse use = use_of(recorder.keys(), 1);
  EXPECT_THAT(use.mistakes, ElementsAre());
  EXPECT_THAT(use.names, IsSupersetOf({"weights of the best path", "gap estimates"}));
}

TEST(StreamUse, OfAPlainFit) {
  const StreamQuantities model;
  FitOptions options = plain_fit_options();
  options.seed = 5;
  options.warmup_steps = 20;
  options.iterations = 300;
  options.step_size.reset();
  const StreamRecorder recorder;
  fit(model, options);
  const StreamUse use = use_of(recorder.keys(), 5);
  EXPECT_THAT(use.mistakes, ElementsAre());
  EXPECT_THAT(use.names, IsSupersetOf({"warm-up steps", "measured costs", "moments of selections", "steps of the race", "steps",
                                       "ELBO of the trace", "ELBO of the average", "draws of the report", "draws of the summary"}));
}

// The fit, its draws as --resample writes them, and more of them later.
TEST(StreamUse, OfAdaptedWeightsAndResampledDraws) {
  const std::unique_ptr<Model> model = make_model(StreamTails{});
  FitOptions options;
  options.family = FamilyChoice::FullRank;
  options.iterations = 1000;
  options.weight_draws = 12000;
  const StreamRecorder recorder;
  const FitResult result = fit(*model, options);
  resample_from(result.q, *model, 500, options.weight_draws, {1, Sample::Fit});
  resample_from(result.q, *model, 500, options.weight_draws, {1, Sample::Later});
  const StreamUse use = use_of(recorder.keys(), 1);
  EXPECT_THAT(use.mistakes, ElementsAre());
  EXPECT_THAT(use.names, IsSupersetOf({"proposals of the report", "tails of the report", "resampling of the fit", "later resampling"}));
}

}  // namespace
}  // namespace g2t
