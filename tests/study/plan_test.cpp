// What a study consists of, in which order, and how it is shared.
#include <g2t/core/errors.hpp>
#include <g2t/program/models/load_model.hpp>
#include <g2t/program/options/option_list.hpp>
#include <g2t/study/runner.hpp>
#include "study_testing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace g2t {
namespace {

TEST(StudyPlan, HasThePublishedFactorial) {
  const StudyPlan plan = paper_plan();
  const auto runs = plan.runs();
  EXPECT_EQ(std::set<RunKey>(runs.begin(), runs.end()).size(), runs.size());
  const auto count = [&](const std::string& estimator) {
    return std::count_if(runs.begin(), runs.end(), [&](const RunKey& key) { return key.estimator == estimator; });
  };
  for (const StudyEstimator& estimator : study_estimators({"paper"}))
    EXPECT_EQ(count(estimator.name), 5 * 12 * 20) << estimator.name;
  EXPECT_EQ(count("natural"), 5 * 20);
  EXPECT_EQ(study_estimators({"paper"}).size(), 14u);  // three recipes, eight subsets, and three ways to choose
}

TEST(StudyPlan, InterleavesEstimators) {
  const auto runs = paper_plan().runs();
  const std::size_t estimators = paper_study().estimators.size();
  for (std::size_t i = 1; i < estimators; ++i) {
    EXPECT_EQ(runs[i].model, runs[0].model);
    EXPECT_EQ(runs[i].repetition, runs[0].repetition);
    EXPECT_NE(runs[i].estimator, runs[i - 1].estimator);
  }
}

TEST(StudyPlan, OptionsAreThePublishedOnes) {
  const StudyPlan plan = paper_plan();
  const Options fixed = plan.options({"paper:frisk", "fixed:entropy+prior", 1e-5, 3});
  EXPECT_EQ(fixed.inputs.estimator, "fixed");
  EXPECT_EQ(fixed.fit.control_variates, (std::vector<std::string>{"entropy", "prior"}));
  EXPECT_EQ(fixed.fit.step_size, 1e-5);
  EXPECT_TRUE(fixed.fit.keep_step_size);
  EXPECT_EQ(fixed.fit.time_budget, 2);
  EXPECT_EQ(fixed.fit.seed, 3u);
  EXPECT_EQ(fixed.fit.draws, 5);
  EXPECT_EQ(fixed.fit.select_draws, 400);
  EXPECT_EQ(fixed.fit.select_at, (std::vector<double>{0, 0.1, 0.5}));
  EXPECT_EQ(fixed.fit.reselect, Reselect::Planned);
  EXPECT_EQ(fixed.fit.decide_by, DecideBy::PlugIn);
  EXPECT_EQ(fixed.fit.when_changed, WhenChanged::Keep);
  EXPECT_EQ(plan.options({"paper:a1a", "auto", 1e-5, 1}).fit.select_draws, 200);
  EXPECT_EQ(plan.options({"paper:a1a", "auto-once", 1e-5, 1}).fit.select_at, std::vector<double>{0});
  EXPECT_EQ(plan.options({"paper:a1a", "pool", 1e-5, 1}).inputs.pool, (std::vector<std::string>{"rep", "stl", "miller"}));
  const Options natural = plan.options({"paper:a1a", "natural", std::nullopt, 1});
  EXPECT_EQ(natural.fit.coordinates, Coordinates::Natural);
  EXPECT_FALSE(natural.fit.step_size);
}

TEST(StudyPlan, IsReadBackAsItWasWritten) {
  StudyPlan plan = paper_plan();
  plan.settings.clock = StudyClock::CostModel;
  plan.models[1].natural = plan.models[1].plain;
  const std::string text = to_json(plan);
  const StudyPlan back = parse_study(text, "study.json");
  EXPECT_EQ(to_json(back), text);
  EXPECT_EQ(back.runs(), plan.runs());
}

TEST(StudyPlan, OptionsArePublishedOnModelsOfOnesOwnToo) {
  StudyPlan plan = paper_plan();
  plan.models.front().model = {"mine", "logistic", {{"data", "x.svm"}}, {}, {}};
  const FitOptions published = make_options("paper:bnn-a", {}).fit;
  for (const StudyEstimator& estimator : study_estimators({"paper"})) {
    const FitOptions fit = plan.options({"mine", estimator.name, 1e-5, 1}).fit;
    EXPECT_EQ(fit.draws, published.draws) << estimator.name;
    EXPECT_EQ(fit.averaging, published.averaging) << estimator.name;
    if (estimator.name == "rep" || estimator.name == "stl" || estimator.name == "miller")
      continue;  // nothing is chosen
    EXPECT_EQ(fit.reselect, published.reselect) << estimator.name;
    EXPECT_EQ(fit.decide_by, published.decide_by) << estimator.name;
    EXPECT_EQ(fit.largest_weight.has_value(), estimator.name == "pool") << estimator.name;  // which fits no weights
    EXPECT_EQ(fit.select_at == published.select_at, estimator.name != "auto-once") << estimator.name;
  }
  EXPECT_EQ(plan.options({"mine", "auto-bounded", 1e-5, 1}).fit.largest_weight, 2);
  EXPECT_FALSE(plan.options({"mine", "auto-drift", 1e-5, 1}).fit.largest_weight);
  EXPECT_EQ(plan.options({"mine", "auto-drift", 1e-5, 1}).fit.reselect, Reselect::Drift);
  EXPECT_EQ(plan.options({"mine", "auto-draws", 1e-5, 1}).fit.draws, kChosenDraws);
}

TEST(StudyPlan, OfAFileHasAModerateNumberOfRuns) {
  for (const char* count : {"0", "-1", "1e15"}) {
    std::string text = to_json(paper_plan());
    const std::size_t at = text.find("\"repetitions\": ") + 15;
    text.replace(at, text.find(',', at) - at, count);
    EXPECT_THROW(parse_study(text, "FILE"), InputError) << count;
  }
}

TEST(StudyShare, PartsMakeTheWholeAndKeepEstimatorsTogether) {
  const StudyPlan plan = paper_plan();
  const std::vector<RunKey> all = plan.runs();
  std::multiset<RunKey> seen;
  for (Index number = 1; number <= 3; ++number) {
    std::set<std::string> estimators;
    for (const RunKey& key : runs_to_do(plan, {}, {number, 3})) {
      seen.insert(key);
      estimators.insert(key.estimator);
    }
    EXPECT_EQ(estimators.size(), plan.settings.estimators.size());  // none is at home on one machine alone
  }
  EXPECT_EQ(seen, std::multiset<RunKey>(all.begin(), all.end()));
  const std::vector<RunKey> done(all.begin(), all.begin() + 100);
  std::size_t left = 0;
  for (Index number = 1; number <= 3; ++number) left += runs_to_do(plan, done, {number, 3}).size();
  EXPECT_EQ(left, all.size() - 100);
}

}  // namespace
}  // namespace g2t
