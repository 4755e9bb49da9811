// Each process evaluates a run of rows and leaves the others zero; the sum has them all.
#include <algorithm>
#include <g2t/core/errors.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/models/shared_draws.hpp>
#include <g2t/models/threaded_model.hpp>
#include <string>
#include <utility>
#include <vector>

#include "models/rank_request.hpp"

namespace g2t {
namespace {

using models::Asked;
using models::RankRequest;

struct Share {
  Index first = 0, count = 0;
};

Share share_of(Index draw_count, const Communicator& communicator) {
  const Index first = draw_count * communicator.rank() / communicator.count();
  return {first, draw_count * (communicator.rank() + 1) / communicator.count() - first};
}

// Where the numbers of all draws are: log densities, flags, scores by columns; at the end what other processes have counted.
struct DrawsLayout {
  Index rows = 0, columns = 0;
  bool has_score = false;

  explicit DrawsLayout(const RankRequest& request)
      : rows(request.rows.rows()), columns(request.rows.cols()), has_score(request.asked == Asked::Evaluation) {}
  [[nodiscard]] Index flags() const { return rows; }
  [[nodiscard]] Index scores() const { return 2 * rows; }
  [[nodiscard]] Index counts() const { return has_score ? (2 + columns) * rows : rows; }
  [[nodiscard]] Index size() const { return counts() + 2; }
};

void evaluate_share(const RankRequest& request, const Model& model, const Share& share, std::vector<double>& out) {
  const DrawsLayout layout(request);
  const Matrix own = request.rows.middleRows(share.first, share.count);
  if (!layout.has_score) {
    Vector values;
    model.log_densities(own, values);
    std::copy(values.begin(), values.end(), out.begin() + share.first);
    return;
  }
  Evaluation evaluation;
  evaluation.resize(own.rows(), own.cols());
  model.evaluate(own, evaluation);
  std::copy(evaluation.log_density.begin(), evaluation.log_density.end(), out.begin() + share.first);
  std::copy(evaluation.failed.begin(), evaluation.failed.end(), out.begin() + layout.flags() + share.first);
  Eigen::Map<Matrix>(out.data() + layout.scores(), layout.rows, layout.columns).middleRows(share.first, share.count) =
      evaluation.score;
}

// This process's numbers; the first takes the sums.
std::vector<double> exchange(const RankRequest& request, const Model& model, Communicator& communicator) {
  const DrawsLayout layout(request);
  std::vector<double> out(static_cast<std::size_t>(layout.size()));
  const Share share = share_of(layout.rows, communicator);
  if (communicator.is_first()) {
    if (share.count > 0) evaluate_share(request, model, share, out);
  } else if (share.count > 0) {
    ModelUse use;
    const ModelUseScope scope(&use);
    evaluate_share(request, model, share, out);
    out[static_cast<std::size_t>(layout.counts())] = static_cast<double>(use.gradients());
    out[static_cast<std::size_t>(layout.counts()) + 1] = static_cast<double>(use.densities());
  }
  communicator.sum_to_first(out.data(), layout.size());
  return out;
}

std::unique_ptr<Model> in_threads(const Model& model, Index thread_count) {
  return make_threaded_model(model, model.is_thread_safe() ? thread_count : 1);
}

class SharedDraws final : public Model {
 public:
  SharedDraws(std::unique_ptr<Model> model, Communicator& communicator, Index thread_count)
      : own_(std::move(model)), threaded_(in_threads(*own_, thread_count)), model_(*threaded_), communicator_(communicator) {}
  ~SharedDraws() override { models::send({}, communicator_); }
  SharedDraws(const SharedDraws&) = delete;
  SharedDraws& operator=(const SharedDraws&) = delete;

  [[nodiscard]] Index dimension() const override { return model_.dimension(); }
  [[nodiscard]] std::vector<std::string> parameter_names() const override { return model_.parameter_names(); }
  [[nodiscard]] const Curvature* curvature() const override { return model_.curvature(); }
  [[nodiscard]] const Expectation* expectation() const override { return model_.expectation(); }
  [[nodiscard]] const Model* prior() const override { return model_.prior(); }
  [[nodiscard]] const Quantities* quantities() const override { return model_.quantities(); }
  [[nodiscard]] Index lane_width() const override { return model_.lane_width(); }
  [[nodiscard]] bool is_thread_safe() const override { return false; }
  [[nodiscard]] std::string shared_state() const override { return model_.shared_state(); }

