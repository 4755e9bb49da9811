// Finds terms by name, and adds shared computations once.
#include <g2t/core/contains.hpp>
#include <g2t/core/costs.hpp>
#include <g2t/core/errors.hpp>

#include <algorithm>

namespace g2t {
namespace {

// An entry for a kind of which there are pieces alone: together they cost what it does.
void add_whole(const std::string& name, Costs& costs) {
  ComputationCost sum;
  std::vector<std::string> pieces;
  for (const TermCost& term : costs.terms) {
    if (term.name == name) return;
    if (term.name.rfind(name + ".", 0) != 0) continue;
    pieces.push_back(term.name);
    sum.per_step += term.cost.per_step;
    sum.per_draw += term.cost.per_draw;
  }
  if (pieces.empty()) return;
  costs.terms.push_back({name, sum});
  for (SharedCost& computation : costs.shared)
    if (std::any_of(pieces.begin(), pieces.end(), [&](const std::string& piece) {
          return contains(computation.members, piece);
        }))
      computation.members.push_back(name);
}

}  // namespace

double ComputationCost::seconds(Index draws) const {
  const double n = static_cast<double>(draws);
  if (by_draws.empty()) return per_step + n * per_draw;
  const auto above = std::find_if(by_draws.begin(), by_draws.end(), [&](const auto& row) { return row.draws >= draws; });
  if (above == by_draws.end())
    return by_draws.back().seconds + (n - static_cast<double>(by_draws.back().draws)) * per_draw;
  if (above == by_draws.begin() || above->draws == draws) return above->seconds;  // fewer draws never cost more
  const auto below = above - 1;
  const double share =
      (n - static_cast<double>(below->draws)) / static_cast<double>(above->draws - below->draws);
  return below->seconds + share * (above->seconds - below->seconds);
}

bool Costs::has(const std::string& name) const {
  return std::any_of(terms.begin(), terms.end(), [&](const TermCost& term) { return term.name == name; });
}

const ComputationCost& Costs::term(const std::string& name) const {
  const auto found = std::find_if(terms.begin(), terms.end(), [&](const TermCost& t) { return t.name == name; });
  if (found == terms.end()) throw InvalidArgument("Costs::term", "name", name, "the cost table has no such term");
  return found->cost;
}

Costs Costs::with_pieces(const std::vector<std::string>& names) const {
  // The entry that a name is a piece of: the longest there is; empty if it has an entry, or belongs to none.
  const auto whole_of = [&](const std::string& name) {
    std::string whole;
    for (const TermCost& t : terms) {
      if (t.name == name) return std::string();
      if (name.rfind(t.name + ".", 0) == 0 && t.name.size() > whole.size()) whole = t.name;
    }
    return whole;
  };
  Costs out = *this;
  for (const std::string& name : names) add_whole(name, out);
  for (const TermCost& kind : terms) {
    std::vector<std::string> pieces;
    for (const std::string& name : names)
      if (whole_of(name) == kind.name) pieces.push_back(name);
    if (pieces.empty()) continue;
    for (const std::string& piece : pieces) out.terms.push_back({piece, {}});
    for (SharedCost& computation : out.shared)
      if (contains(computation.members, kind.name))
        computation.members.insert(computation.members.end(), pieces.begin(), pieces.end());
    out.shared.push_back({pieces, kind.cost});
  }
  return out;
}

double Costs::seconds(const std::vector<std::string>& names, Index draws) const {
  double total = 0;
  for (const std::string& name : names) total += term(name).seconds(draws);
  for (const SharedCost& computation : shared) {
    const bool is_used = std::any_of(computation.members.begin(), computation.members.end(),
                                     [&](const std::string& member) { return contains(names, member); });
    if (is_used) total += computation.cost.seconds(draws);
  }
  return total;
}

double Costs::of(const Recipe& recipe, Index draws) const {
  std::vector<std::string> names = {recipe.base};
  names.insert(names.end(), recipe.control_variates.begin(), recipe.control_variates.end());
  return seconds(names, draws);
}

}  // namespace g2t
