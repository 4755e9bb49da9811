// Points, paths, a few ELBO checks along each, and an ELBO of more draws for the best Gaussian of each.
#include <fmt/format.h>
#include <starts/laplace_start.h>
#include <starts/lbfgs_path.h>
#include <starts/path_gaussian.h>
#include <starts/path_starts.h>
#include <starts/random_points.h>
#include <starts/rising_direction.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/invalid_setting.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/core/thread_team.hpp>
#include <limits>
#include <span>
#include <utility>

namespace g2t {
namespace {

constexpr double kSmallRadius = 0.5, kRadius = 2, kWideRadius = 5;
constexpr Index kBestOf = 20;
constexpr Index kFirstPoints = 4;  // of all kinds; the further ones are of one
constexpr std::size_t kMaxChecks = 12;  // at ELBOs along a path: its last iterates, and some before
constexpr std::size_t kLastChecks = 6;
constexpr Index kCheckDraws = 8;
constexpr double kSameHeight = 0.05;  // nats, of a maximum that is known: another end of a path there is none to look at
constexpr Index kMaxBranches = 4;     // paths that go on from saddles
constexpr double kNowhere = -std::numeric_limits<double>::infinity();

struct StartPoint {
  std::string name;
  Vector position;  // empty: to be looked for
  Index draws = 0;
};

std::vector<StartPoint> further_points(Index first, Index count, Index dimension, std::uint64_t seed) {
  std::vector<StartPoint> points;
  for (Index k = first; k < count; ++k)
    points.push_back({fmt::format("radius 2, number {}", k - 2), uniform_point(dimension, kRadius, streams::start_point(seed, k)), 0});
  return points;
}

// Every other one from farther away, for modes that are.
std::vector<StartPoint> wide_points(Index first, Index count, Index dimension, std::uint64_t seed) {
  std::vector<StartPoint> points = further_points(first, count, dimension, seed);
  for (std::size_t k = 1; k < points.size(); k += 2) {
    points[k].name = fmt::format("radius 5, number {}", (k + 1) / 2);
    points[k].position *= kWideRadius / kRadius;
  }
  return points;
}

std::vector<StartPoint> start_points(Index d, Index count, const StartRequest& request, std::uint64_t seed) {
  if (request.point) return {{"init", *request.point, 0}};
  if (request.radius && *request.radius == 0) return {{"zero", Vector::Zero(d), 0}};
  if (request.radius) {
    std::vector<StartPoint> points;
    for (Index k = 0; k < count; ++k)
      points.push_back({fmt::format("radius {:g}, number {}", *request.radius, k + 1),
                        uniform_point(d, *request.radius, streams::start_point(seed, k)), 0});
    return points;
  }
  std::vector<StartPoint> points = {{"zero", Vector::Zero(d), 0}};
  points.push_back({"radius 0.5", uniform_point(d, kSmallRadius, streams::start_point(seed, 0)), 0});
  points.push_back({"radius 2", uniform_point(d, kRadius, streams::start_point(seed, 1)), 0});
  points.push_back({"best of 20", {}, kBestOf});
  const std::vector<StartPoint> further = further_points(kFirstPoints, count, d, seed);
  points.insert(points.end(), further.begin(), further.end());
  points.resize(static_cast<std::size_t>(std::max<Index>(count, 1)));
  return points;
}

// Iterates whose Gaussians get an ELBO check: the last ones, and as many spread over those before.
std::vector<bool> checked_iterates(std::size_t size) {
  std::vector<bool> is_checked(size, size <= kMaxChecks);
  for (std::size_t k = 0; k < kLastChecks && k < size; ++k) is_checked[size - 1 - k] = true;
  const std::size_t others = kMaxChecks - kLastChecks;
  for (std::size_t k = 1; k <= others; ++k) is_checked[(size - 1) * k / (others + 1)] = true;
  return is_checked;
}

// A point of a path that gets one, with what the path has told of the curvature there.
struct CheckedPoint {
  PathCurvature curvature;
  const PathPoint* point;
  Gaussian q;
};

std::vector<CheckedPoint> checked_points(Index dimension, const std::vector<PathPoint>& points) {
  const std::vector<bool> is_checked = checked_iterates(points.size());
  PathCurvature curvature(dimension);
  std::vector<CheckedPoint> out;
  for (std::size_t k = 1; k < points.size(); ++k) {
    curvature.observe(points[k - 1], points[k]);
    if (is_checked[k]) out.push_back({curvature, &points[k], {}});
  }
  return out;
}

Elbo usable_elbo(const Model& model, const Gaussian& q, const StreamKey& key, Index draws,
                 const std::function<bool()>& should_stop = {}) {
  const StopRule stop =
      should_stop ? StopRule([&](Index done) { return done >= kCheckDraws && should_stop(); }) : StopRule{};
  Elbo out = monte_carlo_elbo(model, q, key, draws, stop);
  if (10 * out.failed_draws > out.draws) out.value = kNowhere;
  return out;
}

// The best Gaussian along a path.
StartCandidate candidate_of(const Model& model, Structure structure, const StartPoint& start, const LbfgsPath& path,
                            const LaplaceStart& laplace, std::uint64_t seed, const std::function<bool()>& should_stop) {
  StartCandidate out;
  out.name = start.name;
  out.elbo.value = kNowhere;
  out.draws = start.draws + path.evaluations;
  if (path.points.empty()) return out;
  out.log_density = path.points.back().log_density;
  if (path.is_at_mode) out.mode = path.points.back().position;
  out.draws += laplace.draws;
  if (laplace.is_close) {
    out.q = laplace.q;
    out.elbo = laplace.elbo;
    return out;
  }

  std::vector<CheckedPoint> checked = checked_points(model.dimension(), path.points);
  const std::size_t side_by_side = static_cast<std::size_t>(threads_in_scope());
  double best = kNowhere;
  for (std::size_t first = 0; first < checked.size(); first += side_by_side) {
    if (should_stop() && out.q.dimension() > 0) break;
    const std::span<CheckedPoint> next = std::span(checked).subspan(first, std::min(side_by_side, checked.size() - first));
    share_pieces(next.size(), [&](std::size_t k) { next[k].q = next[k].curvature.gaussian(*next[k].point, structure); });
    for (CheckedPoint& one : next) {
      if (one.q.dimension() == 0) continue;
      const double value = usable_elbo(model, one.q, streams::elbo_on_path(seed), kCheckDraws).value;
      out.draws += kCheckDraws;
      if (value > best) {
        best = value;
        out.q = std::move(one.q);
      }
    }
  }
  if (out.q.dimension() == 0) {  // a path of one point, say, that began at the mode
    out.q = curvature_gaussian(model, path.points.back(), structure, out.draws);
  }
  if (out.q.dimension() > 0) {
    out.elbo = elbo_of_start(model, out.q, seed, should_stop);
    out.draws += out.elbo.draws;
  }
  if (laplace.q.dimension() > 0 && laplace.elbo.value > out.elbo.value) {
    out.q = laplace.q;
    out.elbo = laplace.elbo;
  }
  return out;
}

// Of every start, or of the first ones if it is told to stop.
std::vector<StartCandidate> follow(const Model& model, Structure structure, const std::vector<StartPoint>& starts,
                                   std::uint64_t seed, const std::function<bool()>& should_stop, bool uses_curvature) {
  std::vector<Vector> positions;
  for (const StartPoint& start : starts) positions.push_back(start.position);
  const std::vector<LbfgsPath> paths = ascend_all(model, positions, {}, should_stop);
  const std::vector<LaplaceStart> laplace = uses_curvature ? laplace_starts(model, structure, paths, seed, should_stop)
                                                           : std::vector<LaplaceStart>(paths.size());
  std::vector<StartCandidate> out;
  for (std::size_t k = 0; k < starts.size() && (k == 0 || !should_stop()); ++k)
    out.push_back(candidate_of(model, structure, starts[k], paths[k], laplace[k], seed, should_stop));
  return out;
}

// The first few coordinates.
std::string point_text(const Vector& point) {
  constexpr Index kShown = 5;
  std::string text;
  for (Index i = 0; i < std::min(kShown, point.size()); ++i) text += fmt::format("{}{:.4g}", i > 0 ? ", " : "", point[i]);
  return "(" + text + (point.size() > kShown ? ", ...)" : ")");
}

[[noreturn]] void refuse_start(const Model& model, const Vector& point, const std::string& which) {
  ModelUse own;
  ModelUse& use = current_model_use() != nullptr ? *current_model_use() : own;  // the fit's, with all that failed before
  const ModelUseScope scope(&use);
  Evaluation evaluation;
  evaluation.resize(1, model.dimension());
  model.evaluate(point.transpose(), evaluation);  // with its score, which may be what is not finite
  std::string reason = fmt::format("the log density or its gradient is not finite there (at {} it is {})", point.isZero() ? "zero" : point_text(point),
                                   evaluation.log_density[0]);
  if (const std::vector<FailureKind> seen = use.failures(); !seen.empty()) reason += "; " + describe(seen);
  throw InvalidSetting("start", which, reason + "; give a start with {start}");
}

// Ends of paths that are no maxima are no modes: from those the paths go on, to both sides.
void leave_saddles(const Model& model, Structure structure, std::uint64_t seed, const std::function<bool()>& should_stop,
                   bool uses_curvature, std::vector<StartCandidate>& candidates) {
  std::vector<bool> is_done(candidates.size(), false);
  std::vector<double> maxima;
  for (Index branches = 0; branches < kMaxBranches && !should_stop();) {
    std::size_t highest = candidates.size();
    for (std::size_t k = 0; k < candidates.size(); ++k)
      if (!is_done[k] && candidates[k].mode.size() > 0 &&
          (highest == candidates.size() || candidates[k].log_density > candidates[highest].log_density))
        highest = k;
    if (highest == candidates.size()) break;
    is_done[highest] = true;
    const StartCandidate end = candidates[highest];
    Index& draws = candidates[highest].draws;
    const auto is_known = [&](double maximum) { return std::abs(end.log_density - maximum) < kSameHeight; };
    if (std::any_of(maxima.begin(), maxima.end(), is_known)) continue;
    const Vector direction = rising_direction(model, end.mode, end.q, draws);
    const Matrix beside = direction.size() == 0
                              ? Matrix(0, model.dimension())
                              : points_beside(model, end.mode, direction, end.log_density, draws);
    if (beside.rows() == 0) {
      maxima.push_back(end.log_density);
      continue;
    }
    candidates[highest].mode.resize(0);
    std::vector<StartPoint> sides;
    for (Index side = 0; side < beside.rows(); ++side, ++branches)
      sides.push_back({fmt::format("{}, side {}", end.name, side + 1), beside.row(side), 0});
    const std::vector<StartCandidate> further = follow(model, structure, sides, seed, should_stop, uses_curvature);
    candidates.insert(candidates.end(), further.begin(), further.end());
    is_done.resize(candidates.size(), false);
  }
}

}  // namespace

std::vector<StartCandidate> path_starts(const Model& model, Structure structure, Index count, std::uint64_t seed,
                                        const std::function<bool()>& should_stop, const StartRequest& request,
                                        bool uses_curvature) {
  std::vector<StartPoint> points = start_points(model.dimension(), count, request, seed);
  for (StartPoint& point : points) {
    double ignored = 0;
    if (point.position.size() == 0)
      point.position = best_uniform_point(model, kRadius, point.draws, streams::start_point(seed, 2), ignored);
  }
  std::vector<StartCandidate> out = follow(model, structure, points, seed, should_stop, uses_curvature);
  bool is_any_finite = false;
  for (std::size_t k = 0; k < out.size(); ++k) is_any_finite = is_any_finite || out[k].draws > points[k].draws + 1;
  leave_saddles(model, structure, seed, should_stop, uses_curvature, out);
  if (is_any_finite || should_stop()) return out;
  if (request.point || request.radius) refuse_start(model, points.front().position, request.point ? "that given" : "all within that radius");
  double log_density = 0;
  best_uniform_point(model, kRadius, 100, streams::start_probe(seed), log_density);
  if (!std::isfinite(log_density)) refuse_start(model, Vector::Zero(model.dimension()), "zero and 100 points within radius 2");
  return out;
}

std::vector<StartCandidate> more_path_starts(const Model& model, Structure structure, Index first, Index count, std::uint64_t seed,
                                             const std::function<bool()>& should_stop, bool uses_curvature) {
  const Index begin = std::max(first, kFirstPoints);
  std::vector<StartCandidate> out =
      follow(model, structure, wide_points(begin, begin + count, model.dimension(), seed), seed, should_stop, uses_curvature);
  leave_saddles(model, structure, seed, should_stop, uses_curvature, out);
  return out;
}

Elbo elbo_of_start(const Model& model, const Gaussian& q, std::uint64_t seed, const std::function<bool()>& should_stop) {
  return usable_elbo(model, q, streams::elbo_of_start(seed), kStartElboDraws, should_stop);
}

Index best_start(const std::vector<StartCandidate>& candidates) {
  Index best = -1;
  for (std::size_t k = 0; k < candidates.size(); ++k)
    if (candidates[k].q.dimension() > 0 && std::isfinite(candidates[k].elbo.value) &&
        (best < 0 || candidates[k].elbo.value > candidates[static_cast<std::size_t>(best)].elbo.value))
      best = static_cast<Index>(k);
  return best;
}

}  // namespace g2t
