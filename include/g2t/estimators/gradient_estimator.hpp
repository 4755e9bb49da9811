// Evaluation of a recipe: one combined vector per draw, one pull-back, one exact part.
#pragma once

#include <g2t/core/recipe.hpp>
#include <g2t/core/term_set.hpp>

namespace g2t {

/// Gradients of the ELBO by a recipe. Holds buffers, so one object serves one run at a time.
class GradientEstimator {
 public:
  /// @param terms  must outlive the estimator
  /// @throws InvalidArgument if the recipe is malformed or names a term that the set does not have
  GradientEstimator(const Recipe& recipe, const TermSet& terms);

  [[nodiscard]] const Recipe& recipe() const { return recipe_; }

  /// Average over the batch; an unbiased estimate of the ELBO's gradient.
  /// @pre the batch has at least one draw, made by draw_batch with this q
  void evaluate(const Family& q, const Batch& batch, Vector& gradient);

  /// Runs the terms at q and on the batch, and combines them without pulling back.
  /// @pre as evaluate
  void combine(const Family& q, const Batch& batch);
  /// The combined vectors in q's frame, [draw_count x dimension]; valid after combine() until q or the batch change.
  [[nodiscard]] const FrameVectors& vectors() const { return vectors_; }
  /// What has to be subtracted from their pull-back.
  [[nodiscard]] const ExpectedScore& expected() const { return expected_; }

 private:
  struct Part {
    Term* term;
    double weight;  // with the term's sign
  };

  ScoreVectors combine_vectors();
  void add_ranges(const Family& q, const Matrix& normals);

  Recipe recipe_;
  std::vector<Part> parts_;  // the base first
  std::vector<Computation*> computations_;
  Matrix location_, scale_;
  FrameBuffers frame_, part_, sum_;
  FrameVectors vectors_;
  ExpectedScore expected_;
};

}  // namespace g2t
