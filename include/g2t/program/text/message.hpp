// What an exception says to a person.
#pragma once

#include <exception>
#include <string>

namespace g2t {

/// The message of an exception, on one line, with settings as a command line names them and without the name of the C++
/// function.
[[nodiscard]] std::string message_of(const std::exception& error);

}  // namespace g2t
