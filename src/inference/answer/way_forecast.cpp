// Forecasts are of the work that is left.
#include <inference/answer/way_forecast.h>

#include <cmath>
#include <limits>

namespace g2t {
namespace {

constexpr double kMovesOfChains = 56;  // start, warm-up and draws
constexpr double kChainCount = 128;

}  // namespace

double forecast_chain_gradients(Index dimension) {
  return kMovesOfChains * kChainCount * 1.5 * std::pow(static_cast<double>(dimension), 0.25);
}

WayRecord gaussian_way(const Evenness& evenness, double seconds) {
  WayRecord out{.way = AnswerWay::Gaussian, .seconds = seconds, .is_tried = true};
  out.squared_error = std::isfinite(evenness.variance) ? std::pow(evenness.mean_error(), 2) + std::pow(evenness.shift_error, 2)
                                                       : std::numeric_limits<double>::infinity();
  return out;
}

WayRecord moved_way(Index dimension, Index wanted, double gradient_seconds) {
  return {.way = AnswerWay::Moved,
          .squared_error = error_of_draws(static_cast<double>(wanted)),
          .seconds = gradient_seconds * forecast_chain_gradients(dimension)};
}

}  // namespace g2t
