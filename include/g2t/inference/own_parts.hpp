// Control variates and families of the caller's own, for fits from C++.
#pragma once

#include <g2t/core/family.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/term.hpp>

#include <functional>
#include <memory>
#include <string>

namespace g2t {

/// A control variate beside the built-in ones. It is chosen, weighted and timed as they are.
struct OwnTerm {
  std::string name;  ///< as control variates, recipes and cost tables call it; no built-in kind
  /// Called for every set of terms that a run makes. The term's name() must be this name.
  std::function<std::unique_ptr<Term>(const Model&, Structure)> make;
};

/// The family of a start, in coordinates of its own: in natural coordinates it must be a NaturalFamily.
using FamilyFactory = std::function<std::unique_ptr<Family>(const Gaussian& start)>;

}  // namespace g2t
