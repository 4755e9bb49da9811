// The processes that mpirun started together, if it did.
#pragma once

#include <g2t/core/communicator.hpp>

#include <memory>

namespace g2t {

/// How many processes a launcher of MPI started together, as its environment variables say; 1 without one.
[[nodiscard]] Index launched_count();
/// How many of those run on this machine.
[[nodiscard]] Index launched_here();
/// Which of them this is, from 0.
[[nodiscard]] Index launched_rank();

/// True if this program was built with MPI.
[[nodiscard]] bool has_mpi();

/// Joins the others: initialises MPI. Called once, and from the thread that makes all calls of the result.
///
/// When it is destroyed it waits for the others, unless it was given up: then the exit status of this process ends them.
/// @throws InvalidArgument if the program was built without MPI
[[nodiscard]] std::unique_ptr<Communicator> join_ranks();

}  // namespace g2t
