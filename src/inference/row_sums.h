// What predictions and scores of rows share.
#pragma once

#include <g2t/models/regression_rows.hpp>

namespace g2t {

/// @throws InvalidArgument naming the function if there are no draws, or they are not of the rows' parameters
void check_draws(const char* function, const RegressionRows& rows, const Matrix& draws);
/// @throws InvalidArgument if rows have no responses
void check_responses(const char* function, const RegressionRows& rows);

/// Log of the mean of exp(values).
double log_mean_exp(const Vector& values);
/// Standard error of the sum of independent values.
double error_of_sum(const Vector& values);

}  // namespace g2t
