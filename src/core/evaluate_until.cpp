// A few draws tell whether evaluations are very slow. If not, parts end after every 32, whatever the clock says; after every 128
// where earlier calls told.
#include <algorithm>
#include <g2t/core/evaluate_until.hpp>
#include <g2t/core/stopwatch.hpp>

namespace g2t {
namespace {

constexpr Index kSmallPart = 8, kPart = 32, kLargePart = 128;  // draws: the first ones; as many as threads share, or share well
constexpr double kVeryLong = 0.03;                             // seconds of a small part

// Calls use(first row, draws of a part) until all are done or the stopping rule returns true.
template <class Use>
Index in_parts(const Model& model, const Matrix& draws, const StopRule& stop, DrawSpeed& speed, const Use& use) {
  const Index width = model.lane_width();
  const auto whole_lanes = [width](Index rows) { return (rows + width - 1) / width * width; };
  const Index small = whole_lanes(kSmallPart), large = whole_lanes(speed == DrawSpeed::Fast ? kLargePart : kPart);
  Index done = 0;
  while (done < draws.rows() && !stop(done)) {
    const Index most = speed == DrawSpeed::Fast ? large - done % large : small, rows = std::min(most, draws.rows() - done);
    const Stopwatch watch;
    if (rows == draws.rows())
      use(0, draws);
    else
      use(done, Matrix(draws.middleRows(done, rows)));
    const double of_small = watch.seconds() * static_cast<double>(kSmallPart) / static_cast<double>(rows);
    speed = of_small > kVeryLong ? DrawSpeed::Slow : DrawSpeed::Fast;
    done += rows;
  }
  return done;
}

}  // namespace

Index log_densities_until(const Model& model, const Matrix& draws, const StopRule& stop, Vector& out) {
  if (!stop) {
    model.log_densities(draws, out);
    return draws.rows();
  }
  out.resize(draws.rows());
  Vector values;
  DrawSpeed speed = DrawSpeed::Unknown;
  const Index done = in_parts(model, draws, stop, speed, [&](Index first, const Matrix& part) {
    model.log_densities(part, values);
    out.segment(first, part.rows()) = values;
  });
  out.conservativeResize(done);
  return done;
}

Index evaluate_until(const Model& model, const Matrix& draws, const StopRule& stop, DrawSpeed& speed, Evaluation& out) {
  out.resize(draws.rows(), draws.cols());
  if (!stop) {
    model.evaluate(draws, out);
    return draws.rows();
  }
  Evaluation evaluation;
  const Index done = in_parts(model, draws, stop, speed, [&](Index first, const Matrix& part) {
    if (part.rows() == draws.rows()) return model.evaluate(draws, out);
    evaluation.resize(part.rows(), part.cols());
    model.evaluate(part, evaluation);
    out.log_density.segment(first, part.rows()) = evaluation.log_density;
    out.score.middleRows(first, part.rows()) = evaluation.score;
    std::copy(evaluation.failed.begin(), evaluation.failed.end(), out.failed.begin() + first);
  });
  out.log_density.tail(draws.rows() - done).setZero();
  out.score.bottomRows(draws.rows() - done).setZero();
  std::fill(out.failed.begin() + done, out.failed.end(), std::uint8_t{1});
  return done;
}

Index evaluate_until(const Model& model, const Matrix& draws, const StopRule& stop, Evaluation& out) {
  DrawSpeed speed = DrawSpeed::Unknown;
  return evaluate_until(model, draws, stop, speed, out);
}

}  // namespace g2t
