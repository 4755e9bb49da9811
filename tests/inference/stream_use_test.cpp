// Whole runs draw once from each key, but for those that are shared on purpose.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <core/stream_recorder.h>
#include <g2t/core/streams.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/inference/posterior_draws.hpp>
#include <g2t/models/simulate.hpp>
#include <inference/answer/join_modes.h>
#include <support/gaussians.hpp>
#include <support/target_fits.hpp>

#include <algorithm>
#include <limits>
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

using Number = std::tuple<Purpose, std::uint64_t>;

Number number_of(const StreamKey& key) { return {key.purpose, key.iteration}; }

struct StreamUse {
  std::set<std::string> names;        // of the ranges that were drawn from
  std::map<Number, int> times;
  std::vector<std::string> mistakes;  // keys of no range, and those that are not shared and were drawn from twice
};

StreamUse use_of(const std::vector<StreamKey>& keys, std::uint64_t seed) {
  StreamUse out;
  for (const StreamKey& key : keys) {
    const streams::Range* const range = only_range_of(key);
    const std::string name = range == nullptr ? "no range" : range->name;
    out.names.insert(name);
    const bool is_again = ++out.times[number_of(key)] > 1;
    if (range == nullptr || key.seed != seed || (is_again && !range->is_shared))
      out.mistakes.push_back(name + " " + std::to_string(key.iteration));
  }
  return out;
}

// Student t: Gaussians have weights that are uneven, and adapted ones are better.
struct StreamTails {
  double degrees = 8;
  Index size = 3;

  Index dimension() const { return size; }
  double log_density(const Vector& z, Vector& gradient) const {
    const Eigen::ArrayXd x = z.array() - 2;
    gradient = -(degrees + 1) * x / (degrees + x.square());
    return -(degrees + 1) / 2 * (x.square() / degrees).log1p().sum();
  }
};

