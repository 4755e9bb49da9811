// By the logarithms of the marginal standard deviations.
#include <core/decompositions.h>
#include <inference/natural/scale_watch.h>

#include <cmath>
#include <limits>

namespace g2t {
namespace {

constexpr double kMaxScaleChange = 0.3;  // of the logarithm of a scale from one block to the next
constexpr double kHopelessGrowth = 1e6;  // of a scale within a block, twice in a row,
constexpr double kHopelessInAll = 1e6;   // or since the first block, while it moves,
constexpr Index kPatience = 5;           // after as many blocks
constexpr double kUnboundedGrowth = 1e3;   // of a direction, if the run gave up or was patient,
constexpr double kBeyondMeasure = 1e9;     // or at once, while a scale moves: no start is that much too narrow

}  // namespace

bool is_usable(const Gaussian& q) {
  const bool is_dense = q.structure == Structure::Dense;
  if (!q.basis.allFinite() || !q.variances.allFinite() || !(q.variances.array() > 0).all()) return false;
  return q.mean.allFinite() && (is_dense ? q.cholesky.allFinite() : q.scale.allFinite()) &&
         (is_dense ? Vector(q.cholesky.diagonal()) : q.scale).minCoeff() > 0;
}

void ScaleWatch::observe(const Gaussian& before, const Gaussian& after) {
  const Vector change = (standard_deviations(after).array() / standard_deviations(before).array())
                            .log()
                            .unaryExpr([](double log) { return std::isnan(log) ? std::numeric_limits<double>::infinity() : log; });
  is_moving_ = change.cwiseAbs().maxCoeff(&moving_parameter_) > kMaxScaleChange;
  if (first_.dimension() == 0) first_ = before;
  ++blocks_;
  const Vector in_all = standard_deviations(after).cwiseQuotient(standard_deviations(first_));
  const bool is_growing = change.maxCoeff() >= std::log(kHopelessGrowth);
  is_hopeless_ = (is_growing && is_growing_) ||
                 (is_moving_ && blocks_ > kPatience && in_all.maxCoeff() >= kHopelessInAll);
  is_growing_ = is_growing;
}

Vector ScaleWatch::unbounded_direction(const Gaussian& now) const {
  const Index d = now.dimension();
  const bool has_waited = is_hopeless_ || blocks_ > kPatience;
  if (first_.dimension() == 0 || (!has_waited && !is_moving_)) return {};
  const double least = has_waited ? kUnboundedGrowth : kBeyondMeasure;
  if (now.structure != Structure::Dense) {  // low rank: by parameters too
    const Vector in_all = standard_deviations(now).cwiseQuotient(standard_deviations(first_));
    const double growth = in_all.maxCoeff();
    return growth >= least ? Vector(in_all / growth) : Vector();
  }
  const Matrix grown = solve_lower(first_.cholesky, now.cholesky);
  const double size = grown.cwiseAbs().maxCoeff();
  if (!(size > 0) || !std::isfinite(size)) return {};
  const Matrix scaled = grown / size;
  const SymmetricEigen eigen = symmetric_eigen(scaled * scaled.transpose());
  if (!(size * std::sqrt(eigen.values[d - 1]) >= least)) return {};
  return (first_.cholesky * eigen.vectors.col(d - 1)).cwiseQuotient(standard_deviations(first_));
}

}  // namespace g2t
