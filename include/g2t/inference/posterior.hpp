// The answer of a fit: equally weighted draws of the posterior, and what they say.
#pragma once

#include <g2t/chains/chain_checks.hpp>
#include <g2t/core/types.hpp>
#include <g2t/inference/answer.hpp>

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace g2t {

/// Moments and quantiles of values under the answer's draws. NaN where a value could not be had.
struct QuantitySummary {
  std::vector<std::string> names;    ///< [count]; empty: there are none
  Index parameter_count = 0;         ///< how many are parameters,
  Index computed_count = 0;          ///< and how many are not drawn
  Vector mean, sd, q5, median, q95;  ///< [count]
  Vector mcse_mean, mcse_sd;         ///< Monte Carlo errors of mean and sd, [count]
  Vector ess;                        ///< effective sample size of the mean, [count]
  /// Pareto shape of the tail of squared deviations, [count]: above kLongTail the error of the sd is a lower bound.
  Vector tail_shape;
  std::vector<Index> missing;        ///< draws in which a value could not be had, [count]
  Index draws = 0;                   ///< that all of this is of; fewer than the answer's where time was up
};

/// Fitted Pareto shape of squared deviations above which a few draws decide the sd: such a tail, kept on, has no
/// variance.
inline constexpr double kLongTail = 0.5;

/// One way to make the answer: what it would have cost, or did.
struct WayRecord {
  AnswerWay way = AnswerWay::Gaussian;
  double squared_error = 0;  ///< of means, in posterior variances, mean over the parameters; infinite: not by this way
  double seconds = 0;        ///< of density evaluations
  bool is_tried = false;     ///< else both are forecasts
  bool is_chosen = false;

  [[nodiscard]] double product() const { return squared_error * seconds; }
};

/// What a mode holds of the posterior.
struct ModeShare {
  double share = 0, error = 0;  ///< mass of the whole, and its standard error
  AnswerWay way = AnswerWay::Gaussian;
};

/// Draws that stand for the posterior, each with the same weight.
struct Posterior {
  AnswerWay way = AnswerWay::Gaussian;
  Matrix draws;         ///< [draw_count x dimension], unconstrained
  Vector log_density;   ///< [draw_count]; NaN where it was not needed
  Vector log_q;         ///< [draw_count]
  /// [draw_count]: draws of one number depend on one another. Those of a chain (moved), copies of one draw (weighted), a
  /// mirrored pair (of q).
  std::vector<Index> groups;
  /// [draw_count]: modes that draws are of, in proportion to their masses, as strata; empty: there are none.
  std::vector<Index> mode_of_draw;
  Index chain_count = 0;       ///< moved: the first draws of all chains, then their second ones, ...; 0: no chains
  double mean_error = 0, sd_error = 0;  ///< of q: what its weights say, in sds and relative, beyond Monte Carlo
  QuantitySummary parameters;  ///< of the unconstrained parameters
  QuantitySummary quantities;  ///< of the model's own values, on the scale that users know
  Matrix values;               ///< [draw_count x quantities.names.size()], or empty
  double khat = std::numeric_limits<double>::quiet_NaN();  ///< weighted: Pareto k of the weights
  double effective_sample_size = 0;                        ///< weighted: of the weights; else of the worst parameter
  std::optional<ChainChecks> chains;                       ///< moved
  Index densities = 0, gradients = 0;  ///< that the answer took,
  double seconds = std::numeric_limits<double>::quiet_NaN();  ///< and for how long
  std::vector<WayRecord> ways;                             ///< that were compared
  std::vector<ModeShare> modes;                            ///< that it covers, where there are several

  [[nodiscard]] Index draw_count() const { return draws.rows(); }
  /// The model's own values, or the parameters where it has none.
  [[nodiscard]] const QuantitySummary& summary() const { return quantities.names.empty() ? parameters : quantities; }
};

/// Root mean square and largest of errors of means in sds, and of relative errors of sds, over the parameters of a
/// summary. Values that do not vary are left out, and long tails where sds are judged.
struct AnswerErrors {
  double mean_rms = 0, mean_largest = 0, sd_rms = 0, sd_largest = 0;
  Index worst_mean = -1, worst_sd = -1;
};
AnswerErrors errors_of(const QuantitySummary& summary);

}  // namespace g2t
