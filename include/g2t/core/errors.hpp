// The two exceptions of the library: wrong use, and bad input. Numerical trouble is a value instead.
#pragma once

#include <stdexcept>
#include <string>

namespace g2t {

/// A function was called with an argument it cannot take: a mistake in the calling code or on the command line.
class InvalidArgument : public std::invalid_argument {
 public:
  /// what() is "function: argument = value: reason".
  InvalidArgument(const std::string& function, const std::string& argument, const std::string& value,
                  const std::string& reason);
};

// Messages are one line, without control characters; texts in them that come from outside are cut if they are long.

/// The position of bad input in a file; lines and columns count from 1, 0 means "the file as a whole".
struct InputLocation {
  std::string file;
  long line = 0;
  long column = 0;
};

/// Input from outside (a data file, a saved fit, a cost table) that cannot be used.
class InputError : public std::runtime_error {
 public:
  /// what() is "file:line:column: reason: 'text'", without the parts that are not known.
  InputError(const InputLocation& location, const std::string& reason, const std::string& text = "");

  /// The same with the output of another program, in lines of its own that what() does not repeat.
  [[nodiscard]] InputError with_details(const std::string& details) const;

  const InputLocation& location() const { return location_; }
  const std::string& details() const { return details_; }

 private:
  InputLocation location_;
  std::string details_;
};

}  // namespace g2t
