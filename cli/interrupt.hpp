// Ctrl-C and termination: the first signal is noted, the second one ends the program at once.
#pragma once

namespace g2t::cli {

/// For a process that another one ends: SIGINT and SIGTERM do nothing from now on.
void ignore_interrupts();

/// Notes SIGINT and SIGTERM for its own lifetime, unless the program was started with them ignored; one at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// The signal that came, or 0.
  [[nodiscard]] int signal() const;
};

}  // namespace g2t::cli
