// Log likelihood of logistic regression for one draw, eight rows at a time.
#pragma once

#include "kernels/logistic_rows.h"

namespace g2t::kernels {

/// What logistic_rows() finds for a draw with these terms, to the last bit, without its gradient.
/// @param terms  [highest column + 1]
double logistic_density(const LogisticRows& rows, const double* terms);

}  // namespace g2t::kernels
