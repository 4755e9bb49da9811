#include <g2t/core/random.hpp>

#include <benchmark/benchmark.h>

#include <cmath>

namespace g2t {
namespace {

void FillNormals(benchmark::State& state) {
  Matrix normals(state.range(0), 124);
  fill_normals({1, Purpose::Step, 0}, normals);
  if (std::abs(normals.mean()) > 5 / std::sqrt(static_cast<double>(normals.size()))) state.SkipWithError("mean");
  std::uint64_t iteration = 0;
  for (auto _ : state) {
    fill_normals({1, Purpose::Step, iteration++}, normals);
    benchmark::DoNotOptimize(normals.data());
  }
  state.SetItemsProcessed(state.iterations() * normals.size());
}
BENCHMARK(FillNormals)->Arg(5)->Arg(8);

}  // namespace
}  // namespace g2t
