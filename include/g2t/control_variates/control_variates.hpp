// The control variates by name, what each needs of a model, and how a set of them is made.
#pragma once

#include <g2t/control_variates/score_approximant.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/term_set.hpp>

#include <string>
#include <vector>

namespace g2t {

/// One kind of control variate.
///
/// Where control variates are named, "KIND" is the whole of it, "KIND.mean" and "KIND.scale" are its parts, and
/// "KIND.mean.BLOCK" is a part restricted to a block of parameters (mean-field only; blocks: parameter_blocks.hpp).
struct ControlVariateKind {
  std::string name;
  std::string summary;  ///< one line of help
};

/// In the order in which they are listed, tried and printed.
const std::vector<ControlVariateKind>& control_variate_kinds();

/// Why there is no control variate of this name for the model and a family of this structure; empty if there is.
/// @throws InvalidArgument if no kind has this name, or there is no such part
std::string reason_unavailable(const std::string& name, const Model& model, Structure structure);

/// The kinds that the model can offer.
std::vector<std::string> available_control_variates(const Model& model, Structure structure);

/// Into which pieces control variates are split; each piece has its own weight.
enum class Split { None, Parts, Blocks };

/// The pieces of all these kinds (the name of a piece is kept), without duplicates. Blocks: in a diagonal family only;
/// a dense one has the parts.
std::vector<std::string> split_control_variates(const std::vector<std::string>& kinds, const Model& model,
                                                Structure structure, Split split);

/// True if it is zero in every antithetic pair, whatever the model.
/// @throws InvalidArgument as reason_unavailable
bool vanishes_in_pairs(const std::string& name);

/// Adds the named control variates to a set, and the computations that they need; shared ones are in the set once.
/// @param model  must outlive the set
/// @throws InvalidArgument if a name is unknown or the model lacks what it needs
void add_control_variates(const std::vector<std::string>& names, const Model& model, Structure structure,
                          TermSet& terms);

}  // namespace g2t
