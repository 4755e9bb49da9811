// Draws are shared out where there are enough of them for the time that they take. Else, and for what is of one point, the
// model itself may have threads.
#include <g2t/models/threaded_model.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/core/stopwatch.hpp>
#include <g2t/core/thread_team.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <vector>

#include "models/draw_parts.hpp"

namespace g2t {
namespace {

constexpr Index kRowPartsOfAThread = 4;      // so many parts of the rows, and threads share these
constexpr double kMinThreadedSeconds = 30e-6;  // of a few draws: to hand them over costs some microseconds

class ThreadedCurvature final : public Curvature {
 public:
  ThreadedCurvature(const Curvature* curvature, Index threads) : curvature_(curvature), threads_(threads) {}

  [[nodiscard]] const Curvature* or_null() const { return curvature_ == nullptr ? nullptr : this; }
  void hessian(const Vector& point, Matrix& out) const override {
    const ThreadScope scope(threads_);
    curvature_->hessian(point, out);
  }
  void hessian_diagonal(const Vector& point, Vector& out) const override {
    const ThreadScope scope(threads_);
    curvature_->hessian_diagonal(point, out);
  }
  void hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override {
    const ThreadScope scope(threads_);
    curvature_->hessian_times(point, vectors, products);
  }

 private:
  const Curvature* curvature_;
  Index threads_;
};

class ThreadedExpectation final : public Expectation {
 public:
  ThreadedExpectation(const Expectation* expectation, Index threads) : expectation_(expectation), threads_(threads) {}

  [[nodiscard]] const Expectation* or_null() const { return expectation_ == nullptr ? nullptr : this; }
  [[nodiscard]] bool supports(Structure structure) const override { return expectation_->supports(structure); }
  void expect(const Gaussian& q, ExpectedLogDensity& out) const override {
    const ThreadScope scope(threads_);
    expectation_->expect(q, out);
  }

 private:
  const Expectation* expectation_;
  Index threads_;
};

class ThreadedModel final : public Model {
 public:
  ThreadedModel(const Model& model, Index thread_count)
      : model_(model),
        thread_count_(thread_count),
        curvature_(model.curvature(), thread_count),
        expectation_(model.expectation(), thread_count) {}

  Index dimension() const override { return model_.dimension(); }
  std::vector<std::string> parameter_names() const override { return model_.parameter_names(); }
  const Curvature* curvature() const override { return curvature_.or_null(); }
  const Expectation* expectation() const override { return expectation_.or_null(); }
  const Model* prior() const override { return model_.prior(); }
  const RowSums* row_sums() const override { return model_.row_sums(); }
  const Quantities* quantities() const override { return model_.quantities(); }
  Index lane_width() const override { return model_.lane_width(); }
  Index part_count() const override { return model_.part_count(); }
  bool is_thread_safe() const override { return model_.is_thread_safe(); }
  std::string shared_state() const override { return model_.shared_state(); }

  void evaluate(const Matrix& draws, Evaluation& out) const override {
    if (!is_shared(draws.rows())) return alone(draws.rows(), [&] { model_.evaluate(draws, out); });
    out.resize(draws.rows(), draws.cols());
    in_parts(draws, [&](Index first, const Matrix& part) {
      Evaluation evaluation;
      evaluation.resize(part.rows(), part.cols());
      model_.evaluate(part, evaluation);
      out.log_density.segment(first, part.rows()) = evaluation.log_density;
      out.score.middleRows(first, part.rows()) = evaluation.score;
      std::copy(evaluation.failed.begin(), evaluation.failed.end(), out.failed.begin() + first);
    });
  }
  void log_densities(const Matrix& draws, Vector& out) const override {
    if (!is_shared(draws.rows())) return alone(draws.rows(), [&] { model_.log_densities(draws, out); });
    out.resize(draws.rows());
    in_parts(draws, [&](Index first, const Matrix& part) {
      Vector values;
      model_.log_densities(part, values);
      out.segment(first, part.rows()) = values;
    });
  }

 private:
  // A few draws of a model without lanes are, where it is slow.
  [[nodiscard]] bool is_shared(Index draw_count) const {
    // Each part of the rows is gone through once for all draws, which counts where they do not stay in a cache.
    if (thread_count_ == 1 || draw_count < 2 || model_.part_count() >= kRowPartsOfAThread * thread_count_) return false;
    if (draw_count >= kMinThreadedDraws) return true;
    return model_.lane_width() == 1 && static_cast<double>(draw_count) * seconds_a_draw_ >= kMinThreadedSeconds;
  }

  template <class Evaluate>
  void alone(Index draw_count, const Evaluate& evaluate) const {
    const ThreadScope scope(thread_count_);
    const Stopwatch watch;
    evaluate();
    if (thread_count_ > 1) seconds_a_draw_ = watch.seconds() / static_cast<double>(draw_count);
  }

  // Calls use(first row, rows) for parts of the rows; rethrows what the first of those that threw threw.
  template <class Use>
  void in_parts(const Matrix& draws, const Use& use) const {
    const Index width = model_.lane_width();
    std::vector<ModelUse> uses(models::draw_part_count(draws.rows(), width, thread_count_));
    std::exception_ptr error;
    try {
      models::share_draws(draws.rows(), width, thread_count_, [&](std::size_t part, Index first, Index rows) {
        const ModelUseScope scope(&uses[part]);
        use(first, Matrix(draws.middleRows(first, rows)));
      });
    } catch (...) {
      error = std::current_exception();
    }
    // In the order of rows, so that the first failure of a kind does not depend on which thread is the quickest.
    if (ModelUse* const of_caller = current_model_use())
      for (const ModelUse& use_of_part : uses) of_caller->add(use_of_part);
    if (error) std::rethrow_exception(error);
  }

  const Model& model_;
  Index thread_count_;
  mutable std::atomic<double> seconds_a_draw_ = 0;  // of the latest few that were not shared out
  ThreadedCurvature curvature_;
  ThreadedExpectation expectation_;
};

}  // namespace

std::unique_ptr<Model> make_threaded_model(const Model& model, Index thread_count) {
  const std::string function = "make_threaded_model", value = std::to_string(thread_count);
  if (thread_count < 1) throw InvalidArgument(function, "threads", value, "must be positive");
  if (thread_count > 1 && !model.is_thread_safe())
    throw InvalidArgument(function, "threads", value, "this model can be evaluated by one thread only");
  return std::make_unique<ThreadedModel>(model, thread_count);
}

}  // namespace g2t
