#include <g2t/models/threaded_model.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/models/simulate.hpp>
#include <g2t/models/struct_model.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <g2t/core/thread_team.hpp>
#include <mutex>
#include <stdexcept>
#include <string>
#include <support/gaussians.hpp>
#include <thread>
#include <utility>
#include <vector>

namespace g2t {
namespace {

TEST(ThreadedModel, GivesTheSameBitsWithAnyNumberOfThreads) {
  const std::unique_ptr<Model> model = make_logistic(simulate_logistic(50, 6, 1).data);
  for (const Index draw_count : {1, 31, 32, 100, 203}) {
    Matrix draws = testing::normals_of(2, draw_count, model->dimension());
    draws(draw_count / 2, 1) = std::nan("");
    Evaluation plain, threaded;
    plain.resize(draw_count, model->dimension());
    model->evaluate(draws, plain);
    plain.mark_non_finite();
    for (const Index threads : {1, 2, 3, 16}) {
      threaded.resize(draw_count, model->dimension());
      make_threaded_model(*model, threads)->evaluate(draws, threaded);
      threaded.mark_non_finite();
      ASSERT_EQ(threaded.failed, plain.failed);
      for (Index s = 0; s < draw_count; ++s)
        if (s != draw_count / 2) {
          ASSERT_EQ(threaded.log_density[s], plain.log_density[s]);
          ASSERT_EQ(Vector(threaded.score.row(s)), Vector(plain.score.row(s)));
        }
    }
  }
}

TEST(ThreadedModel, KeepsTheModelsAbilities) {
  const std::unique_ptr<Model> model = make_logistic(simulate_logistic(20, 3, 1).data);
  const std::unique_ptr<Model> threaded = make_threaded_model(*model, 2);
  EXPECT_EQ(threaded->dimension(), 4);
  EXPECT_EQ(threaded->parameter_names(), model->parameter_names());
  EXPECT_NE(threaded->curvature(), nullptr);
  EXPECT_NE(threaded->expectation(), nullptr);
  EXPECT_EQ(threaded->prior(), model->prior());
  EXPECT_EQ(threaded->lane_width(), model->lane_width());
  EXPECT_TRUE(threaded->is_thread_safe());
}

struct OneThreadOnly {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = -z;
    return -0.5 * z.squaredNorm();
  }
};

TEST(ThreadedModel, RefusesModelsThatAreNotThreadSafe) {
  const std::unique_ptr<Model> model = make_model(OneThreadOnly{});
  EXPECT_THROW(make_threaded_model(*model, 2), InvalidArgument);
  EXPECT_FALSE(make_threaded_model(*model, 1)->is_thread_safe());
  EXPECT_THROW(make_threaded_model(*model, 0), InvalidArgument);
}

/// Throws through evaluate(): its gradient has the wrong size, which names the row, where z is not zero.
struct WrongWhereNotZero {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    if (z[0] != 0) gradient.setZero(static_cast<Index>(z[0]));
    return 0;
  }
  bool is_thread_safe() const { return true; }
};

std::string thrown_of(const Model& model, const Matrix& draws, bool densities_alone) {
  Evaluation evaluation;
  Vector densities;
  try {
    densities_alone ? model.log_densities(draws, densities) : model.evaluate(draws, evaluation);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "nothing";
}

TEST(ThreadedModel, HandsExceptionsToTheCaller) {
  const std::unique_ptr<Model> model = make_model(WrongWhereNotZero{});
  const std::unique_ptr<Model> threaded = make_threaded_model(*model, 4);
  for (const bool densities_alone : {false, true}) {
    EXPECT_EQ(thrown_of(*threaded, Matrix::Zero(100, 1), densities_alone), "nothing");
    for (const Index row : {0, 24, 25, 60, 99}) {  // of the caller's own thread, too
      Matrix draws = Matrix::Zero(100, 1);
      draws(row, 0) = static_cast<double>(100 + row);
      const std::string thrown = thrown_of(*threaded, draws, densities_alone);
      EXPECT_NE(thrown.find(std::to_string(100 + row) + " entries"), std::string::npos) << thrown;
    }
  }
}

TEST(ThreadedModel, HandsOnTheExceptionOfTheFirstRows) {
  const std::unique_ptr<Model> model = make_model(WrongWhereNotZero{});
  const std::unique_ptr<Model> threaded = make_threaded_model(*model, 4);
  Matrix draws = Matrix::Zero(100, 1);
  for (const Index row : {99, 60, 30}) {
    draws(row, 0) = static_cast<double>(100 + row);
    const std::string thrown = thrown_of(*threaded, draws, false);
    EXPECT_NE(thrown.find(std::to_string(100 + row) + " entries"), std::string::npos) << thrown;
  }
}

struct NegativeFails {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector&) const {
    if (z[0] < 0) throw std::domain_error("z is negative: " + std::to_string(z[0]));
    return 0;
  }
  bool is_thread_safe() const { return true; }
};

