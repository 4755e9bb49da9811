// Splits the rows of a batch in whole lanes, one block a thread.
#include <g2t/inference/threaded_model.hpp>

#include <g2t/core/errors.hpp>

#include <algorithm>
#include <thread>
#include <vector>

namespace g2t {
namespace {

class ThreadedModel final : public Model {
 public:
  ThreadedModel(const Model& model, Index thread_count) : model_(model), thread_count_(thread_count) {}

  Index dimension() const override { return model_.dimension(); }
  std::vector<std::string> parameter_names() const override { return model_.parameter_names(); }
  const Curvature* curvature() const override { return model_.curvature(); }
  const Expectation* expectation() const override { return model_.expectation(); }
  const Model* prior() const override { return model_.prior(); }
  Index lane_width() const override { return model_.lane_width(); }
  bool is_thread_safe() const override { return true; }

  void evaluate(const Matrix& draws, Evaluation& out) const override {
    if (draws.rows() < kLeastThreadedDraws) return model_.evaluate(draws, out);
    const Index width = model_.lane_width(), blocks = (draws.rows() + width - 1) / width;
    const Index rows = (blocks + thread_count_ - 1) / thread_count_ * width;  // of each thread, in whole lanes
    std::vector<std::jthread> threads;
    for (Index first = rows; first < draws.rows(); first += rows)
      threads.emplace_back([this, &draws, &out, first, rows] { evaluate_rows(draws, first, rows, out); });
    evaluate_rows(draws, 0, rows, out);
  }

 private:
  void evaluate_rows(const Matrix& draws, Index first, Index rows, Evaluation& out) const {
    const Index count = std::min(rows, draws.rows() - first);
    Evaluation part;
    part.resize(count, draws.cols());
    model_.evaluate(draws.middleRows(first, count), part);
    out.log_density.segment(first, count) = part.log_density;
    out.score.middleRows(first, count) = part.score;
    std::copy(part.failed.begin(), part.failed.end(), out.failed.begin() + first);
  }

  const Model& model_;
  Index thread_count_;
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
