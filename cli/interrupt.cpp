// A signal handler that stores a number and restores the default action.
#include "interrupt.hpp"

#include <atomic>
#include <csignal>

namespace g2t::cli {
namespace {

constexpr int kNumbers[] = {SIGINT, SIGTERM};
std::atomic<int> noted_signal{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may not wait");

// What the parent has it ignore stays ignored: nohup, or a job that a script has put into the background.
bool is_ignored(int number) {
  struct sigaction now{};
  return ::sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

void set_unless_ignored(void (*action)(int)) {
  for (const int number : kNumbers)
    if (!is_ignored(number)) std::signal(number, action);
}

extern "C" void note_signal(int number) {
  noted_signal.store(number);
  set_unless_ignored(SIG_DFL);
}

}  // namespace

void ignore_interrupts() {
  for (const int number : kNumbers) std::signal(number, SIG_IGN);
}

InterruptGuard::InterruptGuard() {
  noted_signal.store(0);
  set_unless_ignored(note_signal);
}

InterruptGuard::~InterruptGuard() { set_unless_ignored(SIG_DFL); }

int InterruptGuard::signal() const { return noted_signal.load(); }

}  // namespace g2t::cli