  void evaluate(const Matrix& draws, Evaluation& out) const override {
    if (draws.rows() < 2) return model_.evaluate(draws, out);
    const RankRequest request = request_of(Asked::Evaluation, draws);
    const DrawsLayout layout(request);
    const std::vector<double> sums = exchange_all(request);
    out.resize(layout.rows, layout.columns);
    out.log_density = Eigen::Map<const Vector>(sums.data(), layout.rows);
    std::copy_n(sums.begin() + layout.flags(), layout.rows, out.failed.begin());
    out.score = Eigen::Map<const Matrix>(sums.data() + layout.scores(), layout.rows, layout.columns);
    note_failures(draws, [&out](Index draw) {
      return out.failed[static_cast<std::size_t>(draw)] != 0 ||
             why_not_finite(out.log_density(draw), out.score.row(draw).transpose()) != nullptr;
    }, [this](const Matrix& draw) {
      Evaluation alone;
      alone.resize(1, draw.cols());
      model_.evaluate(draw, alone);
    });
  }
  void log_densities(const Matrix& draws, Vector& out) const override {
    if (draws.rows() < 2) return model_.log_densities(draws, out);
    const std::vector<double> sums = exchange_all(request_of(Asked::Densities, draws));
    out = Eigen::Map<const Vector>(sums.data(), draws.rows());
    note_failures(draws, [&out](Index draw) { return why_not_finite(out(draw), Vector()) != nullptr; },
                  [this](const Matrix& draw) {
                    Vector alone;
                    model_.log_densities(draw, alone);
                  });
  }

 private:
  static RankRequest request_of(Asked asked, const Matrix& draws) {
    RankRequest request;
    request.asked = asked;
    request.rows = draws;
    return request;
  }
  [[nodiscard]] std::vector<double> exchange_all(const RankRequest& request) const {
    std::vector<double> sums;
    try {
      models::send(request, communicator_);
      sums = exchange(request, model_, communicator_);
    } catch (...) {
      communicator_.give_up();
      throw;
    }
    count_gradients(static_cast<Index>(sums[sums.size() - 2]));
    count_densities(static_cast<Index>(sums.back()));
    return sums;
  }
  // Why a draw of another process failed is known there alone: it is evaluated again for its reason, and not counted twice.
  template <class HasFailed, class EvaluateAgain>
  void note_failures(const Matrix& draws, const HasFailed& has_failed, const EvaluateAgain& evaluate_again) const {
    ModelUse use;
    {
      const ModelUseScope scope(&use);
      for (Index draw = share_of(draws.rows(), communicator_).count; draw < draws.rows(); ++draw)
        if (has_failed(draw)) evaluate_again(draws.row(draw));
    }
    if (ModelUse* const of_caller = current_model_use()) of_caller->add(0, 0, use.failures());
  }

  std::unique_ptr<Model> own_, threaded_;
  const Model& model_;
  Communicator& communicator_;
};

}  // namespace

std::unique_ptr<Model> share_draws(std::unique_ptr<Model> model, Communicator& communicator, Index thread_count) {
  if (model == nullptr) throw InvalidArgument("share_draws", "model", "null", "must be given");
  if (!communicator.is_first())
    throw InvalidArgument("share_draws", "rank", std::to_string(communicator.rank()), "must be the first");
  return std::make_unique<SharedDraws>(std::move(model), communicator, thread_count);
}

void serve_draws(const Model& model, Communicator& communicator, Index thread_count) {
  const std::unique_ptr<Model> threaded = in_threads(model, thread_count);
  while (true) {
    const RankRequest request = models::receive(communicator);
    if (request.asked == Asked::End) return;
    static_cast<void>(exchange(request, *threaded, communicator));
  }
}

}  // namespace g2t
