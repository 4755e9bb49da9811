// Runs on models that are not thread-safe do not overlap, and others go on meanwhile.
#include <g2t/study/runner.hpp>

#include <g2t/models/struct_model.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

namespace g2t {
namespace {

/// What several models share: notes calls that overlap.
struct SharedState {
  std::atomic<bool> is_in_use{false};
  std::atomic<int> overlaps{0};
};

/// A normal that evaluates one batch at a time, or any number without a state.
class WatchedNormal final : public Model {
 public:
  WatchedNormal(SharedState* state, std::function<void()> call) : state_(state), call_(std::move(call)) {}

  Index dimension() const override { return 2; }
  bool is_thread_safe() const override { return state_ == nullptr; }
  std::string shared_state() const override { return state_ == nullptr ? "" : "a state"; }
  std::vector<std::string> parameter_names() const override { return {"z1", "z2"}; }
  const Curvature* curvature() const override { return nullptr; }
  const Expectation* expectation() const override { return nullptr; }
  const Model* prior() const override { return nullptr; }
  Index lane_width() const override { return 1; }
  void evaluate(const Matrix& draws, Evaluation& out) const override {
    out.resize(draws.rows(), 2);
    if (state_ != nullptr && state_->is_in_use.exchange(true)) ++state_->overlaps;
    call_();
    std::this_thread::yield();
    if (state_ != nullptr) state_->is_in_use = false;
    out.score = -draws;
    out.log_density = -0.5 * draws.rowwise().squaredNorm();
  }

 private:
  SharedState* state_;
  std::function<void()> call_;
};

LoadedModel loaded_of(std::unique_ptr<Model> model) {
  LoadedModel out;
  out.model = std::move(model);
  return out;
}

StudySettings settings_of(const std::vector<std::string>& models) {
  StudySettings out;
  for (const std::string& name : models) out.models.push_back({name, "logistic", {}, {{"warmup-steps", "5"}}, {}});
  out.estimators = study_estimators({"rep", "stl"});
  out.step_sizes = {1e-2};
  out.repetitions = 2;
  out.budget_steps = 100;
  out.clock = StudyClock::CostModel;
  return out;
}

TEST(ExclusiveRuns, OfOneModelOrOneStateDoNotOverlap) {
  SharedState state;
  std::atomic<bool> has_begun{false}, is_free_running{false}, has_met{false};
  const auto wait_for_free = [&] {  // in the first call of a run that keeps others out
    if (!has_begun.load() || has_met.load()) return;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!is_free_running.load() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    has_met = true;
  };
  std::map<std::string, LoadedModel> models;
  models["first"] = loaded_of(std::make_unique<WatchedNormal>(&state, wait_for_free));
  models["second"] = loaded_of(std::make_unique<WatchedNormal>(&state, [] {}));
  models["free"] = loaded_of(std::make_unique<WatchedNormal>(nullptr, [&] {
    if (has_begun.load()) is_free_running = true;
  }));
  const StudyData data(std::move(models));
  EXPECT_EQ(data.exclusive_group("first"), data.exclusive_group("second"));
  EXPECT_EQ(data.exclusive_group("free"), "");
  const StudyPlan plan = plan_study(settings_of({"first", "second", "free"}), data, {});

  has_begun = true;
  std::set<RunKey> kept;
  run_all(plan, data, plan.runs(), 4, [&](const RunRecord& record) {
    EXPECT_EQ(record.message, "");
    kept.insert(record.key);
    if (record.key.model == "first") {
      EXPECT_TRUE(is_free_running);
    }
  });
  EXPECT_EQ(state.overlaps, 0);
  EXPECT_EQ(kept.size(), plan.runs().size());
}

TEST(ExclusiveRuns, AreThoseOfStanModelsWithoutThreads) {
  const auto of = [](const std::string& name, const std::string& variant) {
    return StudyModel{name, std::string(G2T_FAKE_BRIDGES) + "/fake_bridge_" + variant + ".so", {}, {}, {}};
  };
  const StudyData data({of("one", "threadless"), of("other", "threadless"), of("safe", "full")}, "");
  EXPECT_NE(data.exclusive_group("one"), "");
  EXPECT_EQ(data.exclusive_group("one"), data.exclusive_group("other"));
  EXPECT_EQ(data.exclusive_group("safe"), "");
}

TEST(ExclusiveRuns, OfModelsThatShareNothingMayOverlap) {
  struct Unsafe {
    Index dimension() const { return 1; }
    double log_density(const Vector&, Vector&) const { return 0; }
  };
  std::map<std::string, LoadedModel> models;
  models["a"] = loaded_of(make_model(Unsafe{}));
  models["b"] = loaded_of(make_model(Unsafe{}));
  const StudyData data(std::move(models));
  EXPECT_NE(data.exclusive_group("a"), "");
  EXPECT_NE(data.exclusive_group("a"), data.exclusive_group("b"));
}

}  // namespace
}  // namespace g2t
