// A few draws tell whether evaluations are very slow. If not, parts end after every 32, whatever the clock says.
#include <algorithm>
#include <g2t/core/evaluate_until.hpp>
#include <g2t/core/stopwatch.hpp>

namespace g2t {
namespace {

constexpr Index kPart = 32, kSmallPart = 8;  // draws: as many as threads are started for; the first ones
constexpr double kVeryLong = 0.1;            // seconds of a small part

// Calls use(first row, draws of a part) until all are done or the stopping rule returns true.
template <class Use>
Index in_parts(const Model& model, const Matrix& draws, const StopRule& stop, const Use& use) {
  const Index width = model.lane_width();
  const auto whole_lanes = [width](Index rows) { return (rows + width - 1) / width * width; };
  const Index small = whole_lanes(kSmallPart), large = whole_lanes(kPart);
  bool is_slow = true;
  Index done = 0;
  while (done < draws.rows() && !stop(done)) {
    const Index rows = std::min(is_slow ? small : large - done % large, draws.rows() - done);
    const Stopwatch watch;
    use(done, Matrix(draws.middleRows(done, rows)));
    if (done == 0) is_slow = watch.seconds() > kVeryLong;
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
