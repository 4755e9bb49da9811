#include <kernels/full_rank.h>

#include <benchmark/benchmark.h>

#include <bench/micro/problems.hpp>

namespace g2t {
namespace {

Matrix normals_of(Index draw_count, Index d, std::uint64_t seed) {
  Matrix normals(draw_count, d);
  fill_normals({seed, Purpose::Check, 0}, normals);
  return normals;
}

void TransformFullRank(benchmark::State& state) {
  const Index d = state.range(0), draw_count = state.range(1);
  const Matrix normals = normals_of(draw_count, d, 1);
  Matrix lower = normals_of(d, d, 2).triangularView<Eigen::Lower>(), draws(draw_count, d);
  Gaussian q;
  q.structure = Structure::Dense;
  q.mean = Vector::Ones(d);
  q.cholesky = lower;
  transform_normals(q, normals, draws);
  const Matrix expected = (normals * lower.transpose()).rowwise() + q.mean.transpose();
  if (!draws.isApprox(expected, 1e-12)) state.SkipWithError("wrong draws");
  for (auto _ : state) {
    transform_normals(q, normals, draws);
    benchmark::DoNotOptimize(draws.data());
  }
}
BENCHMARK(TransformFullRank)->Args({124, 5})->Args({124, 8});

void MeanLowerOuterProduct(benchmark::State& state) {
  const Index d = state.range(0), draw_count = state.range(1);
  const Matrix v = normals_of(draw_count, d, 1), xi = normals_of(draw_count, d, 2);
  Vector packed(d * (d + 1) / 2);
  kernels::mean_lower_outer_product(d, v.data(), xi.data(), draw_count, packed.data());
  if (std::abs(packed[1] - v.col(1).dot(xi.col(0)) / static_cast<double>(draw_count)) > 1e-12)
    state.SkipWithError("wrong product");
  for (auto _ : state) {
    kernels::mean_lower_outer_product(d, v.data(), xi.data(), draw_count, packed.data());
    benchmark::DoNotOptimize(packed.data());
  }
}
BENCHMARK(MeanLowerOuterProduct)->Args({124, 5})->Args({124, 8});

}  // namespace
}  // namespace g2t
