// How much memory there is, and whether something fits into it: said before it is built, not after minutes of swapping.
#pragma once

#include <g2t/core/errors.hpp>
#include <string>

namespace g2t {

/// The least of what the machine has, what the control groups of this process allow, and what ulimit allows.
struct MemoryLimit {
  double bytes = 0;
  std::string what;  ///< "this machine", "the control group", "ulimit -v"
};

/// @param processes      where Linux keeps its files on memory and on this process
/// @param control_groups where it keeps those of control groups, of either version
[[nodiscard]] MemoryLimit memory_limit(const std::string& processes = "/proc",
                                       const std::string& control_groups = "/sys/fs/cgroup");

/// "23.4 GB".
[[nodiscard]] std::string memory_text(double bytes);

/// @param bytes  that are needed in any case
/// @param what   "2,000,000,001 parameters"
/// @throws InputError at `where` if they are more than the limit
void check_memory(double bytes, const InputLocation& where, const std::string& what,
                  const MemoryLimit& limit = memory_limit());

/// Whether a model of so many parameters may fit: their names and a few numbers each.
[[nodiscard]] bool model_fits(double parameters);
/// The same as an error.
void check_model_memory(double parameters, const InputLocation& where, const std::string& of_what);

}  // namespace g2t
