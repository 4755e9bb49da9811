#include <g2t/inference/terms.hpp>
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/gradient_estimator.hpp>
#include <g2t/estimators/recipes.hpp>

#include <benchmark/benchmark.h>

#include <bench/micro/problems.hpp>

namespace g2t {
namespace {

// Draws and gradient of one step by a named recipe, as a fit makes them.
void step(benchmark::State& state, const std::unique_ptr<Model>& model, Structure structure, const char* name) {
  const std::unique_ptr<Family> q = bench::start(*model, structure);
  const TermSet terms = make_terms(*model, structure, {"all"});
  GradientEstimator estimator(recipe_by_name(name, 8, false), terms);
  Batch batch;
  Vector gradient;
  std::uint64_t iteration = 0;
  for (auto _ : state) {
    draw_batch(*model, *q, {1, Purpose::Step, iteration++}, 8, false, batch);
    estimator.evaluate(*q, batch, gradient);
    benchmark::DoNotOptimize(gradient.data());
  }
  if (!gradient.allFinite()) state.SkipWithError("gradient is not finite");
}

BENCHMARK_CAPTURE(step, logistic_rep, bench::logistic_model(), Structure::Dense, "rep");
BENCHMARK_CAPTURE(step, logistic_stl, bench::logistic_model(), Structure::Dense, "stl");
BENCHMARK_CAPTURE(step, logistic_miller, bench::logistic_model(), Structure::Dense, "miller");
BENCHMARK_CAPTURE(step, poisson_rep, bench::poisson_model(), Structure::Diagonal, "rep");
BENCHMARK_CAPTURE(step, poisson_stl, bench::poisson_model(), Structure::Diagonal, "stl");
BENCHMARK_CAPTURE(step, poisson_miller, bench::poisson_model(), Structure::Diagonal, "miller");
BENCHMARK_CAPTURE(step, network_rep, bench::network_model(), Structure::Diagonal, "rep");
BENCHMARK_CAPTURE(step, network_stl, bench::network_model(), Structure::Diagonal, "stl");
BENCHMARK_CAPTURE(step, network_miller, bench::network_model(), Structure::Diagonal, "miller");

}  // namespace
}  // namespace g2t
