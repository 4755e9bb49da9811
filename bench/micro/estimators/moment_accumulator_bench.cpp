#include <g2t/inference/terms.hpp>
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/moment_accumulator.hpp>

#include <benchmark/benchmark.h>

#include <bench/micro/problems.hpp>

namespace g2t {
namespace {

void moments_of(benchmark::State& state, const std::unique_ptr<Model>& model, Structure structure) {
  const std::unique_ptr<Family> q = bench::start(*model, structure);
  const TermSet terms = make_terms(*model, structure, {"all"});
  Batch batch;
  draw_batch(*model, *q, {1, Purpose::Selection, 0}, 40, false, batch);
  for (auto _ : state) {
    MomentAccumulator accumulator(terms, *q, MomentUnit::Draw);
    accumulator.add(batch);
    const Moments moments = accumulator.moments();
    if (!(moments.u() > 0)) state.SkipWithError("no moments");
  }
  state.SetItemsProcessed(state.iterations() * 40);
}

BENCHMARK_CAPTURE(moments_of, logistic, bench::logistic_model(), Structure::Dense);
BENCHMARK_CAPTURE(moments_of, poisson, bench::poisson_model(), Structure::Diagonal);
BENCHMARK_CAPTURE(moments_of, network, bench::network_model(), Structure::Diagonal);

}  // namespace
}  // namespace g2t
