// Looks terms up by name, and adds shared work once.
#include <g2t/core/costs.hpp>
#include <g2t/core/errors.hpp>

#include <algorithm>

namespace g2t {

const WorkCost& Costs::term(const std::string& name) const {
  const auto found = std::find_if(terms.begin(), terms.end(), [&](const TermCost& t) { return t.name == name; });
  if (found == terms.end()) throw InvalidArgument("Costs::term", "name", name, "the cost table has no such term");
  return found->cost;
}

double Costs::seconds(const std::vector<std::string>& names, Index draws) const {
  double total = 0;
  for (const std::string& name : names) total += term(name).seconds(draws);
  for (const SharedCost& work : shared) {
    const bool is_used = std::any_of(work.members.begin(), work.members.end(), [&](const std::string& member) {
      return std::find(names.begin(), names.end(), member) != names.end();
    });
    if (is_used) total += work.cost.seconds(draws);
  }
  return total;
}

double Costs::of(const Recipe& recipe, Index draws) const {
  std::vector<std::string> names = {recipe.base};
  names.insert(names.end(), recipe.control_variates.begin(), recipe.control_variates.end());
  return seconds(names, draws);
}

}  // namespace g2t
