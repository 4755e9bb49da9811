// Seconds of every term of a set, measured at one q.
#pragma once

#include <g2t/core/costs.hpp>
#include <g2t/core/family.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/term_set.hpp>
#include <g2t/families/natural.hpp>
#include <g2t/optimizers/optimizer.hpp>

#include <vector>

namespace g2t {

struct CostMeasurement {
  Costs costs;
  Index density_evaluations = 0;  ///< number of density evaluations
};

/// What is measured, and for how long.
struct CostProbe {
  /// Draws a step to measure at, ascending, even ones if antithetic. The table is exact there. Of one number it says as
  /// much a draw, of two it is a straight line.
  std::vector<Index> draws;
  bool antithetic = false;
  std::uint64_t seed = 1;
  Index round = 0;          ///< of the measurements of one seed, which each have their own draws
  double max_seconds = 0;   ///< stops repeating after this time, but not before `min_rounds` repetitions
  int min_rounds = 5;
};

/// Medians of interleaved repetitions. Each shared computation is timed by itself; what a term takes beyond those that
/// it needs is its own, and a dense expected derivative is charged once for all that have one.
CostMeasurement measure_costs(const Model& model, const Family& q, const TermSet& terms,
                              const OptimizerOptions& optimizer, const CostProbe& probe);

/// The same in natural coordinates.
/// @param step_seconds  of a step of probe.draws.front() draws with the base alone, if the run's own steps tell it: the
///                      base is as much a draw then; 0: measured too
CostMeasurement measure_natural_costs(const Model& model, const NaturalFamily& q, const TermSet& terms,
                                      const CostProbe& probe, double step_seconds);

/// What setting anchors takes by a table: the time of as many gradients as that took; an exact Hessian, which takes one
/// evaluation and takes no time of its own, counts as `dimension` of them.
double anchoring_seconds(const Costs& costs, const TermSet& terms, Index evaluations, Index dimension);

/// Charges what setting the anchors took to the steps that they will serve, in equal parts: to any step that uses a term
/// with an anchor, once.
/// @param steps  until the anchors are set again, or the run ends; not positive: not known, and nothing is charged
void spread_anchor(Costs& costs, const TermSet& terms, double seconds, double steps);

}  // namespace g2t
