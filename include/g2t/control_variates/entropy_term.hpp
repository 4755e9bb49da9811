// c1: the score of q itself.
#pragma once

#include <g2t/core/term.hpp>

#include <memory>

namespace g2t {

/// "entropy": v = grad_z log q_w(z) with w held fixed, so that rep - entropy is sticking the landing.
///
/// Needs nothing of the model.
/// Source: Geffner & Domke (2020), c1. Differs: as printed there it is identically zero, see docs/theory.md.
std::unique_ptr<Term> make_entropy_term();

}  // namespace g2t
