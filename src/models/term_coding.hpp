// Parameters of a linear predictor as the terms that its rows add up, and gradients by terms as those by parameters.
#pragma once

#include <g2t/core/types.hpp>
#include <vector>

#include "models/lane_block.hpp"

namespace g2t {

/// A difference of two parameters; either may be missing (-1) and counts as 0.
struct PredictorTerm {
  Index column = -1;
  Index reference = -1;
};

/// PredictorTerm 0 is a sum of parameters, which every row has; the others, from 1 on, are differences.
struct TermCoding {
  std::vector<Index> offset;  ///< parameters of term 0
  std::vector<PredictorTerm> terms;    ///< terms 1, 2, ...

  [[nodiscard]] Index term_count() const { return 1 + static_cast<Index>(terms.size()); }

  /// Terms of draws first, first + 1, ..., of which the last fills up the block. @pre block is of term_count() columns
  void load(const Matrix& draws, Index first, LaneBlock& block) const;
  /// Terms of one draw, [term_count()]: the same to the last bit.
  void load(const Matrix& draws, Index draw, Vector& terms) const;
  /// Adds a block's results to those of its draws.
  void add_to(Index first, LaneBlock& block, Vector& log_density, Matrix& score) const;
};

/// A term for every parameter but the intercept, which is term 0.
TermCoding one_term_a_parameter(Index parameter_count, bool has_intercept);

}  // namespace g2t
