// The control variates by name, what each needs of a model, and how a set of them is made.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/core/term_set.hpp>

#include <string>
#include <vector>

namespace g2t {

/// One kind of control variate.
struct ControlVariateKind {
  std::string name;
  std::string summary;  ///< one line for people
};

/// In the order in which they are listed, tried and printed.
const std::vector<ControlVariateKind>& control_variate_kinds();

/// Why the model cannot offer this control variate to a family of this structure; empty if it can.
/// @throws InvalidArgument if there is no control variate of this name
std::string reason_unavailable(const std::string& name, const Model& model, Structure structure);

/// The names among control_variate_kinds() that the model can offer.
std::vector<std::string> available_control_variates(const Model& model, Structure structure);

/// Adds the named control variates to a set, and the work that they share.
/// @param model  must outlive the set
/// @throws InvalidArgument if a name is unknown or the model lacks what it needs
void add_control_variates(const std::vector<std::string>& names, const Model& model, Structure structure,
                          TermSet& terms);

}  // namespace g2t
