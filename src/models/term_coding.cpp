// Parameters of a linear predictor as the terms that its rows add up, and gradients by terms as those by parameters.
#include "models/term_coding.hpp"

#include <algorithm>

namespace g2t {
namespace {

using LaneArray = Eigen::Array<double, kLaneCount, 1>;

Eigen::Map<LaneArray> lanes_at(double* at) { return Eigen::Map<LaneArray>(at); }
Eigen::Map<const LaneArray> lanes_at(const double* at) { return Eigen::Map<const LaneArray>(at); }

// Where a parameter's values for the draws from `first` on begin.
const double* values_of(const Matrix& draws, Index first, Index parameter) {
  return draws.data() + parameter * draws.rows() + first;
}

// Terms of eight draws: a number that is known when this is compiled is worth twice the speed.
void load_whole(const TermCoding& coding, const Matrix& draws, Index first, double* to) {
  LaneArray sum = LaneArray::Zero();
  for (const Index parameter : coding.offset) sum += lanes_at(values_of(draws, first, parameter));
  lanes_at(to) = sum;
  for (const PredictorTerm& term : coding.terms) {
    Eigen::Map<LaneArray> value = lanes_at(to += 2 * kLaneCount);
    if (term.column < 0) value.setZero();
    if (term.column >= 0) value = lanes_at(values_of(draws, first, term.column));
    if (term.reference >= 0) value -= lanes_at(values_of(draws, first, term.reference));
  }
}

// Terms of fewer draws, the last one repeated. Number by number: a vector of just written numbers would wait for them.
void load_part(const TermCoding& coding, const Matrix& draws, Index first, double* block) {
  const Index last = draws.rows() - first - 1;
  for (Index k = 0; k < kLaneCount; ++k) {
    const Index draw = std::min(k, last);
    double* to = block + k;
    *to = 0;
    for (const Index parameter : coding.offset) *to += values_of(draws, first, parameter)[draw];
    for (const PredictorTerm& term : coding.terms) {
      double value = term.column < 0 ? 0 : values_of(draws, first, term.column)[draw];
      if (term.reference >= 0) value -= values_of(draws, first, term.reference)[draw];
      *(to += 2 * kLaneCount) = value;
    }
  }
}

}  // namespace

void TermCoding::load(const Matrix& draws, Index first, LaneBlock& block) const {
  double* const to = block.parameters();
  if (draws.rows() - first >= kLaneCount) {
    load_whole(*this, draws, first, to);
  } else {
    load_part(*this, draws, first, to);
  }
  for (Index term = 0; term < term_count(); ++term) lanes_at(to + (2 * term + 1) * kLaneCount).setZero();
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
