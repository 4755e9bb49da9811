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
constexpr Index kMostShortBlocks = 3;  // that find more to do, before the run takes what it has

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

void RankKeeper::start(NaturalFamily& q, Index& evaluations) const {
  if (q.structure() != Structure::LowRank) return;
  Matrix probes(kProbes, q.mean().size());
  fill_normals(streams::directions(plan_.options.seed, 0), probes);
  const Index before = evaluations;
  Gaussian next = scales_by_curvature(model_, q.gaussian(), probes, evaluations);
  for (int k = 0; k < kSearches && !should_stop_(); ++k) {  // of equal curvatures a search finds no more than a block
    RankFinding found;
    next = changed(next, q.mean().transpose(), found);
    evaluations += found.evaluations;
    if (found.directions.count() == 0) break;
  }
  charge(evaluations - before);
  q.move_to(next);
}

void RankKeeper::charge(Index evaluations) const {
  if (plan_.costs) clock_.charge(plan_.costs->term("rep").seconds(evaluations));
}

Gaussian RankKeeper::after_block(const Gaussian& q, Index round, double tolerated_gap, RankState& state,
                                 Index& evaluations) const {
  if (q.structure != Structure::LowRank) return q;
  Matrix normals(kSearchDraws, q.dimension()), draws;
  Matrix half(kSearchDraws / 2, q.dimension());
  fill_normals(streams::directions(plan_.options.seed, round), half);
  normals << half, -half;
  transform_normals(q, normals, draws);
  RankFinding found;
  const Gaussian out = changed(q, draws, found);
  evaluations += found.evaluations;
  charge(found.evaluations);
  state.least_curvature = found.least_curvature;
  // Directions of a full q only take the places of others.
  const bool has_room = !plan_.options.rank && q.rank() < max_rank(q.dimension());
  state.is_short = has_room && found.gain > tolerated_gap && state.short_blocks < kMostShortBlocks;
  if (state.is_short) ++state.short_blocks;
  return out;
}

}  // namespace g2t
