// Blocks of eight draws and their eight mirror images, so that any whole blocks are pairs.
#include <inference/answer/q_sample.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/evaluate_until.hpp>
#include <g2t/core/stopwatch.hpp>

namespace g2t {
namespace {

constexpr Index kBlock = 2 * QSample::kPairsAtOnce;

constexpr double kAlwaysMade = 2e6;      // numbers: below a second
constexpr Index kFewest = 64;            // as many as a deadline leaves to densities
constexpr double kWorkOfADraw = 300;     // normals, copies, moments and quantiles, in times of moving normals to q
constexpr double kShortest = 0.3;        // seconds, when time is up

Index whole_blocks(Index count) { return (count + kBlock - 1) / kBlock * kBlock; }

}  // namespace

Index draws_in_time(const Gaussian& q, Index count, const Deadline& deadline) {
  const double left = deadline.seconds_left();
  if (static_cast<double>(count) * static_cast<double>(q.dimension()) <= kAlwaysMade || std::isinf(left)) return count;
  const Stopwatch watch;
  Matrix normals(kBlock, q.dimension()), draws;
  normals.setOnes();
  transform_normals(q, normals, draws);
  const double seconds_a_draw = kWorkOfADraw * watch.seconds() / static_cast<double>(kBlock);
  const double affordable = std::max(left, kShortest) / seconds_a_draw;
  if (affordable >= static_cast<double>(count)) return count;
  return std::min(count, std::max(kFewest, static_cast<Index>(affordable)));
}

QSample::QSample(const Model& model, const Gaussian& q, Index draw_count, const SampleStreams& sample) : model_(model) {
  const Index count = whole_blocks(draw_count);
  Matrix halves(count / 2, q.dimension()), normals(count, q.dimension());
  fill_normals(sample.draws(), halves);
  for (Index first = 0; first < count / 2; first += kPairsAtOnce) {
    const auto block = halves.middleRows(first, kPairsAtOnce);
    normals.middleRows(2 * first, kPairsAtOnce) = block;
    normals.middleRows(2 * first + kPairsAtOnce, kPairsAtOnce) = -block;
  }
  transform_normals(q, normals, draws_);
  log_q_ = log_density_of_normals(q, normals);
}

void QSample::evaluate(Index count, const StopRule& stop) {
  const Index before = evaluated(), wanted = std::min(whole_blocks(count), draws_.rows()) - before;
  if (wanted <= 0) return;
  const Stopwatch watch;
  Vector more;
  const auto ends_here = [&](Index done) { return done % kBlock == 0 && stop(before + done); };
  const StopRule is_over = stop ? StopRule(ends_here) : StopRule{};
  const Index done = log_densities_until(model_, draws_.middleRows(before, wanted), is_over, more) / kBlock * kBlock;
  seconds_ += watch.seconds();
  log_density_.conservativeResize(before + done);
  log_density_.tail(done) = more.head(done);
}

Elbo QSample::elbo() const {
  const Vector ratios = log_ratios();
  const Index pairs = evaluated() / 2;
  Vector means(pairs);
  for (Index k = 0; k < pairs; ++k) {
    const Index first = k / kPairsAtOnce * kBlock + k % kPairsAtOnce;
    means[k] = 0.5 * (ratios[first] + ratios[first + kPairsAtOnce]);
  }
  Elbo out = mean_elbo(means);
  out.draws = 2 * pairs;
  out.failed_draws *= 2;
  return out;
}

}  // namespace g2t
