// A model that several processes have, each of which evaluates some of the draws.
#pragma once

#include <g2t/core/communicator.hpp>
#include <g2t/core/model.hpp>
#include <memory>

namespace g2t {

/// The same model, whose batches are split among the processes; the others call serve_draws() until this is destroyed.
/// Results are those of one process, to the last bit.
///
/// For models whose rows nobody knows, such as those of Stan. A draw that another process could not evaluate is evaluated
/// again by this one, which then counts the reason. All else (second derivatives, expectations, quantities) is left to the
/// first.
/// @param thread_count  in which each process evaluates large parts, if the model allows it
/// @throws InvalidArgument if the model is null, or this is not the first process
std::unique_ptr<Model> share_draws(std::unique_ptr<Model> model, Communicator& communicator, Index thread_count = 1);

/// Evaluates this process's part of the first one's batches, until that has no further use for it.
void serve_draws(const Model& model, Communicator& communicator, Index thread_count = 1);

}  // namespace g2t
