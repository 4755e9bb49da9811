// The least of a few trials.
#include <inference/answer/quantity_time.h>

#include <algorithm>
#include <g2t/core/model_use.hpp>
#include <g2t/core/stopwatch.hpp>
#include <limits>

namespace g2t {
namespace {

constexpr int kMaxTrials = 3;
constexpr double kTrialSeconds = 0.01;  // after which there is no further trial

}  // namespace

double seconds_of_quantities(const Model& model, const Vector& point, std::uint64_t seed) {
  const Quantities* const quantities = model.quantities();
  if (quantities == nullptr) return 0;
  const ModelUseScope uncounted(nullptr);
  const Stopwatch watch;
  double least = std::numeric_limits<double>::infinity();
  Matrix ignored;
  // The first draw that lacks values may take the time of preparing for others.
  for (int trial = 0; trial < kMaxTrials && (watch.seconds() < kTrialSeconds || !ignored.allFinite()); ++trial) {
    const Stopwatch of_trial;
    quantities->compute(point.transpose(), seed, ignored);
    least = std::min(least, of_trial.seconds());
  }
  return least;
}

}  // namespace g2t
