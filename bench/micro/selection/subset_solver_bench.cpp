#include <g2t/core/random.hpp>
#include <g2t/selection/subset_solver.hpp>

#include <benchmark/benchmark.h>

namespace g2t {
namespace {

void SolveAllSubsets(benchmark::State& state) {
  const Index count = state.range(0);
  Matrix x(400, count + 1);
  fill_normals({1, Purpose::Check, 0}, x);
  x.col(0) += x.rightCols(count).rowwise().sum();
  const Matrix gram = x.transpose() * x / 400;
  SubsetProblem problem = problem_of_products(gram);
  problem.seconds = Vector::Constant(count, 0.01);
  if (best_subset(solve_all_subsets(problem)) + 1 != Index{1} << count) state.SkipWithError("wrong subset");
  for (auto _ : state) {
    const std::vector<SubsetSolution> solutions = solve_all_subsets(problem);
    benchmark::DoNotOptimize(solutions.data());
  }
}
BENCHMARK(SolveAllSubsets)->Arg(3)->Arg(4)->Arg(8);

}  // namespace
}  // namespace g2t
