// The paths of L-BFGS ascents of a log density, side by side: their points, with log densities and scores.
#pragma once

#include <functional>
#include <g2t/core/model.hpp>
#include <vector>

namespace g2t {

struct PathPoint {
  Vector position;  ///< [dimension]
  Vector score;     ///< [dimension]
  double log_density = 0;
};

struct LbfgsPath {
  std::vector<PathPoint> points;  ///< the start first; empty if the log density is not finite there
  Index evaluations = 0;
  bool is_at_mode = false;  ///< ended since the log density had stopped rising
};

struct LbfgsOptions {
  Index max_iterations = 200;
  Index max_evaluations = 1000;
  double min_rise = 1e-4;  ///< nats in five iterations: less ends the path
};

/// Points without a finite log density and score are very low ones to a path's line search.
/// @param should_stop  called before every evaluation but the first
LbfgsPath ascend(const Model& model, const Vector& start, const LbfgsOptions& options,
                 const std::function<bool()>& should_stop);

/// A path from each start. As many go side by side as the model evaluates in the time of one, by lanes or by threads; each is
/// what it would be alone.
std::vector<LbfgsPath> ascend_all(const Model& model, const std::vector<Vector>& starts, const LbfgsOptions& options,
                                  const std::function<bool()>& should_stop);

}  // namespace g2t
