// The one place where exceptions become a message and an exit status.
#pragma once

#include <g2t/core/errors.hpp>
#include <g2t/program/text/message.hpp>

#include <stdexcept>
#include <string>
#include <utility>

namespace g2t::cli {

enum ExitStatus { kSuccess = 0, kError = 1, kWrongUsage = 2, kNotConverged = 3, kSignal = 128 };

/// The command line is invalid.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Calls `action`, which deals with options alone: its exceptions are wrong usage.
template <class Computation>
auto as_usage(Computation&& work) {
  try {
    return std::forward<Computation>(work)();
  } catch (const InvalidArgument& error) {
    throw UsageError(message_of(error));
  }
}

/// To be called inside a catch block: one line on stderr, "WHO: message"; returns the exit status.
int report_current_exception(const std::string& who);

/// Runs `action`, and reports its exceptions.
template <class Computation>
int report_errors(const std::string& who, Computation&& work) {
  try {
    return std::forward<Computation>(work)();
  } catch (...) {
    return report_current_exception(who);
  }
}

}  // namespace g2t::cli
