// How far a q is from the best of its family, from fresh draws: in nats, and parameter by parameter.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/core/term_set.hpp>
#include <g2t/estimators/gradient_estimator.hpp>
#include <g2t/families/natural.hpp>
#include <g2t/optimizers/mean_metric.hpp>
#include <vector>

namespace g2t {

/// A Newton decrement, half the squared natural norm of the expected gradient, with what a Newton step would change.
struct GapEstimate {
  double gap = 0;             ///< nats; unbiased, so it may be negative
  double standard_error = 0;  ///< by jackknife over batches
  Vector mean_offset;         ///< by how much each mean is estimated to be off, in its own units, [dimension]
  Vector mean_offset_error;   ///< standard error of that
  Vector log_sd_offset, log_sd_offset_error;  ///< of the logarithm of each standard deviation
  Vector unit_mean_error;     ///< sd over single units of the same, for the noise of averages of units
  Vector unit_log_sd_error;   ///< of the logarithms
  Index draws = 0;            ///< density evaluations
  Index failed_draws = 0;
};

/// Gradients at one q in sixteen batches, added to until the estimate is sharp enough.
///
/// Full-rank: the metric is the Fisher information. Mean-field: the curvature enters, |delta|^2 becomes delta^T B^-1
/// delta; without a B (`metric` null or not usable) the estimate would be far too small and is not made. Low rank: B is
/// the identity but for what its directions leave, and its least eigenvalue, as far as that is known, bounds the rest.
/// Source: docs/theory/stopping.md, "The gap".
class GapEstimator {
 public:
  /// All must outlive the estimator; q must not move.
  /// @param round            of the run's estimates, which each have their own draws
  /// @param least_curvature  low rank: the least eigenvalue of B
  GapEstimator(const Model& model, const NaturalFamily& q, const TermSet& terms, const Recipe& recipe,
               const MeanMetric* metric, std::uint64_t seed, Index round, double least_curvature = 1);

  /// True if there is a metric for the gap.
  [[nodiscard]] bool is_possible() const { return is_possible_; }
  /// `units` more per batch. False if the stopping rule, called with the number of all draws, ended it: then there is no
  /// estimate.
  bool add(Index units, const StopRule& stop = {});
  /// Drops what was added; draws that come are new ones.
  void start_afresh();
  /// @pre all units that were to be added are
  [[nodiscard]] GapEstimate estimate() const;
  /// Density evaluations so far.
  [[nodiscard]] Index draws() const { return draws_; }

 private:
  const Model& model_;
  const NaturalFamily& q_;
  Recipe recipe_;
  GradientEstimator estimator_;
  const MeanMetric* metric_;
  std::uint64_t seed_;
  Index round_, chunk_ = 0;
  double least_curvature_;
  bool is_possible_ = true;
  std::vector<Vector> sums_;  // of gradients, a batch each
  double units_ = 0;          // per batch
  Index draws_ = 0, failed_ = 0;
};

}  // namespace g2t