TEST(ThreadedModel, CountsForItsCaller) {
  const std::unique_ptr<Model> model = make_model(NegativeFails{});
  const std::unique_ptr<Model> threaded = make_threaded_model(*model, 4);
  const Matrix draws = Vector::LinSpaced(100, -49.5, 49.5);
  Evaluation evaluation;
  ModelUse use;
  {
    const ModelUseScope scope(&use);
    threaded->evaluate(draws, evaluation);
  }
  threaded->evaluate(draws, evaluation);  // for nobody
  EXPECT_EQ(use.gradients(), 100);
  ASSERT_EQ(use.failures().size(), 1U);
  EXPECT_EQ(use.failures()[0].count, 50);
}

/// Fails everywhere, at zero last.
struct FailsAtZeroLast {
  std::atomic<bool>* has_failed;

  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector&) const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (z[0] == 0 && !has_failed->load() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    *has_failed = true;
    throw std::domain_error("z is " + std::to_string(z[0]));
  }
  bool is_thread_safe() const { return true; }
};

TEST(ThreadedModel, ReportsTheFailureOfTheFirstRow) {
  std::atomic<bool> has_failed = false;
  const std::unique_ptr<Model> model = make_model(FailsAtZeroLast{&has_failed});
  Evaluation evaluation;
  ModelUse use;
  const ModelUseScope scope(&use);
  make_threaded_model(*model, 4)->evaluate(Vector::LinSpaced(100, 0, 99), evaluation);
  EXPECT_EQ(describe(use.failures()), "100 times: z is 0.000000");
}

TEST(ThreadedModel, SizesTheEvaluation) {
  const std::unique_ptr<Model> model = make_model(WrongWhereNotZero{});
  Evaluation evaluation;
  make_threaded_model(*model, 2)->evaluate(Matrix::Zero(40, 1), evaluation);
  EXPECT_EQ(evaluation.score.rows(), 40);
}

/// Knows the batches that it was asked for, and the threads that were its own then.
class AskedModel final : public Model {
 public:
  AskedModel(Index lane_width, Index part_count) : lane_width_(lane_width), part_count_(part_count) {}
  Index dimension() const override { return 1; }
  std::vector<std::string> parameter_names() const override { return {"x"}; }
  void evaluate(const Matrix& draws, Evaluation& out) const override {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
    while (std::chrono::steady_clock::now() < end) std::this_thread::yield();
    const std::lock_guard<std::mutex> lock(mutex_);
    asked_.emplace_back(draws.rows(), threads_in_scope());
    out.resize(draws.rows(), 1);
  }
  const Curvature* curvature() const override { return nullptr; }
  const Expectation* expectation() const override { return nullptr; }
  const Model* prior() const override { return nullptr; }
  Index lane_width() const override { return lane_width_; }
  Index part_count() const override { return part_count_; }
  bool is_thread_safe() const override { return true; }

  /// Of the last batch of so many draws.
  std::vector<std::pair<Index, Index>> asked(Index draws) const {
    const std::unique_ptr<Model> threaded = make_threaded_model(*this, 2);
    EXPECT_EQ(threaded->part_count(), part_count_);
    Evaluation evaluation;
    threaded->evaluate(Matrix::Zero(1, 1), evaluation);  // which tells how long it takes
    asked_.clear();
    threaded->evaluate(Matrix::Zero(draws, 1), evaluation);
    return asked_;
  }

 private:
  Index lane_width_, part_count_;
  mutable std::mutex mutex_;
  mutable std::vector<std::pair<Index, Index>> asked_;
};

using Batches = std::vector<std::pair<Index, Index>>;

TEST(ThreadedModel, SharesDrawsWhereThereAreNoPartsOfRows) {
  EXPECT_EQ(AskedModel(8, 1).asked(64), Batches(8, {8, 1}));
  EXPECT_EQ(AskedModel(8, 1).asked(8), (Batches{{8, 2}}));
}

TEST(ThreadedModel, SharesAFewDrawsOfASlowModelWithoutLanes) {
  EXPECT_EQ(AskedModel(1, 1).asked(8), Batches(8, {1, 1}));
}

TEST(ThreadedModel, LeavesManyPartsOfRowsToTheModel) { EXPECT_EQ(AskedModel(8, 100).asked(64), (Batches{{64, 2}})); }

}  // namespace
}  // namespace g2t
