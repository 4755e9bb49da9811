// Finds terms by name, and the works behind them, shared ones first and once.
#include <g2t/core/errors.hpp>
#include <g2t/core/term_set.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace g2t {

TermSet::TermSet(std::unique_ptr<Term> base) { terms_.push_back(std::move(base)); }

void TermSet::add(std::unique_ptr<Term> control_variate) {
  const std::vector<std::string> present = names();
  if (std::find(present.begin(), present.end(), control_variate->name()) != present.end())
    throw InvalidArgument("TermSet::add", "control_variate", control_variate->name(), "is in the set already");
  terms_.push_back(std::move(control_variate));
}

void TermSet::add_shared_work(std::unique_ptr<Work> work) { shared_.push_back(std::move(work)); }

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
  for (const std::unique_ptr<Term>& term : terms_) evaluations += term->anchor(q);
  return evaluations;
}

std::vector<Work*> works_of(const std::vector<Term*>& terms) {
  std::vector<Work*> works;
  for (Term* term : terms) {
    Work* shared = term->shared_work();
    if (shared != nullptr && std::find(works.begin(), works.end(), shared) == works.end()) works.push_back(shared);
  }
  works.insert(works.end(), terms.begin(), terms.end());
  return works;
}

}  // namespace g2t
