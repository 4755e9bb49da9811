// The processes that mpirun started together, as the subcommands use them.
#pragma once

#include <g2t/core/communicator.hpp>

#include <memory>
#include <string>

namespace g2t::cli {

/// Joins the others if there are some; null for a process alone.
/// @throws UsageError if mpirun started several of a program that was built without MPI
std::unique_ptr<Communicator> join_others();

/// @throws UsageError if mpirun started several processes of a subcommand that one does
void refuse_others(const std::string& subcommand);

/// False if mpirun started this process and it is not the first one: that speaks for all.
[[nodiscard]] bool is_first_process();

/// One process of several; alone without mpirun.
class Ranks {
 public:
  /// Joins the others.
  /// @throws UsageError as join_others()
  Ranks();
  /// Waits for the others, unless an exception ends this process: then its exit status ends them too.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  [[nodiscard]] Index number() const { return others_ == nullptr ? 0 : others_->rank(); }  ///< from 0
  [[nodiscard]] Index count() const { return others_ == nullptr ? 1 : others_->count(); }
  /// Of those on this machine.
  [[nodiscard]] Index count_here() const;
  [[nodiscard]] bool is_first() const { return number() == 0; }
  /// The text that the first has; all wait for it.
  [[nodiscard]] std::string from_first(const std::string& text) const;
  /// Returns when all have come here.
  void meet() const;

 private:
  std::unique_ptr<Communicator> others_;  // null: there are none
  int exceptions_ = 0;
};

}  // namespace g2t::cli
