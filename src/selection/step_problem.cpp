// Costs are those of a step of the base with each control variate; shared computations make groups.
#include <fmt/format.h>
#include <selection/step_problem.h>

#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <string>

namespace g2t {

Index units_of(const Moments& moments, Index draws) {
  if (draws < 1) throw InvalidArgument("select", "draws", fmt::format("{}", draws), "must be positive");
  if (moments.unit == MomentUnit::Draw) return draws;
  if (draws % 2 != 0)
    throw InvalidArgument("select", "draws", fmt::format("{}", draws), "moments of pairs need an even number");
  return draws / 2;
}

SubsetProblem step_problem(const Moments& moments, const Matrix& products, double fixed, const Costs& costs,
                           Index draws) {
  const double units = static_cast<double>(units_of(moments, draws));
  const std::vector<std::string> names(moments.terms.begin() + 1, moments.terms.end());
  SubsetProblem problem = problem_of_products(products);
  problem.u = fixed + problem.u / units;
  problem.r /= units;
  problem.q /= units;
  problem.base_seconds = costs.term(moments.terms.front()).seconds(draws);
  problem.seconds.resize(static_cast<Index>(names.size()));
  for (std::size_t i = 0; i < names.size(); ++i)
    problem.seconds[static_cast<Index>(i)] = costs.term(names[i]).seconds(draws);
  for (const SharedCost& computation : costs.shared) {
    CostGroup group;
    group.seconds = computation.cost.seconds(draws);
    for (std::size_t i = 0; i < names.size(); ++i)
      if (contains(computation.members, names[i])) group.members.push_back(static_cast<Index>(i));
    if (contains(computation.members, moments.terms.front()))
      problem.base_seconds += group.seconds;
    else if (!group.members.empty())
      problem.groups.push_back(group);
  }
  return problem;
}

}  // namespace g2t
