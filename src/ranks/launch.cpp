// Open MPI, MPICH and Slurm tell processes by environment variables, before MPI is initialised.
#include <g2t/ranks/launch.hpp>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

namespace g2t {
namespace {

// The first of these variables that is set.
Index number_of(std::initializer_list<const char*> names, Index otherwise) {
  for (const char* const name : names)
    if (const char* const text = std::getenv(name)) return std::max<Index>(std::atol(text), 0);
  return otherwise;
}

}  // namespace

Index launched_count() { return std::max<Index>(1, number_of({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 1)); }

Index launched_here() {
  return std::max<Index>(1, number_of({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}, launched_count()));
}

Index launched_rank() { return number_of({"OMPI_COMM_WORLD_RANK", "PMI_RANK"}, 0); }

}  // namespace g2t
