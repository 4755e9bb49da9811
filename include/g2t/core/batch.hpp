// A batch of draws with all that a step knows about them.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/core/types.hpp>

namespace g2t {

/// Draws z = z_w(xi), the normals that made them, and the model at them.
///
/// With antithetic pairs, row k + draw_count/2 holds the mirror image of row k.
struct Batch {
  Matrix normals;         ///< [draw_count x dimension]
  Matrix draws;           ///< [draw_count x dimension]
  Evaluation evaluation;  ///< of those draws

  [[nodiscard]] Index draw_count() const { return draws.rows(); }

  /// Drops the draws whose evaluation failed (both of a pair, if pairs), and returns how many went.
  Index drop_failed(bool antithetic);
};

}  // namespace g2t
