// Counts of evaluations and failures of models, kept by user and not by model.
#pragma once

#include <g2t/core/failures.hpp>
#include <g2t/core/types.hpp>

#include <atomic>
#include <string>
#include <vector>

namespace g2t {

/// Evaluations of counting models by one user, for example a fit, and failures. Threads may share it.
class ModelUse {
 public:
  void add_gradients(Index count) { gradients_ += count; }
  void add_densities(Index count) { densities_ += count; }
  void add_failure(const std::string& what) { failures_.add(what); }
  /// All that another use has counted.
  void add(const ModelUse& other) { add(other.gradients(), other.densities(), other.failures()); }
  void add(Index gradients, Index densities, const std::vector<FailureKind>& failures);

  /// Evaluations of log density and score; 0: none, or the models do not count.
  [[nodiscard]] Index gradients() const { return gradients_; }
  /// Of the log density alone.
  [[nodiscard]] Index densities() const { return densities_; }
  /// The most frequent first.
  [[nodiscard]] std::vector<FailureKind> failures() const { return failures_.kinds(); }

 private:
  std::atomic<Index> gradients_ = 0, densities_ = 0;
  FailureLog failures_;
};

/// The use that models called from this thread report to; null: nobody counts.
[[nodiscard]] ModelUse* current_model_use();

/// Makes a use the current one of this thread, until the scope ends. Scopes nest: the innermost one alone counts.
///
/// A thread starts without a use: one that works for another is given that one's by a scope of its own.
class ModelUseScope {
 public:
  /// @param use  null: nobody counts; else it must outlive the scope
  explicit ModelUseScope(ModelUse* use);
  ~ModelUseScope();
  ModelUseScope(const ModelUseScope&) = delete;
  ModelUseScope& operator=(const ModelUseScope&) = delete;

 private:
  ModelUse* before_;
};

// What a model calls that counts.
void count_gradients(Index count);
void count_densities(Index count);
void count_failure(const std::string& what);

}  // namespace g2t
