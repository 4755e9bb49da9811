// The interface of a gradient term: a score approximant with known expectation.
#pragma once

#include <g2t/core/batch.hpp>
#include <g2t/core/family.hpp>
#include <g2t/core/score.hpp>

#include <string>
#include <vector>

namespace g2t {

/// Work of a step, done once a step (prepare) and once a batch (evaluate).
class Work {
 public:
  virtual ~Work() = default;
  /// Works that come before this one, and that others may need too: whoever runs works does each of them once.
  [[nodiscard]] virtual std::vector<Work*> needs() const { return {}; }
  /// Fixes what stays as it is until the next selection (an expansion's point), at q.
  /// @returns how many densities that took; 0: it has no such thing
  virtual Index anchor(const Family&) { return 0; }
  [[nodiscard]] virtual bool has_anchor() const { return false; }
  /// What depends on q alone: expansions at its mean, exact expectations.
  virtual void prepare(const Family& q) = 0;
  /// What depends on the draws.
  virtual void evaluate(const Family& q, const Batch& batch) = 0;
};

/// Per draw one vector v approximating the score of the log density, and E[v].
///
/// The gradient that it stands for is sign * (pull_back(v) - expected_pull_back(E[v])), which has mean zero for a
/// control variate. The base is the same thing: v is the model's score and the expected part is that of the
/// score of q, so that what is subtracted is minus the entropy's gradient.
/// Source: docs/theory.md, "Terms".
class Term : public Work {
 public:
  [[nodiscard]] virtual const std::string& name() const = 0;
  [[nodiscard]] virtual double sign() const = 0;

  /// True if it takes next to nothing once what it needs is done: its moments come with any step that does that.
  [[nodiscard]] virtual bool is_free() const { return false; }

  /// Valid after evaluate().
  [[nodiscard]] virtual ScoreVectors vectors() const = 0;
  /// Valid after prepare().
  [[nodiscard]] virtual const ExpectedScore& expected() const = 0;
};

}  // namespace g2t
