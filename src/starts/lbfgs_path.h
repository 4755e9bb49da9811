// The path of an L-BFGS ascent of a log density: its points, with log densities and scores.
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

/// @param should_stop  called after every iteration
LbfgsPath ascend(const Model& model, const Vector& start, const LbfgsOptions& options,
                 const std::function<bool()>& should_stop);

}  // namespace g2t
