// Highest ends first, so that a maximum's own is that of its best path.
#include <starts/laplace_start.h>
#include <starts/modes.h>
#include <starts/path_gaussian.h>
#include <starts/path_starts.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr Index kMaxDimension = 300;  // of a Hessian that is worth its factor
constexpr double kClose = 0.02;       // nats a parameter

// log p at the maximum of a parabola, and the entropy of its Gaussian less its part below the maximum.
double elbo_of_parabola(double log_density, const Gaussian& q) {
  return log_density + entropy(q) - 0.5 * static_cast<double>(q.dimension());
}

LaplaceStart laplace_start(const Model& model, Structure structure, const PathPoint& end, std::uint64_t seed,
                           const std::function<bool()>& should_stop) {
  LaplaceStart out;
  out.q = curvature_gaussian(model, end, structure, out.draws);
  if (out.q.dimension() == 0) return out;
  out.elbo = elbo_of_start(model, out.q, seed, should_stop);
  out.draws += out.elbo.draws;
  const double off = std::abs(out.elbo.value - elbo_of_parabola(end.log_density, out.q));
  out.is_close = off < kClose * static_cast<double>(model.dimension()) && out.elbo.failed_draws == 0;
  return out;
}

}  // namespace

std::vector<LaplaceStart> laplace_starts(const Model& model, Structure structure, const std::vector<LbfgsPath>& paths,
                                         std::uint64_t seed, const std::function<bool()>& should_stop) {
  std::vector<LaplaceStart> out(paths.size());
  const Index d = model.dimension();
  Index evaluations = 0;
  std::vector<std::size_t> ends;
  for (std::size_t k = 0; k < paths.size(); ++k) {
    evaluations += paths[k].evaluations;
    if (paths[k].is_at_mode) ends.push_back(k);
  }
  if (model.curvature() == nullptr || d > kMaxDimension || 2 * d > evaluations) return out;
  const auto end_of = [&](std::size_t k) -> const PathPoint& { return paths[k].points.back(); };
  std::stable_sort(ends.begin(), ends.end(),
                   [&](std::size_t a, std::size_t b) { return end_of(a).log_density > end_of(b).log_density; });
  std::vector<std::size_t> own;  // paths whose maximum no earlier one has reached
  for (const std::size_t k : ends) {
    const auto known = std::find_if(own.begin(), own.end(), [&](std::size_t other) {
      return out[other].q.dimension() > 0 && distance_in_units(out[other].q, end_of(k).position, end_of(other).position) < 1;
    });
    if (known != own.end()) {
      out[k] = out[*known];
      out[k].draws = 0;
      continue;
    }
    if (should_stop()) break;
    out[k] = laplace_start(model, structure, end_of(k), seed, should_stop);
    own.push_back(k);
  }
  return out;
}

}  // namespace g2t
