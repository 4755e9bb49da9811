// Regions are those of the nearest mode, so that no part of the posterior counts twice.
#include <inference/answer/answer_draws.h>
#include <inference/answer/join_modes.h>
#include <inference/answer/summarize.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/streams.hpp>
#include <numeric>

namespace g2t {
namespace {

constexpr double kMinShareOfDraws = 0.25;  // of a mode's answer, in its own region

// The number of the mode that each row belongs to.
std::vector<Index> nearest_modes(const std::vector<ModeAnswer>& modes, const Matrix& draws) {
  std::vector<Index> nearest(static_cast<std::size_t>(draws.rows()), 0);
  Vector best = log_density_at(modes.front().q, draws);
  for (std::size_t m = 1; m < modes.size(); ++m) {
    const Vector here = log_density_at(modes[m].q, draws);
    for (Index k = 0; k < draws.rows(); ++k) {
      if (!(here[k] > best[k])) continue;
      best[k] = here[k];
      nearest[static_cast<std::size_t>(k)] = static_cast<Index>(m);
    }
  }
  return nearest;
}

// Rows of a mode's answer in its own region.
std::vector<Index> rows_inside(const std::vector<ModeAnswer>& modes, Index mode) {
  const std::vector<Index> nearest = nearest_modes(modes, modes[static_cast<std::size_t>(mode)].posterior.draws);
  std::vector<Index> rows;
  for (std::size_t k = 0; k < nearest.size(); ++k)
    if (nearest[k] == mode) rows.push_back(static_cast<Index>(k));
  return rows;
}

// Densities that the answer did without.
Vector all_densities(const Model& model, const Posterior& answer) {
  if (answer.log_density.allFinite()) return answer.log_density;
  Vector out;
  model.log_densities(answer.draws, out);
  return out;
}

// So many of them, evenly. @param phase  in [0, 1): images of a mode take other draws than it does itself
std::vector<Index> evenly(const std::vector<Index>& rows, Index count, double phase) {
  std::vector<Index> out;
  const double step = static_cast<double>(rows.size()) / static_cast<double>(count);
  for (Index k = 0; k < count; ++k) out.push_back(rows[static_cast<std::size_t>((static_cast<double>(k) + phase) * step)]);
  return out;
}

// A mode and its images.
Index orbit_of(const std::vector<ModeAnswer>& modes, Index mode) {
  const Index original = modes[static_cast<std::size_t>(mode)].image_of;
  return original >= 0 ? original : mode;
}

void append(Posterior& to, Index mode, const Posterior& from, const Vector& log_density, const std::vector<Index>& rows) {
  to.mode_of_draw.insert(to.mode_of_draw.end(), rows.size(), mode);
  const Index before = to.draws.rows(), more = static_cast<Index>(rows.size());
  const Index first_group = to.groups.empty() ? 0 : *std::max_element(to.groups.begin(), to.groups.end()) + 1;
  to.draws.conservativeResize(before + more, from.draws.cols());
  to.draws.bottomRows(more) = from.draws(rows, Eigen::all);
  to.log_density.conservativeResize(before + more);
  to.log_density.tail(more) = log_density(rows);
  to.log_q.conservativeResize(before + more);
  to.log_q.tail(more) = from.log_q(rows);
  for (const Index row : rows) to.groups.push_back(first_group + from.groups[static_cast<std::size_t>(row)]);
  to.densities += from.densities;
  to.gradients += from.gradients;
  to.seconds += from.seconds;
  to.mean_error = std::max(to.mean_error, from.mean_error);
  to.sd_error = std::max(to.sd_error, from.sd_error);
}

}  // namespace

Posterior join_modes(const Model& model, const std::vector<ModeAnswer>& modes, Index count, std::uint64_t seed,
                     const StopRule& stop, std::vector<ModeShare>& shares) {
  const auto mode_count = static_cast<Index>(modes.size());
  std::vector<std::vector<Index>> rows;
  std::vector<Vector> densities;
  Vector log_mass(mode_count), error(mode_count);
  for (Index m = 0; m < mode_count; ++m) {
    rows.push_back(rows_inside(modes, m));
    const Index draws = modes[static_cast<std::size_t>(m)].posterior.draw_count();
    if (static_cast<double>(rows.back().size()) < kMinShareOfDraws * static_cast<double>(draws)) return {};  // not apart
  }
  for (Index m = 0; m < mode_count; ++m) {
    const Posterior& answer = modes[static_cast<std::size_t>(m)].posterior;
    const std::vector<Index>& inside = rows[static_cast<std::size_t>(m)];
    densities.push_back(all_densities(model, answer));
    if (const Index original = modes[static_cast<std::size_t>(m)].image_of; original >= 0) {
      log_mass[m] = log_mass[original];
      error[m] = error[original];
      continue;
    }
    const auto is_inside = [&](const Matrix& at) {
      const std::vector<Index> nearest = nearest_modes(modes, at);
      Flags flags(nearest.size());
      std::transform(nearest.begin(), nearest.end(), flags.begin(), [m](Index mode) { return static_cast<std::uint8_t>(mode == m); });
      return flags;
    };
    const double effective = answer.parameters.ess.minCoeff() / static_cast<double>(answer.draw_count());
    const Evidence evidence = bridge_evidence(model, answer.draws(inside, Eigen::all), densities.back()(inside), effective,
                                              is_inside, streams::bridge(seed, m), stop);
    log_mass[m] = evidence.log_mass;
    error[m] = evidence.error;
  }
  Posterior out;
  if (!log_mass.allFinite()) return out;
  Vector share = (log_mass.array() - log_mass.maxCoeff()).exp();
  share /= share.sum();
  Vector of_orbit = Vector::Zero(mode_count), orbit_size = Vector::Zero(mode_count);
  for (Index m = 0; m < mode_count; ++m) of_orbit[orbit_of(modes, m)] += share[m], orbit_size[orbit_of(modes, m)] += 1;
  const double others = of_orbit.cwiseProduct(error).squaredNorm();
  shares.resize(modes.size());
  out.way = modes.front().posterior.way;
  out.seconds = 0;
  Index made = 0;
  double cumulative = 0;
  Vector seen = Vector::Zero(mode_count);  // of each orbit
  for (Index m = 0; m < mode_count; ++m) {
    const Posterior& answer = modes[static_cast<std::size_t>(m)].posterior;
    const Index orbit = orbit_of(modes, m);
    const double whole = of_orbit[orbit], own = whole * error[orbit];
    // Images have the same mass: only shares of orbits have errors.
    shares[static_cast<std::size_t>(m)] = {
        share[m], share[m] * std::sqrt(std::pow((1 - whole) * error[orbit], 2) + others - own * own), answer.way};
    cumulative += share[m];
    const Index upto = m + 1 == mode_count ? count : std::min<Index>(std::llround(cumulative * static_cast<double>(count)), count);
    const std::vector<Index>& inside = rows[static_cast<std::size_t>(m)];
    const double phase = (seen[orbit]++ + 0.5) / orbit_size[orbit];
    if (upto > made) append(out, m, answer, densities[static_cast<std::size_t>(m)], evenly(inside, upto - made, phase));
    made = upto;
    // The error of log odds moves a mean by so much of the sd between orbits, at most.
    if (orbit == m) out.mean_error = std::hypot(out.mean_error, std::sqrt(whole * (1 - whole)) * error[m]);
  }
  return out;
}

}  // namespace g2t
