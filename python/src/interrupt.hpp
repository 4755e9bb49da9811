// Ctrl-C while a fit runs: noticed between calls, kept until the fit has ended.
#pragma once

namespace g2t::python {

/// Of the fit that runs in this thread. Python runs its signal handlers in the main thread alone.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// That of this thread, or null.
  static Interrupt* current();

  /// Lets Python run its signal handlers, no more often than twenty times a second.
  /// @returns true if one of them raised KeyboardInterrupt, now or before
  /// @throws what else a handler raises
  bool is_made();
  void note() { is_noted_ = true; }
  [[nodiscard]] bool is_noted() const { return is_noted_; }

 private:
  Interrupt* before_;
  bool is_main_thread_;
  bool is_noted_ = false;
  double next_ = 0;
};

}  // namespace g2t::python
