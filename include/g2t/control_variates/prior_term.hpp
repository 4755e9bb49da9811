// c3: the score of the prior.
#pragma once

#include <g2t/core/model.hpp>
#include <g2t/core/term.hpp>

#include <memory>

namespace g2t {

/// "prior": v = grad_z log p0(z), with its expectation under q in closed form.
///
/// @param prior  must outlive the term
/// @throws InvalidArgument if the prior has no exact expectations
/// Source: Geffner & Domke (2020), c3.
std::unique_ptr<Term> make_prior_term(const Model& prior);

}  // namespace g2t
