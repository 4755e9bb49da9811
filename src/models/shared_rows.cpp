// Every function sends what is asked for, evaluates its own part while the others do theirs, and takes the sum.
#include <g2t/core/errors.hpp>
#include <g2t/models/shared_rows.hpp>
#include <string>
#include <utility>

#include "models/rank_numbers.hpp"
#include "models/rank_request.hpp"

namespace g2t {
namespace {

using models::Asked;
using models::RankRequest;

void check_sharing(const std::string& function, bool has_part, const Communicator& communicator, Index thread_count) {
  if (!has_part) throw InvalidArgument(function, "part", "null", "must be given");
  if (!communicator.is_first()) throw InvalidArgument(function, "rank", std::to_string(communicator.rank()), "must be the first");
  if (thread_count < 1) throw InvalidArgument(function, "threads", std::to_string(thread_count), "must be positive");
}

RankRequest request_of(Asked asked, const Matrix& rows) {
  RankRequest request;
  request.asked = asked;
  request.rows = rows;
  return request;
}

class SharedRows final : public Likelihood {
 public:
  SharedRows(std::unique_ptr<Likelihood> part, Communicator& communicator, Index thread_count)
      : part_(std::move(part)), communicator_(communicator), thread_count_(thread_count) {}
  ~SharedRows() override { models::send({}, communicator_); }
  SharedRows(const SharedRows&) = delete;
  SharedRows& operator=(const SharedRows&) = delete;

  [[nodiscard]] Index dimension() const override { return part_->dimension(); }
  void add(const Matrix& draws, Vector& log_density, Matrix& score) const override {
    models::add_evaluation(sums(request_of(Asked::Evaluation, draws)), log_density, score);
  }
  void add_density(const Matrix& draws, Vector& log_density) const override {
    models::add_vector(sums(request_of(Asked::Densities, draws)), log_density);
  }
  void add_hessian(const Vector& point, Matrix& out) const override {
    models::add_matrix(sums(request_of(Asked::Hessian, point.transpose())), out);
  }
  void add_hessian_diagonal(const Vector& point, Vector& out) const override {
    models::add_vector(sums(request_of(Asked::HessianDiagonal, point.transpose())), out);
  }
  void add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override {
    Matrix rows(1 + vectors.rows(), point.size());
    rows.row(0) = point.transpose();
    rows.bottomRows(vectors.rows()) = vectors;
    models::add_matrix(sums(request_of(Asked::HessianTimes, rows)), products);
  }
  [[nodiscard]] bool supports(Structure structure) const override { return part_->supports(structure); }
  void add_expectation(const Gaussian& q, ExpectedLogDensity& out) const override {
    RankRequest request;
    request.asked = Asked::Expectation;
    request.q = q;
    models::add_expectation(sums(request), q, out);
  }
  [[nodiscard]] Index lane_width() const override { return part_->lane_width(); }

 private:
  [[nodiscard]] std::vector<double> sums(const RankRequest& request) const {
    try {
      models::send(request, communicator_);
      std::vector<double> out = models::part_of_rows(request, part_.get(), thread_count_);
      communicator_.sum_to_first(out.data(), static_cast<Index>(out.size()));
      return out;
    } catch (...) {
      communicator_.give_up();
      throw;
    }
  }

  std::unique_ptr<Likelihood> part_;
  Communicator& communicator_;
  Index thread_count_;
};

}  // namespace

std::unique_ptr<Likelihood> share_rows(std::unique_ptr<Likelihood> part, Communicator& communicator, Index thread_count) {
  check_sharing("share_rows", part != nullptr, communicator, thread_count);
  return std::make_unique<SharedRows>(std::move(part), communicator, thread_count);
}

void serve_rows(const Likelihood* part, Communicator& communicator, Index thread_count) {
  while (true) {
    const RankRequest request = models::receive(communicator);
    if (request.asked == Asked::End) return;
    std::vector<double> out = models::part_of_rows(request, part, thread_count);
    communicator.sum_to_first(out.data(), static_cast<Index>(out.size()));
  }
}

}  // namespace g2t
