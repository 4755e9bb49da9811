// Open MPI sets environment variables of processes that it starts; only then is it initialised.
#include "ranks.hpp"

#include "errors.hpp"

#ifdef G2T_HAS_MPI
#include <mpi.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <exception>

namespace g2t::cli {

#ifdef G2T_HAS_MPI

Ranks::Ranks() : exceptions_(std::uncaught_exceptions()) {
  if (std::getenv("OMPI_COMM_WORLD_SIZE") == nullptr) return;
  MPI_Init(nullptr, nullptr);
  has_joined_ = true;
  int number = 0, count = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  number_ = number;
  count_ = count_here_ = count;
  if (const char* const here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE")) count_here_ = std::max(1, std::atoi(here));
}

Ranks::~Ranks() {
  if (has_joined_ && std::uncaught_exceptions() == exceptions_) MPI_Finalize();
}

std::string Ranks::from_first(const std::string& text) const {
  if (!has_joined_) return text;
  unsigned long size = text.size();
  MPI_Bcast(&size, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
  std::string out = text;
  out.resize(size);
  MPI_Bcast(out.data(), static_cast<int>(size), MPI_CHAR, 0, MPI_COMM_WORLD);
  return out;
}

void Ranks::meet() const {
  if (has_joined_) MPI_Barrier(MPI_COMM_WORLD);
}

#else

Ranks::Ranks() {
  const char* const count = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (count != nullptr && std::string(count) != "1")
    throw UsageError(
        "mpirun started several processes, and this g2t was built without Open MPI (install it and build "
        "again, or give each its --share)");
}

Ranks::~Ranks() = default;
std::string Ranks::from_first(const std::string& text) const { return text; }
void Ranks::meet() const {}

#endif

}  // namespace g2t::cli
