// ELBOs of q and of the same q elsewhere, on the same few draws.
#include <inference/natural/flat_parameters.h>
#include <inference/natural/unbounded_direction.h>
#include <starts/rising_direction.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/elbo.hpp>
#include <g2t/core/streams.hpp>
#include <numeric>

namespace g2t {
namespace {

constexpr Index kProbeDraws = 8;
constexpr double kFar = 10, kFarInSds = 20;  // of a mean from zero: few are both
constexpr std::size_t kMaxProbed = 4;        // parameters
constexpr double kLoss = 1;                  // nats
constexpr double kTakesPart = 0.1;           // of the largest share in a direction

// Those with large entries.
std::vector<Index> largest_shares(const Vector& direction) {
  std::vector<Index> order(static_cast<std::size_t>(direction.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return std::abs(direction[a]) > std::abs(direction[b]); });
  const double least = kTakesPart * std::abs(direction[order.front()]);
  std::erase_if(order, [&](Index i) { return !(std::abs(direction[i]) >= least); });
  if (order.size() > kMaxNamed) order.resize(kMaxNamed);
  return order;
}

// q, and where it could go.
class Mover {
 public:
  Mover(const Model& model, const Gaussian& q, std::uint64_t seed, Index& evaluations)
      : model_(model), q_(q), seed_(seed), evaluations_(evaluations) {
    here_ = elbo_at(q.mean);
  }
  [[nodiscard]] bool loses_nothing(const Vector& step) const { return elbo_at(q_.mean + step) > here_ - kLoss; }

 private:
  [[nodiscard]] double elbo_at(const Vector& mean) const {
    Gaussian moved = q_;
    moved.mean = mean;
    evaluations_ += kProbeDraws;
    const Elbo elbo = monte_carlo_elbo(model_, moved, streams::elbo_of_start(seed_), kProbeDraws);
    return elbo.failed_draws > 0 ? std::nan("") : elbo.value;
  }

  const Model& model_;
  const Gaussian& q_;
  std::uint64_t seed_;
  Index& evaluations_;
  double here_ = 0;
};

std::vector<Index> parameters_of_direction(const Model& model, const ScaleWatch& scales, bool is_settled, std::uint64_t seed,
                                           FitResult& result) {
  const Gaussian& q = result.q;
  if (!is_usable(q)) return {};
  if (scales.is_moving() || scales.is_hopeless()) {
    const Vector direction = scales.unbounded_direction(q);
    return direction.size() == 0 ? std::vector<Index>{} : largest_shares(direction);
  }
  if (!is_settled) return {};
  const Vector sds = standard_deviations(q);
  std::vector<Index> far;
  for (Index i = 0; i < q.dimension() && far.size() < kMaxProbed; ++i)
    if (std::abs(q.mean[i]) > std::max(kFar, kFarInSds * sds[i])) far.push_back(i);
  const bool has_ridge = result.marginal_sd_ratio.size() > 0 && result.marginal_sd_ratio.maxCoeff() > kMaxSdRatio;
  if (far.empty() && !has_ridge) return {};
  const Mover mover(model, q, seed, result.gradient_draws);
  for (const Index i : far) {
    const Vector outwards = std::copysign(sds[i], q.mean[i]) * Vector::Unit(q.dimension(), i);
    if (mover.loses_nothing(10 * outwards) && mover.loses_nothing(100 * outwards)) return {i};
  }
  if (!has_ridge) return {};
  const Vector flat = lowest_curvature(model, q.mean, q, result.gradient_draws).direction;
  for (const double side : {1.0, -1.0})
    if (flat.size() > 0 && mover.loses_nothing(10 * side * flat) && mover.loses_nothing(1000 * side * flat))
      return largest_shares(flat.cwiseQuotient(sds));
  return {};
}

}  // namespace

void find_unbounded_parameters(const Model& model, const ScaleWatch& scales, std::uint64_t seed, NaturalEvidence& evidence,
                               FitResult& result) {
  evidence.unbounded_parameters = flat_parameters(model, result.posterior, result.gradient_draws);
  evidence.is_answer_flat = !evidence.unbounded_parameters.empty();
  if (evidence.is_answer_flat) return;
  const bool is_settled = evidence.is_within_tolerance && std::isfinite(result.gap.value);  // q may be an earlier one
  evidence.unbounded_parameters = parameters_of_direction(model, scales, is_settled, seed, result);
}

}  // namespace g2t
