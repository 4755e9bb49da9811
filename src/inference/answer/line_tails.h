// Tails that are longer than q's, where hardly any draw of q falls: along one line for each parameter.
#pragma once

#include <g2t/core/deadline.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>

namespace g2t {

/// The line of a parameter goes through q's mean along the parameter's regression on itself: q's density along it is that of
/// the parameter's marginal. At a best q the weights of its draws say nothing of a tail beyond them: a Cauchy density has
/// nearly even weights.
struct LineTails {
  Vector excess;        ///< [line_count] sd of the posterior along the line, in q's, minus 1; 0 where no tail is longer than q's
  Index densities = 0;  ///< evaluations

  /// True if sds along the lines are larger than q's by more than an answer may be off.
  [[nodiscard]] bool are_long() const;
};

/// Two densities a line, and more of those that fall off too slowly. At most 1000 lines, of parameters at equal distances.
/// @param stop  of densities; lines that are not looked at count as short
LineTails line_tails(const Model& model, const Gaussian& q, const StopRule& stop);

}  // namespace g2t
