// A model that several processes load and evaluate together: rows of the built-in ones, draws of those of Stan.
#pragma once

#include <g2t/core/communicator.hpp>
#include <g2t/program/models/load_model.hpp>

#include <optional>
#include <stdexcept>

namespace g2t {

/// Another process failed: the first of them throws what it did, the others this, which says nothing new.
class OtherProcessFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What load_model() gives, to the first process; the others evaluate their parts until it has destroyed it, and then get nothing.
///
/// Rows of a file are cut by bytes. Where the file is not there, but FILE.0, FILE.1, ... are, each process reads its own.
/// Every process has the rows of a Stan model, and evaluates some of the draws.
/// @param thread_count  of each process, for large batches of a built-in model
/// @throws in the first process what load_model() throws, wherever it happened; OtherProcessFailed in the others
std::optional<LoadedModel> load_shared_model(const ModelOptions& options, Communicator& communicator, Index thread_count,
                                             const LoadHook& hook = nullptr);

}  // namespace g2t
