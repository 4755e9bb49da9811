// From numbers to places on a picture, with round ticks.
#pragma once

#include <string>
#include <vector>

namespace g2t::report {

/// One axis of a picture.
class Axis {
 public:
  /// @param from, to  places of the lowest and the highest value, in picture units
  Axis(double lowest, double highest, bool is_logarithmic, double from, double to);

  /// Clipped to the axis.
  [[nodiscard]] double place(double value) const;
  [[nodiscard]] bool holds(double value) const;
  /// About `count` round values; on a logarithmic axis powers of ten, or 1, 2 and 5 times them where there are few.
  [[nodiscard]] std::vector<double> ticks(int count) const;

 private:
  double lowest_, highest_;
  bool is_logarithmic_;
  double from_, to_;
};

/// "1e-05", "0.2", "-600", "20k".
std::string tick_text(double value);

}  // namespace g2t::report
