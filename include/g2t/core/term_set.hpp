// The terms that a fit may use, with their shared computations.
#pragma once

#include <g2t/core/recipe.hpp>
#include <g2t/core/term.hpp>

#include <memory>
#include <string>
#include <vector>

namespace g2t {

/// Owns a base term (index 0), its control variates, and the objects that they share.
class TermSet {
 public:
  explicit TermSet(std::unique_ptr<Term> base);

  /// @throws InvalidArgument if a term of this name is there already
  void add(std::unique_ptr<Term> control_variate);
  /// Keeps alive what terms point to.
  void keep(std::shared_ptr<void> owned);

  [[nodiscard]] Index size() const { return static_cast<Index>(terms_.size()); }
  [[nodiscard]] Term& operator[](Index i) const { return *terms_[static_cast<std::size_t>(i)]; }
  /// @throws InvalidArgument if there is no such term; the message lists those that there are
  [[nodiscard]] Index index_of(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> names() const;
  /// Anchors every term at q, and returns the number of densities evaluated.
  Index anchor(const Family& q) const;

 private:
  std::vector<std::shared_ptr<void>> kept_;
  std::vector<std::unique_ptr<Term>> terms_;
};

/// The computations that these terms need and the terms themselves, each once, in topological order.
/// To be prepared one after the other, and then evaluated one after the other.
std::vector<Computation*> computations_of(const std::vector<Term*>& terms);
/// The direct and indirect needs of one computation, in such an order.
std::vector<Computation*> needs_of(const Computation& computation);

/// The terms whose vectors a step has at no extra cost: the base, the recipe's, and those of negligible cost.
std::vector<Index> terms_at_hand(const TermSet& terms, const Recipe& recipe);

}  // namespace g2t
