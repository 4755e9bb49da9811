// Directions in which a low-rank q and the posterior's curvature differ.
#pragma once

#include <g2t/core/low_rank.hpp>
#include <g2t/core/model.hpp>

#include <functional>

namespace g2t {

/// What a search found; everything in q's own units, where q is N(0, I).
struct RankFinding {
  Directions directions;       ///< those that are settled; variances 1 / curvature
  double gain = 0;             ///< nats that q would win by having them all
  double least_curvature = 1;  ///< of what was seen besides them, at most 1
  Index evaluations = 0;
};

struct RankSearch {
  double worth = 0;        ///< nats that a direction must bring
  Index most = 0;          ///< directions that are wanted
  bool all = false;        ///< also those that are not worth it, until there are `most`
};

/// By a block Lanczos method with products of the mean Hessian over some points: two evaluations each, or the model's own
/// second derivatives. Its extremes are found first, whichever the dimension.
/// @param points       [point_count x dimension]: q's mean, or draws of q
/// @param should_stop  asked between products
RankFinding search_directions(const Model& model, const Gaussian& q, const Matrix& points, const RankSearch& wanted,
                              const std::function<bool()>& should_stop);

/// The scales of q alone, set by the diagonal of the Hessian at its mean: the model's own, or estimated by products with
/// random signs, which is a start. Directions stand out where scales are right.
/// @param probes  [probe_count x dimension], any numbers, whose signs count
Gaussian scales_by_curvature(const Model& model, const Gaussian& q, const Matrix& probes, Index& evaluations);

/// q with more directions, given in its own units, cut to those worth so many nats and to a rank.
Gaussian with_directions(const Gaussian& q, const Directions& found, double worth, Index rank);

}  // namespace g2t
