// Of exactness at any number of control variates: five regressions each, searched one after the other.
#include <benchmark/benchmark.h>

#include <cmath>
#include <g2t/selection/subset_solver.hpp>
#include <bench/micro/selection/regressions.hpp>

namespace g2t {
namespace {

constexpr Index kMaxToCheck = 10;
constexpr std::int64_t kMaxNodes = 1000000;

bool is_right(const SubsetProblem& problem, const SubsetSearch& found) {
  const std::vector<SubsetSolution> all = solve_all_subsets(problem);
  const SubsetSolution& expected = all[static_cast<std::size_t>(best_subset(all))];
  return found.best.front().members == expected.members &&
         std::abs(found.best.front().product - expected.product) < 1e-9 * expected.product;
}

// Arguments: control variates, correlation of neighbours in percent.
void SearchSubsets(benchmark::State& state) {
  SearchLimits limits;
  limits.max_nodes = kMaxNodes;
  std::vector<SubsetProblem> problems;
  std::int64_t nodes = 0, cut = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    problems.push_back(bench::regression(state.range(0), 0.01 * static_cast<double>(state.range(1)), seed));
    const SubsetSearch found = search_subsets(problems.back(), limits);
    if (state.range(0) <= kMaxToCheck && !is_right(problems.back(), found)) state.SkipWithError("wrong subset");
    nodes += found.nodes;
    cut += found.is_optimal ? 0 : 1;
  }
  for (auto _ : state)
    for (const SubsetProblem& problem : problems) {
      const SubsetSearch found = search_subsets(problem, limits);
      benchmark::DoNotOptimize(found.best.data());
    }
  const double count = static_cast<double>(problems.size());
  state.counters["nodes"] = static_cast<double>(nodes) / count;
  state.counters["cut"] = static_cast<double>(cut);  // searches that hit the limit
  state.counters["each"] = benchmark::Counter(
      count, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);  // seconds a search
}
BENCHMARK(SearchSubsets)->ArgsProduct({{3, 10, 20, 40, 60}, {0, 50, 90, 99}})->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace g2t
