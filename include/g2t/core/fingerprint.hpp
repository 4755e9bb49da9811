// A short number for a long text, to tell whether two texts are the same.
#pragma once

#include <cstdint>
#include <string_view>

namespace g2t {

inline constexpr std::uint64_t kEmptyFingerprint = 14695981039346656037ULL;

/// FNV-1a of the bytes, after those that `before` is the fingerprint of. Good against accidents, not against forgers.
[[nodiscard]] constexpr std::uint64_t fingerprint(std::string_view bytes, std::uint64_t before = kEmptyFingerprint) {
  for (const char c : bytes) before = (before ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return before;
}

}  // namespace g2t
