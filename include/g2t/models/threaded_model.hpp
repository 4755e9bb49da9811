// A model whose large batches are evaluated by several threads.
#pragma once

#include <g2t/core/model.hpp>

#include <memory>

namespace g2t {

/// The same model, with batches of at least kMinThreadedDraws draws split among threads. For smaller ones, and for second
/// derivatives and expectations, the threads are the model's: the built-in models share out parts of their rows
/// (core/thread_team.hpp).
///
/// Results do not depend on the number of threads. Where the model throws, all threads end first; of
/// several exceptions the one of the first rows is rethrown.
/// @param model  must outlive the result
/// @throws InvalidArgument if thread_count < 1, or it is more than one and the model is not thread-safe
std::unique_ptr<Model> make_threaded_model(const Model& model, Index thread_count);

inline constexpr Index kMinThreadedDraws = 32;

}  // namespace g2t