// No start has a density, nor has q: one of the hundred points that are tried then has.
struct StreamCorner {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = -z;
    return z[0] > 1.95 ? -0.5 * z[0] * z[0] : -std::numeric_limits<double>::infinity();
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

FitOptions short_fit(Index iterations) {
  FitOptions options;
  options.answer = AnswerWay::Gaussian;
  options.iterations = iterations;
  return options;
}

void fit_from_eight_starts(std::uint64_t seed) {
  FitOptions options = short_fit(2000);
  options.seed = seed;
  options.starts = 8;
  fit(*testing::named("two_modes").model, options);
}

// Two modes whose draws are known.
void join_two_modes(std::uint64_t seed) {
  const testing::Target target = testing::named("two_modes");
  Matrix normals(1000, 1);
  fill_normals(streams::check_points(seed), normals);
  std::vector<ModeAnswer> modes;
  for (const double centre : {-4.0, 4.0}) {
    ModeAnswer mode;
    mode.q = isotropic_gaussian(Structure::Dense, Vector::Constant(1, centre), 0.5);
    mode.posterior.draws = (centre + 0.5 * normals.array()).matrix();
    target.model->log_densities(mode.posterior.draws, mode.posterior.log_density);
    mode.posterior.log_q = Vector::Zero(1000);
    mode.posterior.parameters.ess = Vector::Constant(1, 1000);
    for (Index k = 0; k < 1000; ++k) mode.posterior.groups.push_back(k);
    modes.push_back(std::move(mode));
  }
  std::vector<ModeShare> shares;
  join_modes(*target.model, modes, 1000, seed, {}, shares);
}

void fit_without_steps(std::uint64_t seed) {
  FitOptions options = short_fit(0);
  options.seed = seed;
  fit(testing::GaussianModel(Vector::Zero(3), Matrix::Identity(3, 3)), options);
}

// The best path's weights have so heavy a tail that a random start is tried too.
void fit_from_a_random_start(std::uint64_t seed) {
  FitOptions options = short_fit(50);
  options.seed = seed;
  fit(*make_model(StreamTails{1}), options);
}

void fit_where_no_path_works(std::uint64_t seed) {
  FitOptions options = short_fit(50);
  options.seed = seed;
  fit(*make_model(StreamCorner{}), options);
}

// Trials of other terms take moments of their own, and measure what the terms cost.
void fit_with_trials(std::uint64_t seed) {
  FitOptions options = short_fit(400);
  options.seed = seed;
  options.select_at = {0.2, 0.4, 0.6};
  options.tolerance = 1e-4;  // never reached
  fit(*make_model(StreamTails{}), options);
}

void fit_of_many_blocks(std::uint64_t seed) {
  FitOptions options = short_fit(1500);
  options.seed = seed;
  options.tolerance = 1e-4;  // never reached
  fit(*make_model(StreamTails{4, 24}), options);
}

FitOptions short_plain_fit(std::uint64_t seed) {
  FitOptions options = plain_fit_options();
  options.seed = seed;
  options.warmup_steps = 20;
  options.iterations = 300;
  options.step_size.reset();
  return options;
}

void fit_in_plain_coordinates(std::uint64_t seed) {
  FitOptions options = short_plain_fit(seed);
  options.reselect = Reselect::Planned;  // however short the run
  fit(StreamQuantities{}, options);
}

// Without a selection before the race, only steps tell how many there is time for.
void fit_a_recipe_in_limited_time(std::uint64_t seed) {
  FitOptions options = short_plain_fit(seed);
  options.select_at.clear();
  options.recipe = recipe_by_name("stl", options.draws, options.antithetic);
  options.time_budget = 0.5;
  fit(StreamQuantities{}, options);
}

// The fit, and more draws of its answer later: by weights that adapt, and by chains.
void fit_and_draw_later(std::uint64_t seed, AnswerWay way) {
  const std::unique_ptr<Model> model = make_model(StreamTails{4, 24});
  FitOptions options = short_fit(1000);
  options.seed = seed;
  options.family = FamilyChoice::FullRank;
  options.answer = way;
  if (way == AnswerWay::Weighted) options.weight_draws = 40000;
  options.costs = testing::plain_costs(*model, Structure::Dense);  // no clock ends the stages
  const FitResult result = fit(*model, options);
  posterior_from(result.q, *model, options.answer_settings(), seed);
}

void fit_with_low_rank(std::uint64_t seed) {
  FitOptions options = short_fit(100);
  options.seed = seed;
  options.family = FamilyChoice::LowRank;
  fit(*make_model(StreamTails{4, 24}), options);
}

constexpr std::uint64_t kSeed = 2;  // of all of them; with it StreamCorner has a density at one of the hundred points

void fit_to_a_sample_of_rows(std::uint64_t seed) {
  FitOptions options;
  options.seed = seed;
  options.sample_rows = 5000;
  const std::unique_ptr<Model> model = make_logistic(simulate_logistic(40000, 2, seed).data);
  EXPECT_TRUE(fit(*model, options).rows.is_sampled());
}

struct StreamCase {
  const char* name;
  void (*run)(std::uint64_t seed);
  std::vector<std::string> ranges;  // that it draws from, among others
  std::vector<StreamKey> keys{};    // of several rounds or stages: else one that repeats would not be seen
};

const std::vector<StreamCase>& stream_cases() {
  static const std::vector<StreamCase> all = {
      {"EightStarts", fit_from_eight_starts,
       {"first start points", "further start points", "ELBO along paths", "ELBO of starts", "steps", "gap estimates",
        "draws of the fit"}},
      {"NoStep", fit_without_steps, {"weights of the best path", "gap estimates"}},
      {"RandomStart", fit_from_a_random_start,
       {"weights of the best path", "points of the random start", "steps of the random start"}},
      {"NoPath", fit_where_no_path_works, {"points that may be finite", "points of the random start"}},
      {"Trials", fit_with_trials, {"measured costs", "moments of selections"},
       {streams::selection(kSeed, 1, 0), streams::selection(kSeed, 2, 0)}},
      {"Plain", fit_in_plain_coordinates,
       {"warm-up steps", "measured costs", "moments of selections", "steps of the race", "steps", "ELBO of the trace",
        "ELBO of the average", "draws of the fit"},
       {streams::selection(kSeed, 1, 0), streams::selection(kSeed, 2, 0)}},
      {"PlainRecipe", fit_a_recipe_in_limited_time, {"timed steps", "steps of the race"}},
      {"Blocks", fit_of_many_blocks, {"gap estimates"},
       {streams::gap(kSeed, 1, 0), streams::gap(kSeed, 2, 0), streams::gap(kSeed, 3, 0)}},
      {"Weighted", [](std::uint64_t seed) { fit_and_draw_later(seed, AnswerWay::Weighted); },
       {"draws of the fit", "resampling of the fit", "proposals of the fit", "tails of the fit", "final draws of the fit",
        "final tails of the fit", "later draws", "later resampling", "later proposals", "later tails", "later final draws",
        "later final tails", "seed of later quantities"},
       {SampleStreams{kSeed, Sample::Fit}.proposal(0, 0), SampleStreams{kSeed, Sample::Later}.proposal(0, 0)}},
      {"Moved", [](std::uint64_t seed) { fit_and_draw_later(seed, AnswerWay::Moved); },
       {"momenta of chains", "starts of chains", "uniforms of chains", "momenta of later chains", "starts of later chains",
        "uniforms of later chains"},
       {SampleStreams{kSeed, Sample::Fit}.chain_momenta(1), SampleStreams{kSeed, Sample::Later}.chain_momenta(1)}},
      {"LowRank", fit_with_low_rank, {"draws of searches for directions"},
       {streams::directions(kSeed, 0), streams::directions(kSeed, 1)}},
      {"Modes", join_two_modes, {"normals of bridges"}, {streams::bridge(kSeed, 0), streams::bridge(kSeed, 1)}},
      {"Rows", fit_to_a_sample_of_rows, {"sample of rows", "ELBO of starts"}},
      {"Simulation", [](std::uint64_t seed) { static_cast<void>(simulate_logistic(20, 2, seed)); }, {"simulated data"}},
  };
  return all;
}

// How failures show one.
void PrintTo(const StreamCase& one, std::ostream* out) { *out << one.name; }

std::string name_of(const ::testing::TestParamInfo<StreamCase>& info) { return info.param.name; }

class StreamsOf : public ::testing::TestWithParam<StreamCase> {};

TEST_P(StreamsOf, AreOfItsOwnRangesAndDrawnFromOnce) {
  const StreamRecorder recorder;
  GetParam().run(kSeed);
  const StreamUse use = use_of(recorder.keys(), kSeed);
  EXPECT_THAT(use.mistakes, ElementsAre());
  EXPECT_THAT(use.names, IsSupersetOf(GetParam().ranges));
  for (const StreamKey& key : GetParam().keys) EXPECT_TRUE(use.times.contains(number_of(key))) << key.iteration;
}

INSTANTIATE_TEST_SUITE_P(StreamUse, StreamsOf, ::testing::ValuesIn(stream_cases()), name_of);

TEST(StreamUse, EveryRangeIsDrawnFrom) {
  std::set<std::string> expected = {"points of a check"};  // the program's
  for (const StreamCase& one : stream_cases()) expected.insert(one.ranges.begin(), one.ranges.end());
  std::set<std::string> table;
  for (const streams::Range& range : streams::table()) table.insert(range.name);
  EXPECT_EQ(expected, table);
}

}  // namespace
}  // namespace g2t
