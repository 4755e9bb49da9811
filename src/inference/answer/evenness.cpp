// Covariances of log ratios with standardised draws and their squares, or means by the weights themselves.
#include <inference/answer/evenness.h>

#include <algorithm>
#include <cmath>
#include <g2t/importance/importance_weights.hpp>
#include <limits>

namespace g2t {
namespace {

constexpr double kMaxVariance = 0.1;  // for the first order
constexpr double kSdShare = 0.025;    // of sds
constexpr double kWorstShift = 1.5;   // tolerances, of a single mean, beyond three standard errors

double rms_beyond(const Vector& values, double error) {
  if (!std::isfinite(error)) return 0;
  const double square = values.squaredNorm() / static_cast<double>(values.size()) - error * error;
  return std::sqrt(std::max(square, 0.0));
}

// At a q that no small move betters, the first order is zero, however far the posterior is.
void shift_by_weights(const Matrix& standard, const Vector& log_ratios, Evenness& out) {
  const ImportanceWeights weights = smooth_importance_weights(log_ratios);
  out.mean_shift = standard.transpose() * weights.weights;
  const Vector square = standard.cwiseAbs2().transpose() * weights.weights;
  out.sd_shift = (square - out.mean_shift.cwiseAbs2()).cwiseMax(0).cwiseSqrt().array() - 1;
  out.shift_error = 1 / std::sqrt(weights.effective_sample_size);
}

}  // namespace

double Evenness::mean_error() const { return std::max(rms_beyond(mean_shift, shift_error), unexplained()); }
double Evenness::sd_error() const { return std::max(rms_beyond(sd_shift, shift_error / std::sqrt(2.0)), unexplained()); }

// Where the first order says little: as if the nats were those of means that are off in all directions.
double Evenness::unexplained() const {
  return variance <= kMaxVariance ? 0 : std::min(1.0, std::sqrt(variance / static_cast<double>(mean_shift.size())));
}

bool Evenness::is_enough(double tolerance) const {
  return variance <= kMaxVariance && mean_error() <= 0.5 * tolerance && sd_error() <= kSdShare &&
         mean_shift.cwiseAbs().maxCoeff() <= kWorstShift * tolerance + 3 * shift_error;
}

Evenness evenness_of(const Matrix& draws, const Vector& log_ratios, const Vector& mean, const Vector& sd) {
  Evenness out;
  const double n = static_cast<double>(log_ratios.size());
  if (log_ratios.size() < 2 || !log_ratios.allFinite()) {
    out.variance = out.shift_error = std::numeric_limits<double>::infinity();
    out.mean_shift = out.sd_shift = Vector::Zero(mean.size());
    return out;
  }
  const Vector centred = log_ratios.array() - log_ratios.mean();
  out.variance = centred.squaredNorm() / (n - 1);
  const Matrix standard = (draws.rowwise() - mean.transpose()) * sd.cwiseInverse().asDiagonal();
  out.mean_shift = standard.transpose() * centred / n;
  out.sd_shift = 0.5 * (standard.cwiseAbs2().transpose() * centred) / n;
  out.shift_error = std::sqrt(out.variance / n);
  if (out.variance > kMaxVariance) shift_by_weights(standard, log_ratios, out);
  return out;
}

bool holds_for_values(const Matrix& values, const Vector& log_ratios, double tolerance) {
  Vector weights = (log_ratios.array() - log_ratios.maxCoeff()).exp();
  weights /= weights.sum();
  double mean_square = 0, sd_square = 0, worst = 0, count = 0;
  for (const auto& column : values.colwise()) {
    if (!column.allFinite()) continue;
    const Vector centred = column.array() - column.mean();
    const double sd = std::sqrt(centred.squaredNorm() / static_cast<double>(centred.size()));
    if (!(sd > 0) || !std::isfinite(sd)) continue;
    const double mean_shift = weights.dot(centred) / sd;
    const double square = weights.dot(centred.cwiseAbs2()) / (sd * sd);
    const double sd_shift = std::sqrt(std::max(square - mean_shift * mean_shift, 0.0)) - 1;
    mean_square += mean_shift * mean_shift;
    sd_square += sd_shift * sd_shift;
    worst = std::max({worst, std::abs(mean_shift) / tolerance, std::abs(sd_shift) / kSdShareOfValues});
    ++count;
  }
  return worst <= kWorstValue && mean_square <= count * tolerance * tolerance && sd_square <= count * kSdShareOfValues * kSdShareOfValues;
}

}  // namespace g2t
