// Adds weighted vectors and expectations of the terms before anything is pulled back.
#include <g2t/estimators/gradient_estimator.hpp>

#include <g2t/core/errors.hpp>

namespace g2t {
namespace {

// Adds to a matrix that may be another's: the sum is in the buffer then.
void add(const Matrix*& into, Matrix& buffer, double weight, const Matrix* part, const ParameterRange& range) {
  if (part == nullptr) return;
  if (into != &buffer) buffer = *into;
  const Index count = range.count(part->cols());
  buffer.middleCols(range.begin, count) += weight * part->middleCols(range.begin, count);
  into = &buffer;
}

}  // namespace

GradientEstimator::GradientEstimator(const Recipe& recipe, const TermSet& terms) : recipe_(recipe) {
  check(recipe);
  if (terms.index_of(recipe.base) != 0)
    throw InvalidArgument("GradientEstimator", "recipe.base", recipe.base, "must be the base of the set");
  parts_.push_back({&terms[terms.index_of(recipe.base)], 1.0});
  for (std::size_t i = 0; i < recipe.weights.size(); ++i) {
    Term& term = terms[terms.index_of(recipe.control_variates[i])];
    if (recipe.weights[i] != 0) parts_.push_back({&term, recipe.weights[i] * term.sign()});
  }
  std::vector<Term*> used;
  for (const Part& part : parts_) used.push_back(part.term);
  computations_ = computations_of(used);
}

void GradientEstimator::evaluate(const Family& q, const Batch& batch, Vector& gradient) {
  combine(q, batch);
  q.pull_back(vectors_, batch.normals, gradient);
  q.subtract_expected(expected_, gradient);
}

void GradientEstimator::combine(const Family& q, const Batch& batch) {
  for (Computation* computation : computations_) computation->prepare(q);
  for (Computation* computation : computations_) computation->evaluate(q, batch);
  expected_.set_zero();
  for (const Part& part : parts_) expected_.add(part.weight, part.term->expected());
  vectors_ = q.to_frame(combine_vectors(), batch.normals, frame_);
  add_ranges(q, batch.normals);
}

// Of the terms on all parameters, before the transformation into the frame.
ScoreVectors GradientEstimator::combine_vectors() {
  ScoreVectors sum = parts_.front().term->vectors();
  bool is_same = sum.is_same();
  for (const Part& part : parts_) {
    const ScoreVectors vectors = part.term->vectors();
    if (vectors.range.is_all()) is_same = is_same && vectors.location == vectors.scale;
  }
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    const ScoreVectors vectors = parts_[i].term->vectors();
    if (!vectors.range.is_all()) continue;
    sum.location_own_score_weight += parts_[i].weight * vectors.location_own_score_weight;
    sum.scale_own_score_weight += parts_[i].weight * vectors.scale_own_score_weight;
    add(sum.location, location_, parts_[i].weight, vectors.location, vectors.range);
    if (!is_same) add(sum.scale, scale_, parts_[i].weight, vectors.scale, vectors.range);
  }
  if (is_same) sum.scale = sum.location;
  return sum;
}

// Of those on some parameters: mean-field families only, where the transformation into the frame costs almost nothing.
void GradientEstimator::add_ranges(const Family& q, const Matrix& normals) {
  for (const Part& part : parts_) {
    const ScoreVectors vectors = part.term->vectors();
    if (vectors.range.is_all()) continue;
    const FrameVectors framed = q.to_frame(vectors, normals, part_);
    add(vectors_.location, sum_.location, part.weight, framed.location, framed.range);
    add(vectors_.scale, sum_.scale, part.weight, framed.scale, framed.range);
  }
}

}  // namespace g2t
