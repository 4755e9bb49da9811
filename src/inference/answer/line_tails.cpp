// Sds along lines by the trapezoid rule in steps of one sd of q, which is exact to eight digits for a normal density.
#include <inference/answer/line_tails.h>

#include <inference/answer/evenness.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <g2t/core/evaluate_until.hpp>
#include <limits>
#include <vector>

namespace g2t {
namespace {

constexpr Index kMaxLines = 1000;
constexpr Index kFar = 4, kEnd = 12;      // sds of q from its mean
constexpr double kSlowerBy = 1.3;         // nats that the density is above q's there
constexpr double kWorstExcess = 0.08;     // of a single sd
constexpr double kLowest = -1e300;        // log of a density that is zero

/// [line_count x dimension]: one sd of q each.
Matrix directions_of(const Gaussian& q, const std::vector<Index>& parameters) {
  Matrix out = Matrix::Zero(static_cast<Index>(parameters.size()), q.dimension());
  for (Index k = 0; k < out.rows(); ++k) {
    const Index j = parameters[static_cast<std::size_t>(k)];
    if (q.structure == Structure::Diagonal)
      out(k, j) = q.scale[j];
    else if (q.structure == Structure::LowRank) {
      const Matrix root = times_root_transposed(q, Vector::Unit(q.dimension(), j).transpose());
      out.row(k) = times_root(q, root) / root.norm();
    } else
      out.row(k) = q.cholesky * q.cholesky.row(j).transpose() / q.cholesky.row(j).norm();
  }
  return out;
}

class Lines {
 public:
  Lines(const Model& model, const Gaussian& q, const StopRule& stop) : model_(model), q_(q), stop_(stop) {}

  /// Log densities at so many sds along each line, minus that at the mean, [line_count x steps]; false if stopped before.
  bool evaluate(const Matrix& directions, const std::vector<double>& steps, Matrix& out) {
    const auto count = static_cast<Index>(steps.size());
    Matrix points(directions.rows() * count, q_.dimension());
    for (Index k = 0; k < directions.rows(); ++k)
      for (Index s = 0; s < count; ++s)
        points.row(k * count + s) = q_.mean.transpose() + steps[static_cast<std::size_t>(s)] * directions.row(k);
    Vector found;
    const Index done = log_densities_until(model_, points, stop_, found);
    densities_ += done;
    if (done < points.rows()) return false;
    const auto finite = [](double value) { return std::isfinite(value) ? value : kLowest; };
    out = Eigen::Map<const Matrix>(found.data(), count, directions.rows()).transpose().unaryExpr(finite);
    return true;
  }
  [[nodiscard]] Index densities() const { return densities_; }

 private:
  const Model& model_;
  const Gaussian& q_;
  const StopRule& stop_;
  Index densities_ = 0;
};

// Where the density rises on the way out another mode begins, which is no tail of this one.
void cut_other_modes(Eigen::ArrayXd& log_density) {
  const Index middle = kEnd;
  for (const Index step : {Index{-1}, Index{1}}) {
    bool is_cut = false;
    for (Index k = middle + 2 * step; k >= 0 && k <= 2 * kEnd; k += step) {
      is_cut = is_cut || log_density[k] > log_density[k - step];
      if (is_cut) log_density[k] = kLowest;
    }
  }
}

/// In sds of q, from log densities at -kEnd ... kEnd.
double sd_along(Eigen::ArrayXd log_density) {
  cut_other_modes(log_density);
  const Eigen::ArrayXd weights = (log_density - log_density.maxCoeff()).exp();
  const Eigen::ArrayXd steps = Eigen::ArrayXd::LinSpaced(log_density.size(), -double(kEnd), double(kEnd));
  const double mean = (weights * steps).sum() / weights.sum();
  return std::sqrt((weights * (steps - mean).square()).sum() / weights.sum());
}

}  // namespace

bool LineTails::are_long() const {
  return excess.size() > 0 && (excess.maxCoeff() > kWorstExcess ||
                               excess.squaredNorm() > static_cast<double>(excess.size()) * kSdShareOfValues * kSdShareOfValues);
}

LineTails line_tails(const Model& model, const Gaussian& q, const StopRule& stop) {
  std::vector<Index> parameters;
  const Index count = std::min(q.dimension(), kMaxLines);
  for (Index k = 0; k < count; ++k) parameters.push_back(k * q.dimension() / count);
  LineTails out{.excess = Vector::Zero(count)};
  const Matrix directions = directions_of(q, parameters);
  Lines lines(model, q, stop);
  Matrix middle, far, all;
  std::vector<Index> slow;
  if (lines.evaluate(Matrix::Zero(1, q.dimension()), {0.0}, middle) && lines.evaluate(directions, {-double(kFar), double(kFar)}, far)) {
    const double slower = middle(0, 0) - 0.5 * kFar * kFar + kSlowerBy;
    for (Index k = 0; k < count; ++k)
      if (far.row(k).maxCoeff() > slower) slow.push_back(k);
    std::vector<double> steps;
    for (Index t = -kEnd; t <= kEnd; ++t) steps.push_back(static_cast<double>(t));
    if (!slow.empty() && lines.evaluate(directions(slow, Eigen::all), steps, all))
      for (std::size_t k = 0; k < slow.size(); ++k)
        out.excess[slow[k]] = std::max(sd_along(all.row(static_cast<Index>(k)).transpose()) - 1, 0.0);
  }
  out.densities = lines.densities();
  return out;
}

}  // namespace g2t
