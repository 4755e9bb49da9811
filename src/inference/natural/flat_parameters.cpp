// A few draws, evenly among all.
#include <inference/natural/flat_parameters.h>
#include <inference/verdict.h>

#include <algorithm>
#include <cmath>

namespace g2t {
namespace {

constexpr double kWide = 10;         // an sd: the logarithm of a scale is known better
constexpr Index kProbed = 32;        // draws
constexpr double kFlatSlope = 0.01;  // nats an sd
constexpr double kShareOfProbed = 0.5;

}  // namespace

std::vector<Index> flat_parameters(const Model& model, const Posterior& answer, Index& evaluations) {
  const Vector& sd = answer.parameters.sd;
  std::vector<Index> out;
  for (Index i = 0; i < sd.size(); ++i)
    if (sd[i] > kWide) out.push_back(i);
  const Index count = std::min(kProbed, answer.draw_count());
  if (out.empty() || count == 0) return {};
  std::vector<Index> rows;
  for (Index k = 0; k < count; ++k) rows.push_back(k * answer.draw_count() / count);
  Evaluation at;
  at.resize(count, answer.draws.cols());
  model.evaluate(answer.draws(rows, Eigen::all), at);
  at.mark_non_finite();
  evaluations += count;
  std::erase_if(out, [&](Index i) {
    Index flat = 0;
    for (Index k = 0; k < count; ++k)
      if (const double slope = std::abs(at.score(k, i)); at.failed[static_cast<std::size_t>(k)] == 0)
        flat += slope == 0 || slope * sd[i] < kFlatSlope ? 1 : 0;  // an sd may be infinite
    return static_cast<double>(flat) < kShareOfProbed * static_cast<double>(count);
  });
  std::stable_sort(out.begin(), out.end(), [&](Index a, Index b) { return sd[a] > sd[b]; });
  if (out.size() > kMaxNamed) out.resize(kMaxNamed);
  return out;
}

}  // namespace g2t
