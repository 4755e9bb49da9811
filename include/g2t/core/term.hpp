// The interface of a gradient term: a score approximant with known expectation.
#pragma once

#include <g2t/core/batch.hpp>
#include <g2t/core/family.hpp>
#include <g2t/core/score.hpp>

#include <string>
#include <vector>

namespace g2t {

/// A computation of a step, done once per step (prepare) and once per batch (evaluate).
class Computation {
 public:
  virtual ~Computation() = default;
  /// Computations that must precede this one, and that others may share: each is run once.
  [[nodiscard]] virtual std::vector<Computation*> needs() const { return {}; }
  /// Sets at q what is fixed until the next selection (an expansion's point).
  /// @returns the number of densities evaluated; 0: it has no anchor
  virtual Index anchor(const Family&) { return 0; }
  [[nodiscard]] virtual bool has_anchor() const { return false; }
  /// Computes what depends on q alone: expansions at its mean, exact expectations.
  virtual void prepare(const Family& q) = 0;
  /// Computes what depends on the draws.
  virtual void evaluate(const Family& q, const Batch& batch) = 0;
};

/// Per draw one vector v approximating the score of the log density, and E[v].
///
/// Its gradient is sign * (pull_back(v) - expected_pull_back(E[v])), which has mean zero for a control variate. The
/// base has the same form: v is the model's score and the expected part is that of the score of q, so minus the
/// entropy's gradient is subtracted.
/// Source: docs/theory/estimators.md, "Terms".
class Term : public Computation {
 public:
  [[nodiscard]] virtual const std::string& name() const = 0;
  [[nodiscard]] virtual double sign() const = 0;

  /// True if its cost is negligible once its needs are computed: its moments come with any step that computes them.
  [[nodiscard]] virtual bool is_free() const { return false; }

  /// Valid after evaluate().
  [[nodiscard]] virtual ScoreVectors vectors() const = 0;
  /// Valid after prepare().
  [[nodiscard]] virtual const ExpectedScore& expected() const = 0;
};

}  // namespace g2t
