// Which family and which terms a fit uses.
#pragma once

#include <g2t/core/family.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/term_set.hpp>
#include <g2t/families/natural.hpp>
#include <g2t/inference/options.hpp>

#include <memory>
#include <string>
#include <vector>

namespace g2t {

/// The structure of FamilyChoice::Auto: full-rank up to kMaxFullRankParameters, low-rank up to kMaxLowRankParameters (not in
/// plain coordinates, which have no low-rank family), else mean-field.
inline constexpr Index kMaxFullRankParameters = 500, kMaxLowRankParameters = 50'000;
Structure chosen_structure(FamilyChoice family, Index dimension, Coordinates coordinates = Coordinates::Natural);
/// The same by a fit's settings.
inline Structure chosen_structure(const FitOptions& options, Index dimension) {
  return chosen_structure(options.family, dimension, options.coordinates);
}

/// The family of a start, in the coordinates that the options name.
std::unique_ptr<Family> make_family(const Gaussian& start, const FitOptions& options);

/// Terms that a fit may use: the base and the control variates that the options name.
/// @throws InvalidArgument if one is named that the model cannot offer; "all" leaves those out
/// @param own  further control variates that may be named
TermSet make_terms(const Model& model, Structure structure, const std::vector<std::string>& control_variates,
                   const std::vector<OwnTerm>& own = {});

/// The names of all control variates of a model: the built-in ones that it can have, then those of the caller.
std::vector<std::string> all_control_variates(const Model& model, Structure structure, const std::vector<OwnTerm>& own);

/// The natural family of a q, by the options.
/// @throws InvalidSetting if a family of the caller's own has no natural coordinates
std::unique_ptr<NaturalFamily> make_natural_family(const Gaussian& q, const FitOptions& options);

}  // namespace g2t
