// Parts are of one size, whatever the clock says, unless evaluations are very slow.
#include <algorithm>
#include <g2t/core/evaluate_until.hpp>
#include <g2t/core/stopwatch.hpp>

namespace g2t {
namespace {

constexpr Index kPart = 32, kSmallPart = 8;  // draws: as many as threads are started for; where these take very long
constexpr double kVeryLong = 0.5;            // seconds of a part

// Calls use(first row, draws of a part) until all are done or the stopping rule returns true.
template <class Use>
Index in_parts(const Model& model, const Matrix& draws, const StopRule& stop, const Use& use) {
  const Index width = model.lane_width();
  const auto whole_lanes = [width](Index rows) { return (rows + width - 1) / width * width; };
  Index size = whole_lanes(kPart), done = 0;
  while (done < draws.rows() && !stop(done)) {
    const Index rows = std::min(size, draws.rows() - done);
    const Stopwatch watch;
    use(done, Matrix(draws.middleRows(done, rows)));
    done += rows;
    if (watch.seconds() > kVeryLong) size = whole_lanes(kSmallPart);
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
  const Index done = in_parts(model, draws, stop, [&](Index first, const Matrix& part) {
    model.log_densities(part, values);
    out.segment(first, part.rows()) = values;
  });
  out.conservativeResize(done);
  return done;
}

Index evaluate_until(const Model& model, const Matrix& draws, const StopRule& stop, Evaluation& out) {
  out.resize(draws.rows(), draws.cols());
  if (!stop) {
    model.evaluate(draws, out);
    return draws.rows();
  }
  Evaluation evaluation;
  const Index done = in_parts(model, draws, stop, [&](Index first, const Matrix& part) {
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

}  // namespace g2t
