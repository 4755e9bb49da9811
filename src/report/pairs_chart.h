// The draws of two values against each other, with the histogram of each at its edge.
#pragma once

#include <report/histogram.h>

#include <g2t/core/types.hpp>
#include <string>

namespace g2t::report {

/// Points of a picture; of more draws every so many are shown.
inline constexpr Index kMaxPoints = 1000;

/// One side of a picture.
struct PairsAxis {
  std::string name;
  Vector draws;
  Histogram histogram;  ///< of these; the picture ends where it does
};

/// A <figure>. Draws that are not finite or lie beyond a histogram are left out, and counted under the picture.
///
/// @param about  sentences that the words under the picture begin with
/// @return empty if a histogram has no bins
std::string pairs_chart(const PairsAxis& x, const PairsAxis& y, const std::string& about);

}  // namespace g2t::report
