// In the order of the draws while that is fast enough, since what is drawn depends on the order.
#include <inference/quantity_values.h>

#include <algorithm>
#include <g2t/core/stopwatch.hpp>
#include <g2t/importance/importance_weights.hpp>
#include <limits>
#include <vector>

namespace g2t {
namespace {

constexpr Index kTimedDraws = 16;   // for an estimate of the time of the others
constexpr double kSafety = 0.8;     // of the time left, for a computation that is expected to finish
constexpr Index kResampled = 2000;  // rows that stand for all
constexpr Index kStride = 1237;     // has no common divisor with that: leaves any beginning spread evenly
constexpr int kMaxTrials = 3;
constexpr double kTrialSeconds = 0.01;  // after which there is no further trial

// Rows drawn by their weights, in an order of which any beginning will do.
std::vector<Index> representatives(const Vector& weights) {
  const std::vector<Index> rows = resample(weights, kResampled, 0.5);
  std::vector<Index> out;
  for (Index k = 0; k < kResampled; ++k) out.push_back(rows[static_cast<std::size_t>(k * kStride % kResampled)]);
  return out;
}

// Values at representatives of all draws; those at the first draws are known.
Matrix values_of_representatives(const Quantities& quantities, const Matrix& draws, const Vector& weights,
                                 const Matrix& known, std::uint64_t seed, const Deadline& deadline) {
  const std::vector<Index> rows = representatives(weights);
  std::vector<Index> place(static_cast<std::size_t>(draws.rows()), -1), missing;  // each once
  for (const Index row : rows) {
    Index& here = place[static_cast<std::size_t>(row)];
    if (row < known.rows() || here >= 0) continue;
    here = static_cast<Index>(missing.size());
    missing.push_back(row);
  }
  Matrix more;
  const Index done = quantities.compute(draws(missing, Eigen::all), seed, deadline, more);
  Matrix out(kResampled, known.cols());
  Index count = 0;
  for (const Index row : rows) {
    const Index here = place[static_cast<std::size_t>(row)];
    if (here >= done) break;
    if (here < 0)
      out.row(count++) = known.row(row);
    else
      out.row(count++) = more.row(here);
  }
  return out.topRows(count);
}

}  // namespace

QuantityValues values_until(const Quantities& quantities, const Matrix& draws, Index of_q, const Vector& weights,
                            std::uint64_t seed, const Deadline& deadline) {
  const Index all = draws.rows();
  const Stopwatch watch;
  // Where not all can be had, q's draws have half of the time.
  const auto stop = [&](Index done) {
    if (deadline(done)) return true;
    if (all == of_q || done < kTimedDraws) return false;
    const double spent = watch.seconds(), left = deadline.seconds_left();
    if (spent / static_cast<double>(done) * static_cast<double>(all - done) <= kSafety * left) return false;
    return done >= of_q || spent >= left;
  };
  QuantityValues out;
  const Index done = quantities.compute(draws, seed, stop, out.values);
  out.of_q = std::min(done, of_q);
  out.weights = weights;
  if (weights.size() == 0 || done == all) return out;
  if (all == of_q) {  // any of q's draws will do
    out.weights = weights.head(done);
  } else {
    out.resampled = values_of_representatives(quantities, draws, weights, out.values, seed, deadline);
    out.weights = Vector::Ones(out.resampled.rows());
  }
  if (!(out.weights.sum() > 0)) out.weights.resize(0);
  return out;
}

double seconds_of_quantities(const Model& model, const Vector& point, std::uint64_t seed) {
  const Quantities* const quantities = model.quantities();
  if (quantities == nullptr) return 0;
  const Stopwatch watch;
  double least = std::numeric_limits<double>::infinity();
  Matrix ignored;
  for (int trial = 0; trial < kMaxTrials && watch.seconds() < kTrialSeconds; ++trial) {
    const Stopwatch of_trial;
    quantities->compute(point.transpose(), seed, ignored);
    least = std::min(least, of_trial.seconds());
  }
  return least;
}

}  // namespace g2t
