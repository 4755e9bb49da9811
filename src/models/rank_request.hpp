// What the first process asks the others for, as the numbers that are sent.
#pragma once

#include <g2t/core/communicator.hpp>
#include <g2t/core/gaussian.hpp>
#include <vector>

namespace g2t::models {

enum class Asked { End, Evaluation, Densities, Hessian, HessianDiagonal, HessianTimes, Expectation };

/// Draws, or a point and vectors (its first row and the others), or q.
struct RankRequest {
  Asked asked = Asked::End;
  Matrix rows;  ///< [draws x dimension], or [1 + vectors x dimension]
  Gaussian q;

  [[nodiscard]] Vector point() const { return rows.row(0).transpose(); }
  [[nodiscard]] Matrix vectors() const { return rows.bottomRows(rows.rows() - 1); }
};

/// Called by the first process while the others call receive().
void send(const RankRequest& request, Communicator& communicator);
[[nodiscard]] RankRequest receive(Communicator& communicator);

}  // namespace g2t::models
