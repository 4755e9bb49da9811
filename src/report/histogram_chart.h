// A small picture of the draws of one value.
#pragma once

#include <report/axis.h>
#include <report/histogram.h>

#include <string>

namespace g2t::report {

/// Marks of a picture; NaN: not known.
struct ValueMarks {
  double mean = 0, q5 = 0, q95 = 0;
};

/// The outline of the bars as data of an SVG path.
///
/// @param values   places along which bins lie
/// @param base, top  places where a bar ends that counts none, and the one that counts most
/// @param is_upright  bars stand on a horizontal axis; else they lie on a vertical one
std::string bars_path(const Histogram& histogram, const Axis& values, double base, double top, bool is_upright);

/// A small <figure>: bars, the mean as a line, 5 % and 95 % as dashed ones, and how many draws lie beyond each end.
/// Empty if the histogram has no bins.
std::string histogram_chart(const std::string& name, const Histogram& histogram, const ValueMarks& marks);

}  // namespace g2t::report
