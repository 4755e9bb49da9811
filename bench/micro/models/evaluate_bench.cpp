#include <benchmark/benchmark.h>

#include <micro/problems.hpp>

namespace g2t {
namespace {

void evaluate(benchmark::State& state, const std::unique_ptr<Model>& model) {
  const Index draw_count = state.range(0);
  Matrix draws(draw_count, model->dimension());
  fill_normals({1, Purpose::Check, 0}, draws);
  draws *= 0.1;
  Evaluation evaluation, alone;
  evaluation.resize(draw_count, model->dimension());
  alone.resize(1, model->dimension());
  model->evaluate(draws, evaluation);
  model->evaluate(draws.topRows(1), alone);
  if (evaluation.log_density[0] != alone.log_density[0]) state.SkipWithError("a draw depends on its batch");
  for (auto _ : state) {
    model->evaluate(draws, evaluation);
    benchmark::DoNotOptimize(evaluation.score.data());
  }
  state.SetItemsProcessed(state.iterations() * draw_count);
}

void EvaluateLogistic(benchmark::State& state) { evaluate(state, bench::logistic_model()); }
void EvaluatePoisson(benchmark::State& state) { evaluate(state, bench::poisson_model()); }
void EvaluateNetwork(benchmark::State& state) { evaluate(state, bench::network_model()); }
BENCHMARK(EvaluateLogistic)->Arg(1)->Arg(5)->Arg(8)->Arg(40);
BENCHMARK(EvaluatePoisson)->Arg(1)->Arg(5)->Arg(8)->Arg(40);
BENCHMARK(EvaluateNetwork)->Arg(1)->Arg(5)->Arg(8)->Arg(40);

}  // namespace
}  // namespace g2t
