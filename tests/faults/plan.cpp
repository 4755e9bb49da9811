// Atomic counters; what is read from the environment is kept in plain arrays, since memory may be what fails.
#include "plan.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace faults {
namespace {

constexpr int kKinds = static_cast<int>(Kind::kCount);
constexpr const char* kNames[kKinds] = {"open",     "read",   "write", "fsync",  "close", "rename", "link",
                                        "unlink",   "truncate", "folder", "lock",  "thread", "load",  "memory"};

struct Plan {
  int kind = -1, error = EIO;
  Fault fault = Fault::None;
  long number = 0;
  unsigned long least_size = 0;
  bool goes_on = false;
  char folder[4096] = "", counts[4096] = "";
};
Plan plan;
std::atomic<long> counts[kKinds];
std::atomic<bool> is_ready = false, is_open = false;

const char* value_of(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Programs that this one starts run without faults.
__attribute__((constructor)) void read_plan() {
  const char *const kind = value_of("FAULTS_CALL"), *const error = value_of("FAULTS_ERROR");
  for (int k = 0; k < kKinds; ++k)
    if (std::strcmp(kind, kNames[k]) == 0) plan.kind = k;
  plan.fault = std::strcmp(error, "short") == 0  ? Fault::Short
               : std::strcmp(error, "kill") == 0 ? Fault::Kill
                                                 : Fault::Fail;
  if (plan.fault == Fault::Fail) plan.error = std::atoi(error);
  plan.number = std::atol(value_of("FAULTS_NUMBER"));
  plan.least_size = std::strtoul(value_of("FAULTS_LEAST_SIZE"), nullptr, 10);
  plan.goes_on = *value_of("FAULTS_GOES_ON") != '\0';
  std::strncpy(plan.folder, value_of("FAULTS_FOLDER"), sizeof plan.folder - 1);
  std::strncpy(plan.counts, value_of("FAULTS_COUNTS"), sizeof plan.counts - 1);
  ::unsetenv("LD_PRELOAD");
  is_ready = true;
}

// "open 12" and so on, to the file FAULTS_COUNTS.
__attribute__((destructor)) void write_counts() {
  is_ready = false;
  if (plan.counts[0] == '\0') return;
  const long file = ::syscall(SYS_openat, AT_FDCWD, plan.counts, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  char line[64];
  for (int k = 0; k < kKinds; ++k) {
    const int size = std::snprintf(line, sizeof line, "%s %ld\n", kNames[k], counts[k].load());
    ::syscall(SYS_write, file, line, size);
  }
  ::syscall(SYS_close, file);
}

}  // namespace

Fault count(Kind kind) {
  if (!is_ready) return Fault::None;
  const int k = static_cast<int>(kind);
  if (kind == Kind::Open) is_open = true;
  const long number = ++counts[k];
  if (k != plan.kind || number < plan.number || (number > plan.number && !plan.goes_on)) return Fault::None;
  if (plan.fault == Fault::Kill) ::syscall(SYS_kill, ::getpid(), SIGKILL);
  return plan.fault;
}

int error_number() { return plan.error; }

bool is_own(const char* path) {
  if (!is_ready || path == nullptr) return false;
  const std::size_t length = std::strlen(plan.folder);
  return path[0] != '/' || (length > 0 && std::strncmp(path, plan.folder, length) == 0);
}

bool is_own(int descriptor) {
  if (!is_ready || descriptor == STDIN_FILENO || descriptor == STDERR_FILENO) return false;
  if (descriptor == STDOUT_FILENO) return true;
  char name[64], path[4096];
  std::snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  const ssize_t length = ::readlink(name, path, sizeof path - 1);
  if (length <= 0) return false;
  path[length] = '\0';
  return path[0] == '/' && is_own(path);
}

bool is_large(unsigned long size) { return is_ready && is_open && size >= plan.least_size; }

}  // namespace faults
