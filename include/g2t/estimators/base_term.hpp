// The reparameterisation gradient as a term.
#pragma once

#include <g2t/core/term.hpp>

#include <memory>

namespace g2t {

/// "rep": pulls back the model's score and adds the entropy's exact gradient.
std::unique_ptr<Term> make_base_term();

}  // namespace g2t
