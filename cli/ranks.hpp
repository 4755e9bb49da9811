// The processes that mpirun started together, if it did.
#pragma once

#include <g2t/core/types.hpp>

#include <string>

namespace g2t::cli {

/// One process of several; alone without mpirun.
class Ranks {
 public:
  /// Joins the others.
  /// @throws UsageError if mpirun started several of a program that was built without Open MPI
  Ranks();
  /// Waits for the others, unless an exception ends this process: then its exit status ends them too.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  [[nodiscard]] Index number() const { return number_; }  ///< from 0
  [[nodiscard]] Index count() const { return count_; }
  /// Of those on this machine.
  [[nodiscard]] Index count_here() const { return count_here_; }
  [[nodiscard]] bool is_first() const { return number_ == 0; }
  /// The text that the first has; all wait for it.
  [[nodiscard]] std::string from_first(const std::string& text) const;
  /// Returns when all have come here.
  void meet() const;

 private:
  Index number_ = 0, count_ = 1, count_here_ = 1;
  bool has_joined_ = false;
  int exceptions_ = 0;
};

}  // namespace g2t::cli
