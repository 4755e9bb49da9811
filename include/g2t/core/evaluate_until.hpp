// Evaluations of many draws in parts, which a stopping rule can end early.
#pragma once

#include <g2t/core/deadline.hpp>
#include <g2t/core/model.hpp>

namespace g2t {

/// Whether a model's draws are slow: the stopping rule is asked after a few of them then.
enum class DrawSpeed { Unknown, Fast, Slow };

/// Model::log_densities() of the draws, from the first on, until the stopping rule returns true.
///
/// Parts are whole lanes of one size: a model whose draws of a batch share the rounding of a matrix product gives the same
/// on any machine.
/// @param[out] out  [returned]
/// @returns how many draws are done
Index log_densities_until(const Model& model, const Matrix& draws, const StopRule& stop, Vector& out);

/// Model::evaluate() likewise.
/// @param[out] out  of the size of `draws`; those that are not done are marked as failed
Index evaluate_until(const Model& model, const Matrix& draws, const StopRule& stop, Evaluation& out);
/// The same in a series of calls.
/// @param[in,out] speed  a few draws are evaluated first to tell it, if it is unknown
Index evaluate_until(const Model& model, const Matrix& draws, const StopRule& stop, DrawSpeed& speed, Evaluation& out);

}  // namespace g2t
