// Standard output that knows why it failed.
#pragma once

#include <memory>

namespace g2t {

/// While it lives, what is written to std::cout goes to descriptor 1, and the reason of the first failure is kept, which a
/// stream forgets. A descriptor that the caller closed is taken, so that no file that is opened gets its number.
class StandardOutput {
 public:
  StandardOutput();
  ~StandardOutput();
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;

  /// Writes what is left.
  /// @throws InputError with the system's reason if anything could not be written
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace g2t
