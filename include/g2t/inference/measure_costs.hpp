// Seconds of every term of a set, measured at one q.
#pragma once

#include <g2t/core/costs.hpp>
#include <g2t/core/family.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/term_set.hpp>
#include <g2t/families/natural.hpp>
#include <g2t/optimizers/optimizer.hpp>

namespace g2t {

struct CostMeasurement {
  Costs costs;
  Index density_evaluations = 0;  ///< draws that the model was asked for
};

/// Medians of interleaved repetitions, at `draws` and four times as many draws a step.
///
/// The table is exact at `draws` (that is what is measured) and linear beyond.
/// @param most_seconds  stops repeating after this time, but not before five repetitions
CostMeasurement measure_costs(const Model& model, const Family& q, const TermSet& terms,
                              const OptimizerOptions& optimizer, Index draws, bool antithetic, std::uint64_t seed,
                              double most_seconds);

/// The same in natural coordinates.
/// @param step_seconds  of a step with the base alone, if the run's own steps tell it; 0: measured too
CostMeasurement measure_natural_costs(const Model& model, const NaturalFamily& q, const TermSet& terms, Index draws,
                                      bool antithetic, double step_seconds, std::uint64_t seed, double most_seconds);

}  // namespace g2t
