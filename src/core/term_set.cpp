// Finds terms by name, and their computations, shared ones first and once.
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/term_set.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace g2t {

TermSet::TermSet(std::unique_ptr<Term> base) { terms_.push_back(std::move(base)); }

void TermSet::add(std::unique_ptr<Term> control_variate) {
  const std::vector<std::string> present = names();
  if (contains(present, control_variate->name()))
    throw InvalidArgument("TermSet::add", "control_variate", control_variate->name(), "is in the set already");
  terms_.push_back(std::move(control_variate));
}

void TermSet::keep(std::shared_ptr<void> owned) { kept_.push_back(std::move(owned)); }

Index TermSet::index_of(const std::string& name) const {
  for (Index i = 0; i < size(); ++i)
    if ((*this)[i].name() == name) return i;
  throw InvalidArgument("TermSet::index_of", "name", name,
                        fmt::format("no such term here; there are {}", fmt::join(names(), ", ")));
}

std::vector<std::string> TermSet::names() const {
  std::vector<std::string> out;
  for (const std::unique_ptr<Term>& term : terms_) out.push_back(term->name());
  return out;
}

Index TermSet::anchor(const Family& q) const {
  Index evaluations = 0;
  std::vector<Term*> all;
  for (const std::unique_ptr<Term>& term : terms_) all.push_back(term.get());
  for (Computation* computation : computations_of(all)) evaluations += computation->anchor(q);
  return evaluations;
}

namespace {

void add_with_needs(Computation* computation, std::vector<Computation*>& computations) {
  if (contains(computations, computation)) return;
  for (Computation* before : computation->needs()) add_with_needs(before, computations);
  computations.push_back(computation);
}

}  // namespace

std::vector<Computation*> computations_of(const std::vector<Term*>& terms) {
  std::vector<Computation*> computations;
  for (Term* term : terms) add_with_needs(term, computations);
  return computations;
}

std::vector<Computation*> needs_of(const Computation& computation) {
  std::vector<Computation*> computations;
  for (Computation* before : computation.needs()) add_with_needs(before, computations);
  return computations;
}

std::vector<Index> terms_at_hand(const TermSet& terms, const Recipe& recipe) {
  std::vector<Term*> used = {&terms[0]};
  for (std::size_t i = 0; i < recipe.weights.size(); ++i)  // terms without weight are not evaluated
    if (recipe.weights[i] != 0) used.push_back(&terms[terms.index_of(recipe.control_variates[i])]);
  const std::vector<Computation*> computations = computations_of(used);
  std::vector<Index> out = {0};
  for (Index i = 1; i < terms.size(); ++i) {
    const std::vector<Computation*> needs = needs_of(terms[i]);
    const bool is_ready = terms[i].is_free() && std::all_of(needs.begin(), needs.end(), [&](Computation* computation) {
                            return contains(computations, computation);
                          });
    if (is_ready || contains(computations, &terms[i])) out.push_back(i);
  }
  return out;
}

}  // namespace g2t
