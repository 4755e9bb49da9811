// Seconds of an evaluation of eight draws whose rows are spread over processes. usage: mpirun -n K steps ROWS FEATURES, or without mpirun
#include <g2t/models/logistic.hpp>
#include <g2t/models/shared_rows.hpp>
#include <g2t/models/simulate.hpp>
#include <g2t/ranks/launch.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace g2t {
namespace {

void print_times(const Model& model, Index count, Index rows) {
  constexpr int kRepeats = 31;
  const Matrix draws = 0.1 * Matrix::Random(8, model.dimension());
  Evaluation evaluation;
  std::vector<double> times;
  for (int k = 0; k < kRepeats; ++k) {
    evaluation.resize(8, model.dimension());
    const auto begin = std::chrono::steady_clock::now();
    model.evaluate(draws, evaluation);
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(times.begin(), times.end());
  std::printf("%ld processes, %ld rows: %.3f ms (median of %d, quickest %.3f)\n", static_cast<long>(count), static_cast<long>(rows),
              times[kRepeats / 2], kRepeats, times.front());
}

int run(Index rows, Index features) {
  const Index count = launched_count();
  const std::unique_ptr<Communicator> others = count == 1 ? nullptr : join_ranks();
  const Index rank = others == nullptr ? 0 : others->rank(), first = rows * rank / count, end = rows * (rank + 1) / count;
  LogisticData data = simulate_logistic(end - first, features, static_cast<std::uint64_t>(rank) + 1).data;
  if (others == nullptr) {
    print_times(*make_logistic(std::move(data)), count, rows);
    return 0;
  }
  const Likelihood* part = nullptr;
  const std::unique_ptr<Model> model = make_logistic(std::move(data), kLogisticPriorScale, [&](std::unique_ptr<Likelihood> own) {
    part = own.get();
    return others->is_first() ? share_rows(std::move(own), *others) : std::move(own);
  });
  if (others->is_first())
    print_times(*model, count, rows);
  else
    serve_rows(part, *others);
  return 0;
}

}  // namespace
}  // namespace g2t

int main(int argc, char** argv) {
  if (argc == 3) return g2t::run(std::atol(argv[1]), std::atol(argv[2]));
  std::fprintf(stderr, "usage: [mpirun -n K] %s ROWS FEATURES\n", argv[0]);
  return 2;
}
