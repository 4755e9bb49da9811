// By the logarithms of the marginal standard deviations.
#include <inference/natural/scale_watch.h>

#include <cmath>
#include <limits>

namespace g2t {
namespace {

constexpr double kMaxScaleChange = 0.3;  // of the logarithm of a scale from one block to the next
constexpr double kHopelessGrowth = 1e6;  // of a scale within a block, twice in a row

}  // namespace

void ScaleWatch::observe(const Gaussian& before, const Gaussian& after) {
  const Vector change = (standard_deviations(after).array() / standard_deviations(before).array())
                            .log()
                            .unaryExpr([](double log) { return std::isnan(log) ? std::numeric_limits<double>::infinity() : log; });
  is_moving_ = change.cwiseAbs().maxCoeff(&moving_parameter_) > kMaxScaleChange;
  const bool is_growing = change.maxCoeff() >= std::log(kHopelessGrowth);
  is_hopeless_ = is_growing && is_growing_;
  is_growing_ = is_growing;
}

}  // namespace g2t
