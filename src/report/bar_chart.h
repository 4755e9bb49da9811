// Bars, and points with intervals, a row each.
#pragma once

#include <string>
#include <vector>

namespace g2t::report {

struct Bar {
  std::string name;
  double value = 0;
  bool is_marked = false;  ///< drawn in the first colour, with a star
};

/// A <figure> of horizontal bars on a logarithmic axis, from a power of ten below the smallest.
std::string bar_chart(const std::string& title, const std::string& unit, const std::vector<Bar>& bars);

struct Interval {
  std::string name;
  double middle = 0;
  double inner = 0;  ///< half length of the thick line
  double outer = 0;  ///< of the thin one
};

/// A <figure> of points with two intervals each, if they have a length, on one linear axis.
std::string interval_chart(const std::string& title, const std::string& caption,
                           const std::vector<Interval>& intervals);

}  // namespace g2t::report
