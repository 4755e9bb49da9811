#include <g2t/program/files/write_fit.hpp>
#include <g2t/models/struct_model.hpp>

#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/models/simulate.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace g2t {
namespace {

class Output : public ::testing::Test {
 protected:
  Output() {
    std::filesystem::create_directories(folder_);
    loaded_.model = make_poisson(simulate_poisson({2}, 8, 1).data);
    loaded_.natural_scale = {{"sigma.G1", 1}};
    FitOptions fit_options = plain_fit_options();
    fit_options.iterations = 20;
    result_ = fit(*loaded_.model, fit_options);
    options_.model.model = "poisson";
    options_.output.output = folder_ + "/run";
    options_.output.output_draws = 7;
  }
  ~Output() override { std::filesystem::remove_all(folder_); }

  static std::string read(const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

  const std::string folder_ = ::testing::TempDir() + "g2t_output_" +
                              ::testing::UnitTest::GetInstance()->current_test_info()->name();
  LoadedModel loaded_;
  FitResult result_;
  Options options_;
};

TEST_F(Output, WritesTheFiveFilesOfTheContract) {
  write_fit(loaded_, result_, options_);
  for (const std::string& path : fit_output_files(options_.output.output))
    EXPECT_TRUE(std::filesystem::exists(path)) << path;
  EXPECT_EQ(read(folder_ + "/run.trace.csv").substr(0, 15), "elapsed_seconds");
  const std::string draws = read(folder_ + "/run.csv");
  EXPECT_NE(draws.find("# method = variational"), std::string::npos);
  EXPECT_NE(draws.find("sigma.G1"), std::string::npos);  // on its natural scale
}

TEST_F(Output, NaturalScaleIsTheExponential) {
  write_fit(loaded_, result_, options_);
  std::istringstream lines(read(folder_ + "/run.csv"));
  std::string line;
  std::vector<std::string> names;
  Index rows = 0;
  while (std::getline(lines, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
    if (names.empty()) {
      names = cells;
      continue;
    }
    const auto at = [&](const std::string& name) {
      return std::stod(cells.at(index_of(names, name)));
    };
    EXPECT_NEAR(at("sigma.G1"), std::exp(at("log_sigma.G1")), 1e-12 * at("sigma.G1"));
    ++rows;
  }
  EXPECT_EQ(rows, 8);  // the mean and seven draws
}

TEST_F(Output, WritesNothingWithoutAPrefix) {
  options_.output.output.clear();
  write_fit(loaded_, result_, options_);
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(Output, RefusesToReplaceFilesUnlessForced) {
  write_fit(loaded_, result_, options_);
  EXPECT_THROW(check_outputs(options_.output, {}), InvalidArgument);
  EXPECT_THROW(write_fit(loaded_, result_, options_), InvalidArgument);
  options_.output.force = true;
  EXPECT_NO_THROW(check_outputs(options_.output, {}));
  EXPECT_NO_THROW(write_fit(loaded_, result_, options_));
}

TEST_F(Output, NeverReplacesAnInput) {
  std::ofstream(folder_ + "/run.csv") << "data\n";
  options_.output.force = true;
  loaded_.input_files = {folder_ + "/run.csv"};
  EXPECT_THROW(write_fit(loaded_, result_, options_), InvalidArgument);
  EXPECT_EQ(read(folder_ + "/run.csv"), "data\n");
}

// Two independent t with 8 degrees of freedom about 2; q is a normal about 1.4, with too small a scale.
struct ResampledTails {
  int dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    const Eigen::ArrayXd x = z.array() - 2;
    gradient = -9 * x / (8 + x.square());
    return -4.5 * (x.square() / 8).log1p().sum();
  }
};

Gaussian too_narrow() {
  return {.structure = Structure::Dense,
          .mean = Vector{{1.4, 1.4}},
          .scale = {},
          .cholesky = Matrix{{0.7, 0}, {0.2, 0.6}}};
}

TEST(Resampling, TakesDrawsThatAdaptWhereTheyAreAllowed) {
  const auto model = make_model(ResampledTails{});
  const Gaussian q = too_narrow();
  const SampleStreams sample{1, Sample::Fit};
  const Index count = 4000;
  const PosteriorDraws adapted = resample_from(q, *model, count, kStanWeightDraws, sample);
  const double sd = std::sqrt(8.0 / 6), error = sd * std::sqrt(2.0 / count);  // twice the variance: of the pool, of the rows
  for (const Index i : {0, 1}) {
    EXPECT_NEAR(adapted.draws.col(i).mean(), 2, 4 * error);
    EXPECT_NEAR((adapted.draws.col(i).array() - 2).square().mean(), sd * sd, 0.2);
  }
  // Densities go with the rows.
  Vector density;
  model->log_densities(adapted.draws, density);
  EXPECT_EQ(density, adapted.log_density);
  const Vector x = q.cholesky.triangularView<Eigen::Lower>().solve(adapted.draws.row(7).transpose() - q.mean);
  EXPECT_NEAR(adapted.log_q[7], -0.5 * x.squaredNorm() - std::log(0.42) - std::log(2 * M_PI), 1e-12);
  // Resampled draws of q alone: rows of q's, whose tails are too short.
  const PosteriorDraws plain = resample_from(q, *model, count, kReportDraws, sample);
  EXPECT_EQ(plain.draws.rows(), count);
  EXPECT_LT((plain.draws.col(0).array() - 2).square().mean(), sd * sd - 0.1);
}

TEST(Resampling, EndsWithTheDrawsThatItHas) {
  const auto model = make_model(ResampledTails{});
  const Gaussian q = too_narrow();
  const SampleStreams key{1, Sample::Fit};
  const auto never = [](Index) { return false; };
  const PosteriorDraws all = resample_from(q, *model, 3000, kStanWeightDraws, key);
  EXPECT_EQ(resample_from(q, *model, 3000, kStanWeightDraws, key, never).draws, all.draws);
  const auto rows_until = [&](Index most, Index weight_draws) {
    bool is_over = false;  // and stays so
    const auto stop = [&](Index made) { return is_over = is_over || made >= most; };
    return resample_from(q, *model, 3000, weight_draws, key, stop).draws.rows();
  };
  EXPECT_EQ(rows_until(3000, kStanWeightDraws), 200);  // a tenth of q's 2,000 draws: a stage was given up
  for (const Index weight_draws : {kStanWeightDraws, kReportDraws}) {
    EXPECT_GE(rows_until(500, weight_draws), 50);
    EXPECT_LT(rows_until(500, weight_draws), 200);
  }
}

TEST_F(Output, MarksDrawsThatWereCutShort) {
  options_.output.output_draws = 20'000;
  EXPECT_EQ(write_fit(loaded_, result_, options_, [] { return false; }), result_.status);
  options_.output.force = true;
  std::atomic<int> densities = 0;
  struct Slow {
    std::atomic<int>* densities;
    int dimension() const { return 4; }
    double log_density(const Vector& z, Vector& gradient) const {
      ++*densities;
      std::this_thread::sleep_for(std::chrono::microseconds(500));
      gradient = -z;
      return -0.5 * z.squaredNorm();
    }
  };
  LoadedModel slow;
  slow.model = make_model(Slow{&densities});
  ASSERT_EQ(slow.model->dimension(), result_.q.dimension());
  EXPECT_EQ(write_fit(slow, result_, options_, [] { return true; }), FitStatus::Interrupted);
  EXPECT_LT(densities, 10'000);  // five seconds' worth
  EXPECT_NE(read(folder_ + "/run.csv").find("interrupted"), std::string::npos);
  EXPECT_NE(read(folder_ + "/run.summary.json").find("\"status\": \"interrupted\""), std::string::npos);
  EXPECT_NE(result_.status, FitStatus::Interrupted);
}

TEST_F(Output, DrawTableHoldsOtherDrawsForAnotherSample) {
  const Gaussian& q = result_.q;
  const auto table_of = [&](Sample sample) {
    return draws_table(q, draw_from(q, nullptr, 5, SampleStreams{1, sample}.draws()), {"mu"}, loaded_.natural_scale);
  };
  const DrawsTable one = table_of(Sample::Fit);
  const DrawsTable two = table_of(Sample::Later);
  EXPECT_EQ(one.names, (std::vector<std::string>{"mu", "z2", "z3", "z4", "sigma.G1"}));
  EXPECT_EQ(one.mean, two.mean);
  EXPECT_EQ(one.mean[4], std::exp(q.mean[1]));
  EXPECT_TRUE((one.draws.array() != two.draws.array()).all());
  EXPECT_EQ(one.log_density, Vector::Zero(5));
  EXPECT_EQ(one.log_q.size(), 5);
}

}  // namespace
}  // namespace g2t
