// From names and files of recipes to the estimator of a fit.
#pragma once

#include <g2t/program/options/options.hpp>

namespace g2t::program {

/// Sets the rule, the recipe or the pool of options.fit by options.inputs.
/// @throws InvalidArgument if a text is neither a name nor a file; InputError if a file cannot be used
void read_estimator(Options& options);

}  // namespace g2t::program
