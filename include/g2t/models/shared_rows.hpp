// A log likelihood whose rows are spread over processes: one evaluates it, the others serve.
#pragma once

#include <g2t/core/communicator.hpp>
#include <g2t/core/model.hpp>
#include <g2t/models/posterior.hpp>
#include <memory>

namespace g2t {

/// The sum of all processes' likelihoods, for the first of them. Equal to one likelihood of all rows up to rounding.
///
/// Every use sends the draws (or the point, or q), and takes one sum: of S (d + 1) numbers for S draws of d parameters. The
/// others call serve_rows() meanwhile; they return from it when this is destroyed.
/// @param part          of the first process's own rows
/// @param thread_count  in which it evaluates large batches
/// @throws InvalidArgument if part is null, thread_count < 1, or this is not the first process
std::unique_ptr<Likelihood> share_rows(std::unique_ptr<Likelihood> part, Communicator& communicator, Index thread_count = 1);

/// Adds this process's part to what the first one evaluates, until that has no further use for it.
/// @param part  null: this process has no rows
void serve_rows(const Likelihood* part, Communicator& communicator, Index thread_count = 1);

/// The same for a model of one's own, whose log density is a sum of one for each process: that of its rows, and in one of them
/// the prior. Second derivatives are offered if the parts have them.
///
/// @param part  this process's, of the same dimension in all
/// @returns in the first process the sum, as a Model; in the others null, when the first has destroyed it
/// @throws InvalidArgument if part is null
std::unique_ptr<Model> share_model(std::unique_ptr<Model> part, Communicator& communicator);

}  // namespace g2t
