// Which family and which terms a fit uses.
#pragma once

#include <g2t/core/family.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/term_set.hpp>
#include <g2t/inference/options.hpp>

#include <memory>
#include <string>
#include <vector>

namespace g2t {

/// The structure that FamilyChoice::Auto stands for: full-rank up to kMostFullRankParameters, else mean-field.
inline constexpr Index kMostFullRankParameters = 200;
Structure chosen_structure(FamilyChoice family, Index dimension);

/// The family of a start, in the coordinates that the options name.
std::unique_ptr<Family> make_family(const Gaussian& start, const FitOptions& options);

/// Terms that a fit may use: the base and the control variates that the options name.
/// @throws InvalidArgument if one is named that the model cannot offer; "all" leaves those out
TermSet make_terms(const Model& model, Structure structure, const std::vector<std::string>& control_variates);

}  // namespace g2t
