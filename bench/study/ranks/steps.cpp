// Seconds of an evaluation of eight draws whose rows are spread over processes.
// usage: mpirun -n K g2t_steps ROWS FEATURES, or without mpirun
#include <g2t/models/logistic.hpp>
#include <g2t/models/shared_rows.hpp>
#include <g2t/models/simulate.hpp>
#include <g2t/ranks/launch.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <utility>
#include <vector>

namespace g2t {
namespace {

double milliseconds_of(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

/// Times of a process's own rows, by the processor's clock: another program on the same core does not count.
class TimedRows final : public Likelihood {
 public:
  explicit TimedRows(std::unique_ptr<Likelihood> rows) : rows_(std::move(rows)) {}
  Index dimension() const override { return rows_->dimension(); }
  void add(const Matrix& draws, Vector& log_density, Matrix& score) const override {
    const double begin = milliseconds_of(CLOCK_THREAD_CPUTIME_ID);
    rows_->add(draws, log_density, score);
    times.push_back(milliseconds_of(CLOCK_THREAD_CPUTIME_ID) - begin);
  }
  void add_hessian(const Vector& point, Matrix& out) const override { rows_->add_hessian(point, out); }
  void add_hessian_diagonal(const Vector& point, Vector& out) const override { rows_->add_hessian_diagonal(point, out); }
  void add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override {
    rows_->add_hessian_times(point, vectors, products);
  }
  bool supports(Structure structure) const override { return rows_->supports(structure); }
  void add_expectation(const Gaussian& q, ExpectedLogDensity& out) const override { rows_->add_expectation(q, out); }
  Index lane_width() const override { return rows_->lane_width(); }

  mutable std::vector<double> times;

 private:
  std::unique_ptr<Likelihood> rows_;
};

void print_times(const Model& model, const TimedRows& own, Index count, Index rows) {
  constexpr int kRepeats = 31;
  const Matrix draws = 0.1 * Matrix::Random(8, model.dimension());
  Evaluation evaluation;
  std::vector<double> times;
  for (int k = 0; k < kRepeats; ++k) {
    evaluation.resize(8, model.dimension());
    const double begin = milliseconds_of(CLOCK_MONOTONIC);
    model.evaluate(draws, evaluation);
    times.push_back(milliseconds_of(CLOCK_MONOTONIC) - begin);
  }
  std::printf("%ld processes, %ld rows: %.3f ms (median of %d, least %.3f); processor time of own rows %.3f ms\n",
              static_cast<long>(count), static_cast<long>(rows), median(times), kRepeats,
              *std::min_element(times.begin(), times.end()), median(own.times));
}

int run(Index rows, Index features) {
  const Index count = launched_count();
  const std::unique_ptr<Communicator> others = count == 1 ? nullptr : join_ranks();
  const Index rank = others == nullptr ? 0 : others->rank(), first = rows * rank / count, end = rows * (rank + 1) / count;
  LogisticData data = simulate_logistic(end - first, features, static_cast<std::uint64_t>(rank) + 1).data;
  const TimedRows* own = nullptr;
  const std::unique_ptr<Model> model =
      make_logistic(std::move(data), kLogisticPriorScale, [&](std::unique_ptr<Likelihood> part) -> std::unique_ptr<Likelihood> {
        auto timed = std::make_unique<TimedRows>(std::move(part));
        own = timed.get();
        if (others != nullptr && others->is_first()) return share_rows(std::move(timed), *others);
        return timed;
      });
  if (rank == 0)
    print_times(*model, *own, count, rows);
  else
    serve_rows(own, *others);
  return 0;
}

}  // namespace
}  // namespace g2t

int main(int argc, char** argv) {
  if (argc == 3) return g2t::run(std::atol(argv[1]), std::atol(argv[2]));
  std::fprintf(stderr, "usage: [mpirun -n K] %s ROWS FEATURES\n", argv[0]);
  return 2;
}
