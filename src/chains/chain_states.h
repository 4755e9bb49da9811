// Where many chains are, with the model there.
#pragma once

#include <g2t/core/deadline.hpp>
#include <g2t/core/evaluate_until.hpp>
#include <g2t/core/model.hpp>

#include <vector>

namespace g2t {

/// One chain a row.
struct ChainStates {
  Matrix positions;    ///< [chain_count x dimension]
  Vector log_density;  ///< [chain_count]; -infinity where there is none
  Matrix score;        ///< [chain_count x dimension]; zero where there is none

  [[nodiscard]] Index count() const { return positions.rows(); }
  /// The rows with these numbers.
  [[nodiscard]] ChainStates at(const std::vector<Index>& rows) const;
};

/// Fills log_density and score at the positions.
/// @param done  gradients so far, for the stopping rule; grows by the chains that were evaluated
/// @param speed   of the model, where earlier calls told
/// @returns false if the stopping rule ended it: then they are of no use
bool evaluate_states(const Model& model, const StopRule& stop, Index& done, DrawSpeed& speed, ChainStates& states);

}  // namespace g2t
