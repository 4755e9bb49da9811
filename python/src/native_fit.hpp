// A fit as Python holds it: what its files would hold, and the draws on the unconstrained scale.
#pragma once

#include <g2t/inference/start.hpp>
#include <g2t/program/files/write_fit.hpp>

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

namespace g2t::python {

struct NativeFit {
  FitContents contents;
  Matrix draws;                       ///< [draw_count x dimension], unconstrained
  std::vector<std::string> warnings;  ///< sentences that name settings as keywords
  FitStart start;                     ///< to go on with the run; a q alone after pickling
};

/// fit() and what its result offers.
void bind_fits(nanobind::module_& module);

}  // namespace g2t::python
