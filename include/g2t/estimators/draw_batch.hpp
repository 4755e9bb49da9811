// Draws from q with the model evaluated at them.
#pragma once

#include <g2t/core/batch.hpp>
#include <g2t/core/family.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/random.hpp>

namespace g2t {

/// Fills `batch` with draws of q and the model's evaluation of them; failed draws are taken out.
///
/// @param draw_count  even if antithetic: row k + draw_count/2 is then the mirror image of row k
/// @param question    ends the evaluations; draws that are not done are dropped too
/// @returns how many draws were dropped
/// @throws InvalidArgument if draw_count is not positive, or odd and antithetic
Index draw_batch(const Model& model, const Family& q, const StreamKey& key, Index draw_count, bool antithetic,
                 Batch& batch, const StopRule& stop = {});

}  // namespace g2t
