// The Metropolis decision sees the energies at both ends of a trajectory, so a point without density on the way is no harm.
#include <chains/chain_mover.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace g2t {
namespace {

constexpr double kAcceptance = 0.8;                      // that the step size aims at
constexpr double kTrajectory = std::numbers::pi / 2;     // mean length
constexpr Index kMaxLeapfrogs = 64;
constexpr Index kMaxLeapfrogsInScales = 128;  // whose steps are smaller
constexpr double kShareOfSmallSteps = 0.2;
constexpr int kMaxHalvings = 4;                          // of a small step
constexpr double kStepInScales = 0.5;  // of that in q's coordinates, at first
constexpr double kMaxGrowth = 0.3, kMaxDecline = 0.7;    // of log step size, a move

// Independent uniforms of one move.
struct MoveUniforms {
  double step, length;             // of all chains
  Vector is_small, size, accept;   // [chain_count]

  MoveUniforms(const StreamKey& key, Index count) {
    Vector all(2 + 3 * count);
    fill_uniforms(key, {all.data(), static_cast<std::size_t>(all.size())});
    step = all[0], length = all[1];
    is_small = all.segment(2, count), size = all.segment(2 + count, count), accept = all.tail(count);
  }
};

// Independent of the target's scale, in good coordinates.
double first_step_size(Index dimension) { return std::min(1.0, 1.2 * std::pow(static_cast<double>(dimension), -0.25)); }

}  // namespace

TemperedTarget untempered(Index chain_count) { return {Vector::Ones(chain_count), 0}; }

ChainMover::ChainMover(const Model& model, const Gaussian& q, const SampleStreams& sample, StopRule stop, Index first_move)
    : model_(model), q_(q), sample_(sample), stop_(std::move(stop)),
      kernels_{Kernel{ChainMetric(q), first_step_size(q.dimension())}, Kernel{ChainMetric(q), first_step_size(q.dimension())}},
      moves_(first_move) {}

void ChainMover::learn_metrics(const Matrix& draws) {
  kernels_.front().metric.update(draws);
  kernels_.back().metric.update_scales(draws);
}

void ChainMover::alternate() {
  if (!alternates_) kernels_.back().step_size = kStepInScales * kernels_.front().step_size;
  alternates_ = true;
}

Matrix ChainMover::standardized(const Matrix& positions) const {
  const Matrix centred = positions.rowwise() - q_.mean.transpose();
  return solve_root(q_, centred);
}

Vector ChainMover::log_q(const Matrix& positions) const { return log_density_of_normals(q_, standardized(positions)); }

ChainMover::Slope ChainMover::slope(const ChainStates& states, const TemperedTarget& target, const ChainMetric& metric) const {
  if (target.power_of_q == 0)
    return {target.power_of_model.cwiseProduct(states.log_density),
            metric.force(target.power_of_model.asDiagonal() * states.score)};
  const Matrix standard = standardized(states.positions);
  const Matrix score_of_q = -solve_root_transposed(q_, standard);
  return {target.power_of_model.cwiseProduct(states.log_density) - 0.5 * target.power_of_q * standard.rowwise().squaredNorm(),
          metric.force(target.power_of_model.asDiagonal() * states.score + target.power_of_q * score_of_q)};
}

bool ChainMover::move(ChainStates& states, const TemperedTarget& target, double gain) {
  const Index count = states.count(), d = q_.dimension();
  const MoveUniforms uniforms(sample_.chain_uniforms(moves_), count);
  Matrix momenta(count, d);
  fill_normals(sample_.chain_momenta(moves_), momenta);
  const bool is_in_scales = alternates_ && moves_ % 2 == 1;
  ++moves_;
  Kernel& kernel = is_in_scales ? kernels_.back() : kernels_.front();
  const ChainMetric& metric = kernel.metric;
  const double step = kernel.step_size * (0.9 + 0.2 * uniforms.step);
  const Index leapfrogs = std::clamp<Index>(std::llround(kTrajectory * (0.5 + uniforms.length) / step), 1,
                                            is_in_scales ? kMaxLeapfrogsInScales : kMaxLeapfrogs);
  std::vector<bool> is_full_step(static_cast<std::size_t>(count), true);
  Vector steps = Vector::Constant(count, step);
  for (Index k = 0; k < count; ++k) {
    if (uniforms.is_small[k] > kShareOfSmallSteps) continue;
    is_full_step[static_cast<std::size_t>(k)] = false;
    steps[k] *= std::pow(0.5, 1 + std::min(kMaxHalvings - 1, static_cast<int>(kMaxHalvings * uniforms.size[k])));
  }

  Slope here = slope(states, target, metric);
  const Vector energy = here.value - 0.5 * momenta.rowwise().squaredNorm();
  ChainStates next;
  next.positions = states.positions;
  momenta += (0.5 * steps).asDiagonal() * here.force;
  for (Index k = 0; k < leapfrogs; ++k) {
    next.positions += steps.asDiagonal() * metric.velocity(momenta);
    if (!evaluate(next)) return false;
    here = slope(next, target, metric);
    momenta += ((k + 1 < leapfrogs ? 1.0 : 0.5) * steps).asDiagonal() * here.force;
  }
  acceptance_ = here.value - 0.5 * momenta.rowwise().squaredNorm() - energy;
  for (Index k = 0; k < count; ++k) {
    acceptance_[k] = std::isfinite(acceptance_[k]) ? std::exp(std::min(acceptance_[k], 0.0)) : 0;
    if (!(uniforms.accept[k] <= acceptance_[k])) continue;
    states.positions.row(k) = next.positions.row(k);
    states.log_density[k] = next.log_density[k];
    states.score.row(k) = next.score.row(k);
  }
  if (gain > 0) learn(is_full_step, gain, kernel);
  return true;
}

// From the chains with the full step alone.
void ChainMover::learn(const std::vector<bool>& is_full_step, double gain, Kernel& kernel) {
  double sum = 0, count = 0;
  for (std::size_t k = 0; k < is_full_step.size(); ++k)
    if (is_full_step[k]) sum += acceptance_[static_cast<Index>(k)], ++count;
  if (count > 0) kernel.step_size *= std::exp(std::clamp(gain * (sum / count - kAcceptance), -kMaxDecline, kMaxGrowth));
}

}  // namespace g2t
