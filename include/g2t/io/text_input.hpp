// Any file that is read as text.
#pragma once

#include <string>

namespace g2t {

/// The text of a file, decompressed if it is gzip whatever its name, without a UTF-8 byte order mark; "-" is standard
/// input, which can be read once.
///
/// @throws InputError with the system's reason ("No such file or directory", "Is a directory"), and for UTF-16, zero
///         bytes, other compressions, archives, damaged or cut off gzip, and files that do not fit into memory
[[nodiscard]] std::string read_input_text(const std::string& path);

}  // namespace g2t
