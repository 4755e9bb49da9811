// Importance weights of draws in mirrored pairs: two draws of a pair are not independent, pairs are.
#pragma once

#include <inference/answer/q_sample.h>

#include <g2t/importance/importance_weights.hpp>

namespace g2t {

struct PairWeights {
  Vector weights;              ///< [draw_count], sum 1
  ImportanceWeights of_pairs;  ///< sums of two weights, smoothed; tail shape and effective number are those of pairs
  /// Independent draws of the posterior whose mean squares would vary as much as the weighted ones of these draws, on
  /// average over the parameters; at most two for each effective pair.
  double effective_sample_size = 0;

  [[nodiscard]] Index pair_count() const { return of_pairs.weights.size(); }
  /// Effective share of the pairs, by their weights alone.
  [[nodiscard]] double even_share() const { return of_pairs.effective_sample_size / static_cast<double>(pair_count()); }
};

/// Of the evaluated draws.
PairWeights weigh_pairs(const QSample& of_q);

}  // namespace g2t
