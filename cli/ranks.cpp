// MPI is initialised only if there are others: it takes a while.
#include "ranks.hpp"

#include "errors.hpp"

#include <g2t/ranks/launch.hpp>

#include <exception>

namespace g2t::cli {

std::unique_ptr<Communicator> join_others() {
  if (launched_count() == 1) return nullptr;
  if (!has_mpi())
    throw UsageError(
        "mpirun started several processes, and this g2t was built without Open MPI (install it and build again, or start one "
        "process; g2t study --share shares a study without it)");
  return join_ranks();
}

void refuse_others(const std::string& subcommand) {
  if (launched_count() > 1)
    throw UsageError("mpirun started several processes, but g2t " + subcommand + " is done by one: start it without mpirun");
}

bool is_first_process() { return launched_rank() == 0; }

Ranks::Ranks() : others_(join_others()), exceptions_(std::uncaught_exceptions()) {}

Ranks::~Ranks() {
  if (others_ != nullptr && std::uncaught_exceptions() != exceptions_) others_->give_up();
}

Index Ranks::count_here() const { return others_ == nullptr ? 1 : launched_here(); }

std::string Ranks::from_first(const std::string& text) const {
  return others_ == nullptr ? text : others_->gather(is_first() ? text : "").front();
}

void Ranks::meet() const {
  if (others_ != nullptr) static_cast<void>(others_->gather(""));
}

}  // namespace g2t::cli
