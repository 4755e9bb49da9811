// Memory, threads and libraries.
#include "plan.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <cerrno>
#include <cstddef>

using faults::count;
using faults::Fault;
using faults::Kind;

extern "C" {

// Those of the C library, by names that it exports for this.
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

static bool has_memory(std::size_t size) {
  if (!faults::is_large(size) || count(Kind::Memory) == Fault::None) return true;
  errno = ENOMEM;
  return false;
}

void* malloc(std::size_t size) { return has_memory(size) ? __libc_malloc(size) : nullptr; }
void* calloc(std::size_t number, std::size_t size) {
  return has_memory(number * size) ? __libc_calloc(number, size) : nullptr;
}
void* realloc(void* memory, std::size_t size) { return has_memory(size) ? __libc_realloc(memory, size) : nullptr; }
void* memalign(std::size_t alignment, std::size_t size) {
  return has_memory(size) ? __libc_memalign(alignment, size) : nullptr;
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  void* const found = memalign(alignment, size);
  if (found == nullptr) return ENOMEM;
  *memory = found;
  return 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*), void* argument) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto real = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "pthread_create"));
  return count(Kind::Thread) == Fault::None ? real(thread, attributes, work, argument) : EAGAIN;
}

void* dlopen(const char* path, int flags) {
  static const auto real = reinterpret_cast<void* (*)(const char*, int)>(::dlsym(RTLD_NEXT, "dlopen"));
  return count(Kind::Load) == Fault::None ? real(path, flags) : real("/no/such/library", flags);
}

}  // extern "C"
