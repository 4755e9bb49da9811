// In the place of mpi.cpp where there is none.
#include <g2t/core/errors.hpp>
#include <g2t/ranks/launch.hpp>

namespace g2t {

bool has_mpi() { return false; }

std::unique_ptr<Communicator> join_ranks() {
  throw InvalidArgument("join_ranks", "processes", std::to_string(launched_count()), "this program was built without MPI");
}

}  // namespace g2t
