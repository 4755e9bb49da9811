// Seconds of what a step of several processes exchanges: draws to all, and sums back. usage: mpirun -n K g2t_exchange
#include <g2t/models/shared_rows.hpp>
#include <g2t/ranks/launch.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

namespace g2t {
namespace {

/// One number a draw and coordinate, and no work: what is left is the exchange.
class NoRows final : public Likelihood {
 public:
  explicit NoRows(Index dimension) : dimension_(dimension) {}
  Index dimension() const override { return dimension_; }
  void add(const Matrix& draws, Vector& log_density, Matrix& score) const override {
    log_density.array() += 1;
    score += draws;
  }
  void add_density(const Matrix&, Vector& log_density) const override { log_density.array() += 1; }
  void add_hessian(const Vector&, Matrix&) const override {}
  void add_hessian_diagonal(const Vector&, Vector&) const override {}
  void add_hessian_times(const Vector&, const Matrix&, Matrix&) const override {}
  bool supports(Structure) const override { return false; }
  void add_expectation(const Gaussian&, ExpectedLogDensity&) const override {}
  Index lane_width() const override { return 8; }

 private:
  Index dimension_;
};

double median_microseconds(const Likelihood& likelihood, Index dimension) {
  constexpr int kRepeats = 2001;
  const Matrix draws = Matrix::Constant(8, dimension, 0.5);
  Vector log_density(8);
  Matrix score(8, dimension);
  std::vector<double> times;
  for (int k = 0; k < kRepeats; ++k) {
    log_density.setZero();
    score.setZero();
    const auto begin = std::chrono::steady_clock::now();
    likelihood.add(draws, log_density, score);
    times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count());
  }
  std::nth_element(times.begin(), times.begin() + kRepeats / 2, times.end());
  return times[kRepeats / 2];
}

int run() {
  if (launched_count() == 1 || !has_mpi()) {
    std::fprintf(stderr, "usage: mpirun -n K g2t_exchange, built with MPI\n");
    return 2;
  }
  const std::unique_ptr<Communicator> others = join_ranks();
  for (const Index dimension : {1, 10, 51, 124, 500, 2000, 10000}) {
    std::unique_ptr<Likelihood> part = std::make_unique<NoRows>(dimension);
    const double alone = median_microseconds(*part, dimension);
    if (!others->is_first()) {
      serve_rows(part.get(), *others);
      continue;
    }
    const std::unique_ptr<Likelihood> shared = share_rows(std::move(part), *others);
    Vector log_density = Vector::Zero(8);
    Matrix score = Matrix::Zero(8, dimension);
    shared->add(Matrix::Constant(8, dimension, 0.5), log_density, score);
    if (log_density[7] != static_cast<double>(others->count()) || score(7, dimension - 1) != 0.5 * log_density[7]) return 1;
    std::printf("%ld processes, %5ld parameters: %8.1f us, %6.1f of them in one process\n", static_cast<long>(others->count()),
                static_cast<long>(dimension), median_microseconds(*shared, dimension), alone);
  }
  return 0;
}

}  // namespace
}  // namespace g2t

int main() { return g2t::run(); }
