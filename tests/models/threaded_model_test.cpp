#include <g2t/models/threaded_model.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/models/simulate.hpp>
#include <g2t/models/struct_model.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <support/gaussians.hpp>
#include <thread>

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

}  // namespace
}  // namespace g2t
