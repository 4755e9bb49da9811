// A short number for labelled rows, taken as they come.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <g2t/core/fingerprint.hpp>
#include <g2t/core/types.hpp>
#include <string>
#include <string_view>

namespace g2t::program {

/// Of rows in their order, each by its label as it is written and its entries. Good against accidents, not against forgers.
class RowsFingerprint {
 public:
  static constexpr std::string_view kPrefix = "rows-";  // other fingerprints have none

  /// @param before  the number of the rows before
  explicit RowsFingerprint(std::uint64_t before = kEmptyFingerprint) : all_(before) {}

  template <class Columns>
  void add_row(std::string_view label, const Columns* columns, const double* values, Index entries) {
    std::uint64_t row = fingerprint(label);
    for (Index k = 0; k < entries; ++k) {
      const std::uint64_t place = static_cast<std::uint64_t>(columns[k]) + 1;
      row = mix(row ^ (std::bit_cast<std::uint64_t>(values[k]) + place * 0x9E3779B97F4A7C15));
    }
    all_ = mix(all_ ^ mix(row + static_cast<std::uint64_t>(entries)));
  }

  [[nodiscard]] std::uint64_t number() const { return all_; }
  [[nodiscard]] std::string text() const { return fmt::format("{}{:016x}", kPrefix, all_); }

 private:
  static std::uint64_t mix(std::uint64_t word) {
    word *= 0xBF58476D1CE4E5B9;
    return word ^ (word >> 29U);
  }

  std::uint64_t all_;
};

}  // namespace g2t::program
