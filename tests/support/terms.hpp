// All terms of a model at a family, and their gradients made the long way.
#pragma once

#include <g2t/control_variates/control_variates.hpp>
#include <g2t/core/term_set.hpp>
#include <g2t/estimators/base_term.hpp>

#include <support/gaussians.hpp>

namespace g2t::testing {

inline TermSet all_terms(const Model& model, Structure structure) {
  TermSet terms(make_base_term());
  add_control_variates(available_control_variates(model, structure), model, structure, terms);
  return terms;
}

/// Of the same kinds, their pieces.
inline TermSet all_pieces(const Model& model, Structure structure, Split split) {
  TermSet terms(make_base_term());
  add_control_variates(
      split_control_variates(available_control_variates(model, structure), model, structure, split), model, structure,
      terms);
  return terms;
}

/// Prepares every term at q and evaluates it on the batch.
inline void run_terms(const TermSet& terms, const Family& q, const Batch& batch) {
  std::vector<Term*> list;
  for (Index i = 0; i < terms.size(); ++i) list.push_back(&terms[i]);
  const std::vector<Computation*> computations = computations_of(list);
  for (Computation* computation : computations) computation->prepare(q);
  for (Computation* computation : computations) computation->evaluate(q, batch);
}

/// sign (pull_back(v) - expected) of one draw of a term that run_terms has run.
inline Vector gradient_of_draw(const Term& term, const Family& q, const Batch& batch, Index draw) {
  const ScoreVectors all = term.vectors();
  const Matrix normals = batch.normals.row(draw);
  const Matrix location = all.location != nullptr ? Matrix(all.location->row(draw)) : Matrix();
  const Matrix scale = all.scale != nullptr ? Matrix(all.scale->row(draw)) : Matrix();
  const ScoreVectors vectors{all.location != nullptr ? &location : nullptr, all.scale != nullptr ? &scale : nullptr,
                             all.location_own_score_weight, all.scale_own_score_weight, all.range};
  FrameBuffers buffers;
  Vector gradient, exact;
  q.pull_back(q.to_frame(vectors, normals, buffers), normals, gradient);
  q.expected_pull_back(term.expected(), exact);
  return term.sign() * (gradient - exact);
}

}  // namespace g2t::testing
