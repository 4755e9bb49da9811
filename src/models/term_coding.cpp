// Parameters of a linear predictor as the terms that its rows add up, and gradients by terms as those by parameters.
#include "models/term_coding.hpp"

#include <algorithm>

namespace g2t {
namespace {

using LaneArray = Eigen::Array<double, kLaneCount, 1>;

Eigen::Map<LaneArray> lanes_at(double* at) { return Eigen::Map<LaneArray>(at); }
Eigen::Map<const LaneArray> lanes_at(const double* at) { return Eigen::Map<const LaneArray>(at); }

// A parameter of `count` draws from `first` on, the last one repeated.
LaneArray parameter_of(const Matrix& draws, Index first, Index count, Index parameter) {
  const double* const from = draws.data() + parameter * draws.rows() + first;
  if (count == kLaneCount) return lanes_at(from);
  LaneArray out;
  for (Index k = 0; k < kLaneCount; ++k) out(k) = from[std::min(k, count - 1)];
  return out;
}

}  // namespace

void TermCoding::load(const Matrix& draws, Index first, LaneBlock& block) const {
  const Index count = std::min(kLaneCount, draws.rows() - first);
  LaneArray sum = LaneArray::Zero();
  for (const Index parameter : offset) sum += parameter_of(draws, first, count, parameter);
  double* to = block.parameters();
  lanes_at(to) = sum;
  lanes_at(to + kLaneCount).setZero();
  for (const PredictorTerm& term : terms) {
    to += 2 * kLaneCount;
    Eigen::Map<LaneArray> value = lanes_at(to);
    value = term.column < 0 ? LaneArray(LaneArray::Zero()) : parameter_of(draws, first, count, term.column);
    if (term.reference >= 0) value -= parameter_of(draws, first, count, term.reference);
    lanes_at(to + kLaneCount).setZero();
  }
}

void TermCoding::load(const Matrix& draws, Index draw, Vector& out) const {
  out.resize(term_count());
  double sum = 0;
  for (const Index parameter : offset) sum += draws(draw, parameter);
  out(0) = sum;
  Index at = 0;
  for (const PredictorTerm& term : terms) {
    double value = term.column < 0 ? 0 : draws(draw, term.column);
    if (term.reference >= 0) value -= draws(draw, term.reference);
    out(++at) = value;
  }
}

void TermCoding::add_to(Index first, LaneBlock& block, Vector& log_density, Matrix& score) const {
  const Index count = std::min(kLaneCount, score.rows() - first);
  const auto add = [&](Index parameter, double sign, const double* gradient) {
    double* const to = score.data() + parameter * score.rows() + first;
    if (count == kLaneCount) {
      lanes_at(to) += sign * lanes_at(gradient);
      return;
    }
    for (Index k = 0; k < count; ++k) to[k] += sign * gradient[k];
  };
  block.add_density_to(first, log_density);
  const double* gradient = block.gradient();
  for (const Index parameter : offset) add(parameter, 1, gradient);
  for (const PredictorTerm& term : terms) {
    gradient += 2 * kLaneCount;
    if (term.column >= 0) add(term.column, 1, gradient);
    if (term.reference >= 0) add(term.reference, -1, gradient);
  }
}

TermCoding one_term_a_parameter(Index parameter_count, bool has_intercept) {
  TermCoding coding;
  if (has_intercept) coding.offset.push_back(0);
  for (Index parameter = has_intercept ? 1 : 0; parameter < parameter_count; ++parameter)
    coding.terms.push_back({.column = parameter, .reference = -1});
  return coding;
}

}  // namespace g2t
