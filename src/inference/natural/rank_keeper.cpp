// Nats decide: a direction that brings less than a tenth of one is left to the scales.
#include <inference/natural/rank_keeper.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/streams.hpp>

namespace g2t {
namespace {

constexpr double kWorth = 0.1;       // nats that a new direction must bring,
constexpr double kStillWorth = 0.02;  // and that an old one may sink to
constexpr Index kSearchDraws = 4;    // in pairs
constexpr int kSearches = 4;
constexpr Index kProbes = 32;        // products for the scales of a start
constexpr double kRankWork = 1e7;    // dimension rank^2, which is a step's cost, at most,
constexpr Index kLeastMaxRank = 8, kMostMaxRank = 64;  // but for these
constexpr Index kJudgedPairs = 16;     // of draws on which two q are compared
constexpr double kWorse = 2;           // standard errors,
constexpr double kMuchWorse = 3;       // or nats: tails make standard errors large
constexpr Index kMostShortBlocks = 3;  // that find more to do, before the run takes what it has

Matrix mirrored(const Matrix& half) {
  Matrix out(2 * half.rows(), half.cols());
  out << half, -half;
  return out;
}

// log p - log q at q's draws, without what is the same for all q; means of pairs.
Vector pair_elbos(const Model& model, const Gaussian& q, const Matrix& normals) {
  Matrix draws;
  transform_normals(q, normals, draws);
  Vector values;
  model.log_densities(draws, values);
  const Index pairs = normals.rows() / 2;
  return (0.5 * (values.head(pairs) + values.tail(pairs))).array() + entropy(q);
}

// Second derivatives at a few points promise what q, which is wide, need not keep.
bool is_worse(const Model& model, const Gaussian& q, const Gaussian& than, const Matrix& normals) {
  const Vector values = pair_elbos(model, q, normals), before = pair_elbos(model, than, normals);
  const Index failed = (!values.array().isFinite()).count(), failed_before = (!before.array().isFinite()).count();
  if (failed + failed_before > 0) return failed > failed_before;
  const Eigen::ArrayXd change = values - before;
  const double n = static_cast<double>(change.size()), mean = change.mean();
  return mean < -std::min(kMuchWorse, kWorse * std::sqrt((change - mean).square().sum() / (n * (n - 1))));
}

}  // namespace

Index RankKeeper::max_rank(Index dimension) const {
  if (plan_.options.rank) return std::min(*plan_.options.rank, dimension);
  const double affordable = std::sqrt(kRankWork / static_cast<double>(dimension));
  return std::min(dimension, std::clamp(static_cast<Index>(affordable), kLeastMaxRank, kMostMaxRank));
}

Gaussian RankKeeper::changed(const Gaussian& q, const Matrix& points, RankFinding& found) const {
  const bool is_fixed = plan_.options.rank.has_value();
  const Index most = max_rank(q.dimension());
  if (most == 0) return low_rank_gaussian(q.mean, q.scale, {q.basis, q.variances}, 0);
  found = search_directions(model_, q, points, {kWorth, most, is_fixed && q.rank() < most}, should_stop_);
  return with_directions(q, found.directions, is_fixed ? 0 : kStillWorth, most);
}

// From scales that the curvature at the mean sets, or from q as it was found, where that is better.
void RankKeeper::start(NaturalFamily& q, Index& evaluations) const {
  if (q.structure() != Structure::LowRank) return;
  Matrix probes(kProbes, q.mean().size());
  fill_normals(streams::directions(plan_.options.seed, 0), probes);
  const Matrix judged = mirrored(probes.topRows(kJudgedPairs));
  const Index before = evaluations;
  const Gaussian found = q.gaussian();
  Gaussian next = with_searches(scales_by_curvature(model_, found, probes, evaluations), {}, evaluations);
  evaluations += 2 * judged.rows();
  if (is_worse(model_, next, found, judged)) {
    const Gaussian searched = with_searches(found, mirrored(probes.bottomRows(kSearchDraws / 2)), evaluations);
    evaluations += 2 * judged.rows();
    next = !plan_.options.rank && is_worse(model_, searched, found, judged) ? found : searched;
  }
  charge(evaluations - before);
  q.move_to(next);
}

// Of equal curvatures a search finds no more than a block.
Gaussian RankKeeper::with_searches(Gaussian q, const Matrix& normals, Index& evaluations) const {
  for (int k = 0; k < kSearches && !should_stop_(); ++k) {
    Matrix points = q.mean.transpose();
    if (normals.rows() > 0) transform_normals(q, normals, points);
    RankFinding found;
    q = changed(q, points, found);
    evaluations += found.evaluations;
    if (found.directions.count() == 0) break;
  }
  return q;
}

void RankKeeper::charge(Index evaluations) const {
  if (plan_.costs) clock_.charge(plan_.costs->term("rep").seconds(evaluations));
}

Gaussian RankKeeper::after_block(const Gaussian& q, Index round, double tolerated_gap, RankState& state,
                                 Index& evaluations) const {
  if (q.structure != Structure::LowRank) return q;
  Matrix draws, half(kSearchDraws / 2 + kJudgedPairs, q.dimension());
  fill_normals(streams::directions(plan_.options.seed, round), half);
  transform_normals(q, mirrored(half.topRows(kSearchDraws / 2)), draws);
  RankFinding found;
  const Gaussian out = changed(q, draws, found);
  const Matrix judged = mirrored(half.bottomRows(kJudgedPairs));
  const Index count = found.evaluations + 2 * judged.rows();
  evaluations += count;
  charge(count);
  state.least_curvature = found.least_curvature;
  state.is_short = false;
  if (found.directions.count() > 0 && !plan_.options.rank && is_worse(model_, out, q, judged)) return q;
  // Directions of a full q only take the places of others.
  const bool has_room = !plan_.options.rank && q.rank() < max_rank(q.dimension());
  state.is_short = has_room && found.gain > tolerated_gap && state.short_blocks < kMostShortBlocks;
  if (state.is_short) ++state.short_blocks;
  return out;
}

}  // namespace g2t
