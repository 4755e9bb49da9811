// Bytes of a file from one place to another, for processes that each read a part.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace g2t::io {

/// Bytes of a file that can be read in parts: one on a disk, and not compressed. Nothing for others, and where there is none.
[[nodiscard]] std::optional<std::int64_t> plain_size(const std::string& path);

/// The bytes from `begin` to before `end`.
/// @throws InputError with the system's reason, or if the file is shorter
[[nodiscard]] std::string read_range(const std::string& path, std::int64_t begin, std::int64_t end);

}  // namespace g2t::io
