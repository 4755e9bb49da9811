// A problem comes as the JSON text that g2t solve reads, so that its checks are the same.
#include "choose.hpp"

#include "arrays.hpp"

#include <g2t/program/files/solve.hpp>
#include <g2t/selection/select_recipe.hpp>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace g2t::python {
namespace {

nb::tuple solve_problem(const std::string& problem_json) {
  const ProblemFile problem = parse_problem(problem_json, "solve");
  SubsetSearch search;
  {
    const nb::gil_scoped_release others_may_run;
    search = g2t::solve(problem);
  }
  const SubsetSolution& best = search.best.front();
  return nb::make_tuple(best.members, to_python(best.weights), best.squared_norm, best.seconds, best.product);
}

Index choose_measured(const std::vector<std::string>& names, const std::vector<double>& squared_norms,
                      const std::vector<double>& seconds) {
  std::vector<SelectionEntry> pool(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    pool[i].name = names[i];
    pool[i].squared_norm = squared_norms[i];
    pool[i].seconds = seconds[i];
  }
  return g2t::select_measured(pool).chosen;
}

}  // namespace

void bind_choices(nb::module_& module) {
  module.def("solve", &solve_problem, nb::arg("problem"));
  module.def("select_measured", &choose_measured, nb::arg("names"), nb::arg("squared_norms"), nb::arg("seconds"));
}

}  // namespace g2t::python
