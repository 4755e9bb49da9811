// Parameters whose bounds leave them no room: nothing can be fitted, and a model does not always say why.
#pragma once

#include <g2t/models/stan_model.hpp>
#include <g2t/stan/program.hpp>
#include <string>
#include <vector>

namespace g2t::program {

/// The parameters that a program declares with a lower and an upper bound, if these depend on no other parameter.
/// @param text  with its included files, in present syntax
std::vector<std::string> parameters_between_bounds(const std::string& text);

/// The parameter of the program that has no room, with its bounds: "the bounds of `p` leave it no room: ..."; empty if
/// there is none. Cost: one log density, if all is well.
std::string bounds_fault(const StanProgram& program, const StanModel& model);

}  // namespace g2t::program
