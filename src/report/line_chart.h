// Curves over time as SVG, with a legend that needs no colour.
#pragma once

#include <g2t/core/types.hpp>

#include <string>
#include <vector>

namespace g2t::report {

struct Series {
  std::string name;
  Vector x, y;
  Vector low, high;       ///< a band around it; may be empty
  bool is_steps = false;  ///< stays until the next point
  bool is_main = false;   ///< a thicker line
};

struct LineChart {
  std::string title;    ///< for those who cannot see it
  std::string caption;  ///< HTML-free text under the picture
  std::string x_label, y_label;
  bool is_log_x = false, is_log_y = false;
  double y_low = 0, y_high = 0;  ///< equal: as the points have it
  std::vector<Series> series;
};

/// A <figure>. Points that are not finite, or not positive on a logarithmic axis, are left out.
std::string line_chart(const LineChart& chart);

}  // namespace g2t::report
