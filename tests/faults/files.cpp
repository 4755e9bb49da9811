// Calls on files: of the test's own files each may fail.
#include "plan.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>

using faults::count;
using faults::Fault;
using faults::is_own;
using faults::Kind;

namespace {

// The system's own function of this name.
template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

template <class Result>
Result failed(Result result) {
  errno = faults::error_number();
  return result;
}

bool fails(Kind kind, const char* path) { return is_own(path) && count(kind) != Fault::None; }
bool fails(Kind kind, int descriptor) { return is_own(descriptor) && count(kind) != Fault::None; }

mode_t mode_of(int flags, va_list more) { return (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0; }

}  // namespace

extern "C" {

#define FAULTS_OPEN(name)                                                     \
  int name(const char* path, int flags, ...) {                                \
    va_list more;                                                             \
    va_start(more, flags);                                                    \
    const mode_t mode = mode_of(flags, more);                                 \
    va_end(more);                                                             \
    static const auto real = next<int (*)(const char*, int, mode_t)>(#name);  \
    return fails(Kind::Open, path) ? failed(-1) : real(path, flags, mode);    \
  }
FAULTS_OPEN(open)
FAULTS_OPEN(open64)
#undef FAULTS_OPEN

#define FAULTS_FOPEN(name)                                                          \
  FILE* name(const char* path, const char* mode) {                                  \
    static const auto real = next<FILE* (*)(const char*, const char*)>(#name);      \
    return fails(Kind::Open, path) ? failed<FILE*>(nullptr) : real(path, mode);     \
  }
FAULTS_FOPEN(fopen)
FAULTS_FOPEN(fopen64)
#undef FAULTS_FOPEN

ssize_t read(int file, void* to, size_t size) {
  static const auto real = next<ssize_t (*)(int, void*, size_t)>("read");
  return fails(Kind::Read, file) ? failed<ssize_t>(-1) : real(file, to, size);
}

ssize_t write(int file, const void* from, size_t size) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  const Fault fault = is_own(file) ? count(Kind::Write) : Fault::None;
  if (fault == Fault::Fail) return failed<ssize_t>(-1);
  return real(file, from, fault == Fault::Short ? (size + 1) / 2 : size);
}

ssize_t writev(int file, const iovec* from, int parts) {
  static const auto real = next<ssize_t (*)(int, const iovec*, int)>("writev");
  return fails(Kind::Write, file) ? failed<ssize_t>(-1) : real(file, from, parts);
}

int fsync(int file) {
  static const auto real = next<int (*)(int)>("fsync");
  return fails(Kind::Fsync, file) ? failed(-1) : real(file);
}

int close(int file) {
  static const auto real = next<int (*)(int)>("close");
  const bool has_failed = fails(Kind::Close, file);
  const int result = real(file);  // Linux closes it in any case
  return has_failed ? failed(-1) : result;
}

int rename(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  return fails(Kind::Rename, from) ? failed(-1) : real(from, to);
}

int link(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("link");
  return fails(Kind::Link, from) ? failed(-1) : real(from, to);
}

int unlink(const char* path) {
  static const auto real = next<int (*)(const char*)>("unlink");
  return fails(Kind::Unlink, path) ? failed(-1) : real(path);
}

int ftruncate(int file, off_t size) {
  static const auto real = next<int (*)(int, off_t)>("ftruncate");
  return fails(Kind::Truncate, file) ? failed(-1) : real(file, size);
}

int mkdir(const char* path, mode_t mode) {
  static const auto real = next<int (*)(const char*, mode_t)>("mkdir");
  return fails(Kind::Folder, path) ? failed(-1) : real(path, mode);
}

int flock(int file, int operation) {
  static const auto real = next<int (*)(int, int)>("flock");
  return fails(Kind::Lock, file) ? failed(-1) : real(file, operation);
}

}  // extern "C"
