// The rank of a low-rank q along a run: what second derivatives say at its start and after every block.
#pragma once

#include <g2t/core/clock.hpp>
#include <g2t/families/natural.hpp>
#include <g2t/inference/fit_plan.hpp>
#include <inference/natural/rank_search.h>

#include <functional>

namespace g2t {

/// What is known after a search.
struct RankState {
  double least_curvature = 1;  ///< of the posterior in q's units, beside the directions
  bool is_short = false;       ///< directions that were found would bring more than the gap that is tolerated
  Index short_blocks = 0;      ///< how often that was so
};

/// Source: docs/theory/natural-steps.md, "Low rank".
class RankKeeper {
 public:
  /// All must outlive it.
  RankKeeper(const Model& model, const FitPlan& plan, Clock& clock, std::function<bool()> should_stop)
      : model_(model), plan_(plan), clock_(clock), should_stop_(std::move(should_stop)) {}

  /// Gives a low-rank q the scales and directions that the curvature at its mean asks for; or the directions alone, by the
  /// curvature at a few draws, where that is better.
  void start(NaturalFamily& q, Index& evaluations) const;
  /// A low-rank q (others come back as they are) with those that the curvature at a few draws of it asks for, and without
  /// those that are worth nothing.
  /// @param round          number of the block
  /// @param tolerated_gap  nats
  [[nodiscard]] Gaussian after_block(const Gaussian& q, Index round, double tolerated_gap, RankState& state,
                                     Index& evaluations) const;

 private:
  [[nodiscard]] Index max_rank(Index dimension) const;
  [[nodiscard]] Gaussian changed(const Gaussian& q, const Matrix& points, RankFinding& found) const;
  /// @param normals  of the draws where curvature counts, in pairs; none: at the mean
  [[nodiscard]] Gaussian with_searches(Gaussian q, const Matrix& normals, Index& evaluations) const;
  void charge(Index evaluations) const;

  const Model& model_;
  const FitPlan& plan_;
  Clock& clock_;
  std::function<bool()> should_stop_;
};

}  // namespace g2t
