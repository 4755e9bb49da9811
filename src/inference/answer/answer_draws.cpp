// Each fills draws, densities and groups; summaries come later.
#include <core/decompositions.h>
#include <inference/answer/answer_draws.h>

#include <algorithm>
#include <g2t/core/resample.hpp>
#include <limits>
#include <numeric>

namespace g2t {
namespace {

constexpr std::uint64_t kStride = 2'654'435'761;  // a prime: it leaves an order of any number of rows well mixed

std::vector<Index> mixed_order(std::size_t count) {
  std::vector<Index> order(count);
  std::uint64_t at = 0;
  for (Index& place : order) {
    place = static_cast<Index>(at);
    at = (at + kStride) % count;
  }
  return order;
}

}  // namespace

Vector log_density_at(const Gaussian& q, const Matrix& draws) {
  const Matrix centred = draws.rowwise() - q.mean.transpose();
  return log_density_of_normals(q, solve_root(q, centred));
}

Posterior gaussian_answer(const QSample& of_q, Index count) {
  count = std::min(count, of_q.draws().rows());
  Posterior out;
  out.way = AnswerWay::Gaussian;
  out.draws = of_q.draws().topRows(count);
  out.log_q = of_q.log_q().head(count);
  out.log_density = Vector::Constant(count, std::numeric_limits<double>::quiet_NaN());
  const Index known = std::min(count, of_q.evaluated());
  out.log_density.head(known) = of_q.log_density().head(known);
  for (Index k = 0; k < count; ++k) out.groups.push_back(QSample::pair_of(k));
  return out;
}

Posterior weighted_answer(const Gaussian& q, const Matrix& pool, const Vector& log_density, const Vector& weights, Index count,
                          const SampleStreams& sample) {
  double uniform = 0.5;
  fill_uniforms(sample.resampling(), {&uniform, 1});
  const std::vector<Index> ascending = resample(weights, count, uniform);
  std::vector<Index> rows;
  for (const Index place : mixed_order(ascending.size())) rows.push_back(ascending[static_cast<std::size_t>(place)]);
  Posterior out;
  out.way = AnswerWay::Weighted;
  out.draws = pool(rows, Eigen::all);
  out.log_density = log_density(rows);
  out.log_q = log_density_at(q, out.draws);
  out.groups = std::move(rows);  // copies of one row
  return out;
}

Posterior moved_answer(const Gaussian& q, ChainDraws chains) {
  Posterior out;
  out.way = AnswerWay::Moved;
  out.draws = std::move(chains.draws);
  out.log_density = std::move(chains.log_density);
  if (out.draws.rows() > 0) out.log_q = log_density_at(q, out.draws);
  out.chain_count = chains.chain_count;
  for (Index k = 0; k < out.draws.rows(); ++k) out.groups.push_back(k % chains.chain_count);
  out.chains = std::move(chains.checks);
  return out;
}

}  // namespace g2t
