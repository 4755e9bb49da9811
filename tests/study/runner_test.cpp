// Runs on several threads are those that one makes, and one that fails is kept as such.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <g2t/study/runner.hpp>
#include <map>
#include <stdexcept>

#include "../support/scratch_folder.hpp"

namespace g2t {
namespace {

class Runner : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ofstream out(file_);
    for (int row = 0; row < 30; ++row)
      out << (row % 3 == 0 ? "+1" : "-1") << " 1:" << std::sin(row) << " 2:" << std::cos(2.0 * row) << "\n";
    out.close();
    settings_.models = {{"mine", "logistic", {{"data", file_}}, {{"warmup-steps", "5"}}, {}}};
    settings_.estimators = study_estimators({"rep", "auto", "natural"});
    settings_.step_sizes = {1e-3, 1e-2};
    settings_.repetitions = 2;
    settings_.budget_steps = 100;
    settings_.clock = StudyClock::CostModel;
  }

  std::map<RunKey, RunRecord> run(const StudyPlan& plan, const StudyData& data, Index jobs) const {
    std::map<RunKey, RunRecord> out;
    run_all(plan, data, plan.runs(), jobs, [&](const RunRecord& record) { out[record.key] = record; });
    return out;
  }

  const testing::ScratchFolder folder_;
  const std::string file_ = folder_.file("data.svm");
  StudySettings settings_;
};

TEST_F(Runner, MakesTheSameRunsOnAnyNumberOfThreads) {
  const StudyData data(settings_.models, "");
  const StudyPlan plan = plan_study(settings_, data, {});
  const auto one = run(plan, data, 1), three = run(plan, data, 3);
  ASSERT_EQ(one.size(), 2u * (2 * 2 + 1));
  ASSERT_EQ(three.size(), one.size());
  for (const auto& [key, record] : one) {
    EXPECT_EQ(record.status.rfind("failed", 0), std::string::npos) << record.message;
    EXPECT_EQ(record.trace.elbo, three.at(key).trace.elbo);
    EXPECT_EQ(record.seconds, three.at(key).seconds);
    EXPECT_GT(record.cpu_seconds, 0);
  }
}

TEST_F(Runner, KeepsARunThatFails) {
  const StudyData data(settings_.models, "");
  StudyPlan plan = plan_study(settings_, data, {});
  plan.models.front().plain.terms.front().cost = {};  // a base that costs nothing: a fit refuses that
  const auto runs = run(plan, data, 2);
  ASSERT_EQ(runs.size(), plan.runs().size());
  for (const auto& [key, record] : runs)
    EXPECT_EQ(record.status == "failed", key.estimator != "natural") << key.estimator;
  const RunRecord& failed = runs.at({"mine", "rep", 1e-3, 1});
  EXPECT_FALSE(failed.message.empty());
  EXPECT_EQ(parse_run(to_line(failed), "runs.jsonl", 1).message, failed.message);
}

TEST_F(Runner, PassesOnWhatKeepingThrows) {
  const StudyData data(settings_.models, "");
  const StudyPlan plan = plan_study(settings_, data, {});
  const auto full = [](const RunRecord&) { throw std::runtime_error("the disk is full"); };
  EXPECT_THROW(run_all(plan, data, plan.runs(), 3, full), std::runtime_error);
}

TEST_F(Runner, StopsWithoutTheRunsInFlight) {
  const StudyData data(settings_.models, "");
  const StudyPlan plan = plan_study(settings_, data, {});
  std::atomic<int> kept{0};
  run_all(plan, data, plan.runs(), 2, [&](const RunRecord&) { ++kept; }, [&] { return kept >= 3; });
  EXPECT_GE(kept, 3);
  EXPECT_LT(kept, 6);
}

TEST_F(Runner, KnownCostsAreOfTheSameModel) {
  const StudyData data(settings_.models, "");
  StudyPlan plan = plan_study(settings_, data, {});
  settings_.budget_steps = 200;
  const StudyPlan twice = plan_study(settings_, data, plan.models);
  EXPECT_DOUBLE_EQ(twice.models[0].budget_seconds, 2 * plan.models[0].budget_seconds);
  EXPECT_EQ(twice.models[0].step_seconds, plan.models[0].step_seconds);
  plan.models[0].model.given.emplace_back("prior-scale", "3");
  EXPECT_THROW(plan_study(settings_, data, plan.models), InvalidArgument);
}

}  // namespace
}  // namespace g2t
