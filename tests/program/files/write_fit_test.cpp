#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/models/simulate.hpp>
#include <g2t/program/files/write_fit.hpp>
#include <sstream>

#include "../../support/scratch_folder.hpp"

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
    fit_options.answer_draws = 7;  // and as many as the tolerance takes
    result_ = fit(*loaded_.model, fit_options);
    options_.model.model = "poisson";
    options_.output.output = folder_ + "/run";
  }

  void write(const std::vector<std::string>& inputs = {}) {
    const auto files = announce_fit(options_.output, inputs);
    if (files) write_fit(*files, fit_contents(loaded_, result_, options_));
  }

  static std::string read(const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

  const testing::ScratchFolder scratch_;
  const std::string folder_ = scratch_.file("made");
  LoadedModel loaded_;
  FitResult result_;
  Options options_;
};

TEST_F(Output, WritesTheFiveFilesOfTheContract) {
  write();
  for (const std::string& path : fit_output_files(options_.output.output))
    EXPECT_TRUE(std::filesystem::exists(path)) << path;
  EXPECT_EQ(read(folder_ + "/run.trace.csv").substr(0, 15), "elapsed_seconds");
  const std::string draws = read(folder_ + "/run.csv");
  EXPECT_NE(draws.find("# method = variational"), std::string::npos);
  EXPECT_NE(draws.find("answer = gaussian"), std::string::npos);
  EXPECT_NE(draws.find("sigma.G1"), std::string::npos);  // on its natural scale
}

TEST_F(Output, NaturalScaleIsTheExponential) {
  write();
  std::istringstream lines(read(folder_ + "/run.csv"));
  std::string line;
  std::vector<std::string> names;
  Index rows = 0;
  double sum = 0, mean = 0;
  while (std::getline(lines, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
    if (names.empty()) {
      names = cells;
      continue;
    }
    const auto at = [&](const std::string& name) { return std::stod(cells.at(index_of(names, name))); };
    if (rows++ == 0) {
      mean = at("sigma.G1");  // its own, not that of the mean
      continue;
    }
    sum += at("sigma.G1");
    EXPECT_NEAR(at("sigma.G1"), std::exp(at("log_sigma.G1")), 1e-12 * at("sigma.G1"));
  }
  EXPECT_EQ(rows, 1 + 600);
  EXPECT_NEAR(mean, sum / 600, 1e-9 * mean);
}

TEST_F(Output, WritesNothingWithoutAPrefix) {
  options_.output.output.clear();
  write();
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(Output, RefusesToReplaceFilesUnlessForced) {
  write();
  EXPECT_THROW(announce_fit(options_.output, {}), InvalidArgument);
  options_.output.force = true;
  EXPECT_NO_THROW(write());
}

TEST_F(Output, NeverReplacesAnInput) {
  std::ofstream(folder_ + "/run.csv") << "data\n";
  options_.output.force = true;
  EXPECT_THROW(write({folder_ + "/run.csv"}), InvalidArgument);
  EXPECT_EQ(read(folder_ + "/run.csv"), "data\n");
}

TEST_F(Output, StatesTheStatusOfTheResult) {
  result_.status = FitStatus::Interrupted;
  write();
  EXPECT_NE(read(folder_ + "/run.csv").find("interrupted"), std::string::npos);
  EXPECT_NE(read(folder_ + "/run.summary.json").find("\"status\": \"interrupted\""), std::string::npos);
}

TEST_F(Output, TheAnswersTableHasItsDrawsAndTheirMeans) {
  Posterior& answer = result_.posterior;
  const DrawsTable table = answer_table(answer, loaded_.natural_scale);
  EXPECT_EQ(table.names.back(), "sigma.G1");
  EXPECT_EQ(table.names.size(), 5u);
  EXPECT_EQ(table.draws.leftCols(4), answer.draws);
  EXPECT_TRUE(table.draws.col(4).isApprox(answer.draws.col(1).array().exp().matrix(), 1e-14));
  EXPECT_EQ(table.mean.head(4), answer.parameters.mean);
  EXPECT_EQ(table.log_q, answer.log_q);
  EXPECT_TRUE(table.chains.empty());
  EXPECT_FALSE(table.are_array_names);
  EXPECT_EQ(answer_comments(answer).size(), 1u);

  answer.way = AnswerWay::Moved;
  answer.chain_count = 4;
  for (std::size_t k = 0; k < answer.groups.size(); ++k) answer.groups[k] = static_cast<Index>(k % 4);
  const DrawsTable moved = answer_table(answer, loaded_.natural_scale);
  ASSERT_EQ(static_cast<Index>(moved.chains.size()), answer.draw_count());
  EXPECT_EQ(moved.chains[5], 1);
  EXPECT_EQ(answer_comments(answer)[0], (std::pair<std::string, std::string>("answer", "moved")));
  EXPECT_EQ(answer_comments(answer)[1].second.substr(0, 2), "4:");
  write();
  EXPECT_NE(read(folder_ + "/run.csv").find("log_g__,chain__,"), std::string::npos);
}

// Those that could be had.
TEST_F(Output, TheAnswersTableHasTheModelsOwnValuesInstead) {
  Posterior& answer = result_.posterior;
  answer.quantities = answer.parameters;
  answer.quantities.names = {"a", "b", "c", "d"};
  answer.quantities.draws = 20;
  answer.values = 2 * answer.draws.topRows(20);
  const DrawsTable table = answer_table(answer, loaded_.natural_scale);
  EXPECT_EQ(table.names, answer.quantities.names);
  EXPECT_EQ(table.draws, answer.values);
  EXPECT_EQ(table.log_density.size(), 20);
  EXPECT_EQ(table.log_q, answer.log_q.head(20));
  EXPECT_TRUE(table.are_array_names);
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
