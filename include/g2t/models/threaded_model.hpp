// A model whose large batches are evaluated by several threads.
#pragma once

#include <g2t/core/model.hpp>

#include <memory>

namespace g2t {

/// The same model, with draws shared among threads (core/thread_team.hpp): those of batches of at least kMinThreadedDraws, and
/// those of smaller ones where the model has no lanes and takes its time. For models of many parts of rows, and for second
/// derivatives and expectations, the threads are the model's: the built-in models share out parts of their rows.
///
/// Results do not depend on the number of threads. Where the model throws, all threads end first; of
/// several exceptions the one of the first rows is rethrown.
/// @param model  must outlive the result
/// @throws InvalidArgument if thread_count < 1, or it is more than one and the model is not thread-safe
std::unique_ptr<Model> make_threaded_model(const Model& model, Index thread_count);

inline constexpr Index kMinThreadedDraws = 32;

}  // namespace g2t
