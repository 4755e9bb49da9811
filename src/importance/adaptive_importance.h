// Importance sampling whose proposal adapts: more draws, from mixtures of a Student t and a normal fitted to the weighted ones.
#pragma once

#include <g2t/core/deadline.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/importance/importance_weights.hpp>
#include <importance/triangular_proposal.h>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace g2t {

/// Draws with weights of the mixture of proposals that they come from.
struct WeightedDraws {
  Matrix draws;        ///< [draw_count x dimension]
  Vector log_density;  ///< [draw_count], of the model
  Vector weights;      ///< [draw_count], sum 1
  double khat = std::numeric_limits<double>::infinity();  ///< of those weights
  double effective_sample_size = 0;
};

struct AdaptedDraws {
  WeightedDraws fresh;    ///< from the last proposals, which were fitted to none of these; empty: it came to none
  Index evaluations = 0;  ///< log densities beyond those of q's draws, those of a stage that was given up among them
};

struct AdaptiveSettings {
  Index max_draws = 20'000;   ///< with q's own
  double enough = 2000;       ///< effective draws, of the fresh ones
};

/// k-hat above which a few draws decide, so that proposals fitted to the weighted ones are of no use.
inline constexpr double kAdaptableKhat = 1;

/// True if the weights are good enough: the effective sample size is `enough`, or near the number of draws, without a
/// heavy tail.
bool are_weights_enough(double khat, double effective_sample_size, Index draw_count, double enough);

/// True if more draws help: weights are not good enough, and k-hat is at most kAdaptableKhat, unless the weights are so even
/// that the shape of their tail is irrelevant.
bool can_adapt(const ImportanceWeights& weights, Index draw_count, double enough);

/// Adaptive multiple importance sampling, from draws of q on: stages of more draws, weighted by the mixture of all
/// proposals, until as many fresh ones as are allowed will be enough; then these.
///
/// Costs log densities, no gradients.
/// Source: Cornuet, Marin, Mira and Robert (2012), "Adaptive multiple importance sampling"; weights are Pareto
/// smoothed.
class AdaptiveImportance {
 public:
  /// @param draws        [draw_count x dimension], of q
  /// @param log_density  [draw_count], of the model at them
  AdaptiveImportance(const Model& model, const Gaussian& q, const Matrix& draws, const Vector& log_density,
                     const SampleStreams& sample);

  /// Adds stages, and ends where the weights never will be enough, or when the stopping rule, called with the number of
  /// draws, returns true: an unfinished stage is dropped. Can be called again, and goes on from there.
  AdaptedDraws adapt(const AdaptiveSettings& settings, const StopRule& stop = {});

  /// The draws that proposals were fitted to so far, of q first. Their weights are biased low in sds: the proposals are high
  /// where these draws are.
  [[nodiscard]] const WeightedDraws& fitted() const { return fitted_; }
  [[nodiscard]] WeightedDraws take_fitted() && { return std::move(fitted_); }

  /// log p less the log density of the mixture that the best of the latest draws are of, plus a constant; [point_count].
  /// @param points       [point_count x dimension]
  /// @param log_density  [point_count], of the model at them
  [[nodiscard]] Vector log_ratios(const Matrix& points, const Vector& log_density) const;

  /// From now on, mixtures have a proposal fitted to these points as well.
  /// @param points  [point_count x dimension]
  /// @param prior   covariance towards which that of few points is shrunk, [dimension x dimension]
  /// @returns false if no proposal could be fitted
  bool add_region(const Matrix& points, const Matrix& prior);

 private:
  // A proposal and how many draws are its own.
  struct Counted {
    TriangularProposal proposal;
    Index count = 0;
    [[nodiscard]] Eigen::ArrayXd log_density(const Matrix& draws) const;
  };

  [[nodiscard]] Index draw_count() const { return fitted_.draws.rows(); }
  [[nodiscard]] double needed(double enough) const;
  [[nodiscard]] WeightedDraws fresh(Index count, const StopRule& stop);
  bool add_stage(Index draw_count, const StopRule& stop);
  [[nodiscard]] std::vector<Counted> fitted_proposals(Index draw_count) const;
  [[nodiscard]] Vector weights_of_end(const Vector& order) const;
  void weigh();

  const Model& model_;
  SampleStreams sample_;
  WeightedDraws fitted_;
  Matrix q_covariance_;
  std::vector<Counted> proposals_, of_fresh_;  // of_fresh: empty where the latest draws are those that were fitted to
  std::optional<TriangularProposal> region_;
  Eigen::ArrayXd log_sum_;  // [draw_count], of the proposals' densities times their numbers of draws
  Index usable_ = 0;        // of the draws, whose weights are numbers
  Index stage_ = 0, final_proposals_ = 0, evaluations_ = 0;  // final: made for fresh draws
};

}  // namespace g2t
