// A batch has the next point of every living path; where one ends, the next one begins.
#include <starts/lbfgs.h>
#include <starts/lbfgs_path.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/thread_team.hpp>
#include <limits>

namespace g2t {
namespace {

constexpr std::size_t kStallIterations = 5;

struct Ascent {
  Lbfgs search;
  LbfgsPath* path;
  bool has_ended = false;
};

// What the points say of going on.
bool ends_at_last(const LbfgsOptions& options, LbfgsPath& path) {
  const std::vector<PathPoint>& points = path.points;
  if (points.size() > kStallIterations &&
      points.back().log_density - points[points.size() - 1 - kStallIterations].log_density < options.min_rise) {
    path.is_at_mode = true;
    return true;
  }
  return path.evaluations > options.max_evaluations || static_cast<Index>(points.size()) > options.max_iterations;
}

void take(const LbfgsOptions& options, const Evaluation& evaluation, Index row, Ascent& ascent) {
  LbfgsPath& path = *ascent.path;
  Lbfgs& search = ascent.search;
  ++path.evaluations;
  const Vector score = evaluation.score.row(row);
  const bool is_usable = evaluation.failed[static_cast<std::size_t>(row)] == 0 && score.allFinite();
  const double value = is_usable ? evaluation.log_density[row] : -std::numeric_limits<double>::infinity();
  if (search.take(value, score)) {
    path.points.push_back({search.position(), score, value});
    ascent.has_ended = ends_at_last(options, path);
  }
  path.is_at_mode = path.is_at_mode || search.is_at_maximum();
  ascent.has_ended = ascent.has_ended || search.is_over();
}

// Points that are not finite are not the model's to see.
void evaluate(const Model& model, const LbfgsOptions& options, std::vector<Ascent>& living) {
  const Index d = living.front().search.point().size();
  std::vector<std::size_t> asked;
  for (std::size_t k = 0; k < living.size(); ++k)
    if (living[k].search.point().allFinite()) asked.push_back(k);
  Matrix draws(static_cast<Index>(asked.size()), d);
  for (std::size_t row = 0; row < asked.size(); ++row) draws.row(static_cast<Index>(row)) = living[asked[row]].search.point().transpose();
  Evaluation evaluation, none;
  evaluation.resize(draws.rows(), d);
  none.resize(1, d);
  none.failed[0] = 1;
  if (!asked.empty()) model.evaluate(draws, evaluation);
  for (std::size_t k = 0, row = 0; k < living.size(); ++k) {
    const bool is_asked = row < asked.size() && asked[row] == k;
    take(options, is_asked ? evaluation : none, is_asked ? static_cast<Index>(row++) : 0, living[k]);
  }
}

}  // namespace

std::vector<LbfgsPath> ascend_all(const Model& model, const std::vector<Vector>& starts, const LbfgsOptions& options,
                                  const std::function<bool()>& should_stop) {
  std::vector<LbfgsPath> paths(starts.size());
  const std::size_t width = static_cast<std::size_t>(std::max(model.lane_width(), threads_in_scope()));
  std::vector<Ascent> living;
  std::size_t begun = 0;
  while (true) {
    for (; begun < starts.size() && living.size() < width; ++begun) living.push_back({Lbfgs(starts[begun]), &paths[begun]});
    if (living.empty()) return paths;
    evaluate(model, options, living);
    std::erase_if(living, [](const Ascent& ascent) { return ascent.has_ended; });
    if ((!living.empty() || begun < starts.size()) && should_stop()) return paths;
  }
}

LbfgsPath ascend(const Model& model, const Vector& start, const LbfgsOptions& options,
                 const std::function<bool()>& should_stop) {
  return std::move(ascend_all(model, {start}, options, should_stop).front());
}

}  // namespace g2t
