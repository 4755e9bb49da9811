// Reads the files of Linux; where they are absent, nothing is known and everything fits.
#include <fmt/format.h>
#include <sys/resource.h>

#include <filesystem>
#include <g2t/core/counted.hpp>
#include <g2t/program/models/memory_limit.hpp>
#include <limits>
#include <stan/whole_text.h>

namespace g2t {
namespace {

namespace fs = std::filesystem;

constexpr double kBytesAParameter = 100;  // its name and eight numbers; a fit needs a hundred times more

void take_if_less(MemoryLimit& limit, double bytes, const char* what) {
  if (bytes < limit.bytes) limit = {bytes, what};
}

void take_machine(MemoryLimit& limit, const fs::path& file) {
  std::istringstream in = stream_of(whole_text(file.string()));
  std::string word;
  double kilobytes = 0;
  while (in >> word)
    if (word == "MemTotal:" && in >> kilobytes) take_if_less(limit, 1024 * kilobytes, "this machine");
}

// Of a group and all above it; "max" is no number, and no limit.
void take_groups(MemoryLimit& limit, const fs::path& root, fs::path group, const char* name) {
  while (true) {
    std::istringstream in = stream_of(whole_text((root / group.relative_path() / name).string()));
    double bytes = 0;
    if (in >> bytes) take_if_less(limit, bytes, "the control group");
    if (!group.has_relative_path()) return;
    group = group.parent_path();
  }
}

// Lines such as "0::/a/b" (version 2) and "4:memory:/a/b" (version 1).
void take_control_groups(MemoryLimit& limit, const fs::path& file, const fs::path& root) {
  std::istringstream in = stream_of(whole_text(file.string()));
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), group = line.substr(second + 1);
    if (controllers.empty()) take_groups(limit, root, group, "memory.max");
    if (("," + controllers + ",").find(",memory,") != std::string::npos)
      take_groups(limit, root / "memory", group, "memory.limit_in_bytes");
  }
}

void take_ulimit(MemoryLimit& limit, decltype(RLIMIT_AS) resource, const char* what) {
  rlimit soft{};
  if (::getrlimit(resource, &soft) != 0 || soft.rlim_cur == RLIM_INFINITY) return;
  take_if_less(limit, static_cast<double>(soft.rlim_cur), what);
}

}  // namespace

MemoryLimit memory_limit(const std::string& processes, const std::string& control_groups) {
  MemoryLimit limit{std::numeric_limits<double>::infinity(), "this machine"};
  take_machine(limit, fs::path(processes) / "meminfo");
  take_control_groups(limit, fs::path(processes) / "self/cgroup", control_groups);
  take_ulimit(limit, RLIMIT_AS, "ulimit -v");
  take_ulimit(limit, RLIMIT_DATA, "ulimit -d");
  return limit;
}

std::string memory_text(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.0f} MB", bytes / 1e6) : fmt::format("{:.1f} GB", bytes / 1e9);
}

void check_memory(double bytes, const InputLocation& where, const std::string& what, const MemoryLimit& limit) {
  if (bytes <= limit.bytes) return;
  throw InputError(where, fmt::format("out of memory: {} at least {} are needed, and {} has {}", what,
                                      memory_text(bytes), limit.what, memory_text(limit.bytes)));
}

bool model_fits(double parameters) { return kBytesAParameter * parameters <= memory_limit().bytes; }

void check_model_memory(double parameters, const InputLocation& where, const std::string& of_what) {
  check_memory(kBytesAParameter * parameters, where, "for " + of_what);
}

}  // namespace g2t
