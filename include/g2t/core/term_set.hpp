// The terms that a fit may use, with the work they share.
#pragma once

#include <g2t/core/term.hpp>

#include <memory>
#include <string>
#include <vector>

namespace g2t {

/// Owns a base term (index 0), its control variates, and the works shared among them.
class TermSet {
 public:
  explicit TermSet(std::unique_ptr<Term> base);

  /// @throws InvalidArgument if a term of this name is there already
  void add(std::unique_ptr<Term> control_variate);
  /// Takes over the ownership of a work that terms point to.
  void add_shared_work(std::unique_ptr<Work> work);

  [[nodiscard]] Index size() const { return static_cast<Index>(terms_.size()); }
  [[nodiscard]] Term& operator[](Index i) const { return *terms_[static_cast<std::size_t>(i)]; }
  /// @throws InvalidArgument if there is no such term; the message lists those that there are
  [[nodiscard]] Index index_of(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> names() const;
  /// Anchors every term at q, and returns how many densities that took.
  Index anchor(const Family& q) const;

 private:
  std::vector<std::unique_ptr<Work>> shared_;
  std::vector<std::unique_ptr<Term>> terms_;
};

/// The works that these terms need, each once: shared ones first, then the terms themselves.
std::vector<Work*> works_of(const std::vector<Term*>& terms);

}  // namespace g2t
