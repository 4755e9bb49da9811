// A model's own quantities at draws of q and at weighted ones: at as many as there is time for.
#pragma once

#include <cstdint>
#include <g2t/core/deadline.hpp>
#include <g2t/core/model.hpp>

namespace g2t {

/// Values at draws of q, and at draws that stand for the posterior by their weights.
struct QuantityValues {
  Matrix values;     ///< [draw_count x names().size()]
  Index of_q = 0;    ///< the first of them are of q's draws
  Matrix resampled;  ///< of weighted draws, in place of all `values`; empty: those
  Vector weights;    ///< of what is weighted; empty: none

  [[nodiscard]] const Matrix& weighted() const { return resampled.rows() > 0 ? resampled : values; }
};

/// All of them if the deadline allows it; else the first ones of q's draws, and weighted draws resampled by their
/// weights.
/// @param draws    [draw_count x dimension]
/// @param of_q     how many of them, from the first on, are draws of q
/// @param weights  [draw_count], sum 1; empty: none
QuantityValues values_until(const Quantities& quantities, const Matrix& draws, Index of_q, const Vector& weights,
                            std::uint64_t seed, const Deadline& deadline);

/// Of a draw's quantities at the point, by a few evaluations; 0 if the model has none.
double seconds_of_quantities(const Model& model, const Vector& point, std::uint64_t seed);

}  // namespace g2t
