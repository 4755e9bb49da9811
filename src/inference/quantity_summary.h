// Moments and quantiles of a model's own quantities under the fit.
#pragma once

#include <g2t/core/deadline.hpp>
#include <g2t/core/model.hpp>
#include <g2t/inference/result.hpp>

#include <cstdint>

namespace g2t {

/// Of draws of q, plain and, where there are weights, weighted.
///
/// Large models (millions of values) are summarised without the values that are drawn, or by their parameters alone.
/// @param draws     [draw_count x dimension]
/// @param of_q      how many of them, from the first on, are draws of q: all but the weighted moments are by these
/// @param weights   [draw_count], sum 1; empty: none
/// @param deadline  fewer draws where it ends them
QuantitySummary summarize_quantities(const Quantities& quantities, const Matrix& draws, Index of_q,
                                     const Vector& weights, std::uint64_t seed, const Deadline& deadline = {});

/// The same of 2000 draws of result.q, in mirrored pairs, into result.constrained; nothing if the model has none.
void summarize_quantities(const Model& model, std::uint64_t seed, const Deadline& deadline, FitResult& result);

}  // namespace g2t
