// Numbers and tables as people read them.
#pragma once

#include <g2t/core/counted.hpp>
#include <g2t/inference/elbo.hpp>

#include <string>
#include <vector>

namespace g2t::cli {

/// "10.0 s", "12 ms", "3.1 us".
[[nodiscard]] std::string duration(double seconds);
/// Three significant digits or all before the point: "12.3", "0.00123", "41234", "1.23e+09".
[[nodiscard]] std::string significant(double value);
/// "-595.90 exact" or "-595.90 +- 0.12".
[[nodiscard]] std::string elbo_text(const Elbo& elbo);
/// "2.1 times as much", "4 % more", "just as much".
[[nodiscard]] std::string how_much_more(double ratio);

/// Rows of cells; the first column is flush left, the others flush right.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : rows_{std::move(header)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  /// Every line begins with `indent`.
  [[nodiscard]] std::string text(const std::string& indent) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace g2t::cli
