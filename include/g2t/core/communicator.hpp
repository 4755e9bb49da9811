// Processes that work on one fit: what they need of one another, whatever carries it.
#pragma once

#include <g2t/core/types.hpp>

#include <string>
#include <vector>

namespace g2t {

/// One process of several that all call the same functions in the same order. The first, of rank 0, is the one that decides.
///
/// A call returns when all have made it, so a process that leaves must end the others: with MPI its exit status does.
class Communicator {
 public:
  virtual ~Communicator() = default;

  [[nodiscard]] virtual Index rank() const = 0;  ///< from 0
  [[nodiscard]] virtual Index count() const = 0;
  [[nodiscard]] bool is_first() const { return rank() == 0; }

  /// All get the numbers of the first.
  /// @param[in,out] values  [count], of the same count in all processes
  virtual void broadcast(double* values, Index count) = 0;
  /// The first gets the sums over all processes, added in an order that depends on their count alone; the others' numbers are
  /// used up.
  /// @param[in,out] values  [count], of the same count in all processes
  virtual void sum_to_first(double* values, Index count) = 0;
  /// All get the texts of all, by rank.
  [[nodiscard]] virtual std::vector<std::string> gather(const std::string& text) = 0;
  /// After an exception amid a call that others wait in: further calls do nothing, and when this process ends so do the others.
  virtual void give_up() noexcept = 0;
};

}  // namespace g2t
