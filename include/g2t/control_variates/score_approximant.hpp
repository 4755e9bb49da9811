// Approximations of the score, and the gradient terms that are made of their parts.
#pragma once

#include <g2t/core/term.hpp>

#include <memory>
#include <string>

namespace g2t {

/// The part of a gradient that a term contributes to: the mean's, the scale's, or both.
enum class GradientPart { Both, Mean, Scale };

/// One approximation v of the score with known expectation, from which terms of the whole gradient or of a part of it
/// are made. Its own computation, if any, is done once per step for all of them.
class ScoreApproximant : public Computation {
 public:
  [[nodiscard]] virtual double sign() const = 0;
  /// The computations that this part's vectors and expectations require: itself, others, or none.
  [[nodiscard]] virtual std::vector<Computation*> needs_of(GradientPart part) = 0;
  /// Valid after the evaluation of what the part needs; the other part is unspecified.
  [[nodiscard]] virtual ScoreVectors vectors() const = 0;
  /// E[v] and E[dv/dz]; for the mean alone the latter, for the scale alone the former may be left empty.
  /// @pre what the part needs is prepared at q
  virtual void expect(const Family& q, GradientPart part, ExpectedScore& out) const = 0;

  void prepare(const Family&) override {}
  void evaluate(const Family&, const Batch&) override {}
};

/// The term of a part of the gradient, for a run of the parameters.
/// @param approximant  must outlive the term
/// @param range        other than all: for mean-field families
std::unique_ptr<Term> make_part_term(std::string name, ScoreApproximant& approximant,
                                     GradientPart part = GradientPart::Both, ParameterRange range = {});

}  // namespace g2t
