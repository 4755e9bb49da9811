// Numbers and tables as people read them on a terminal.
#pragma once

#include <string>
#include <vector>

namespace g2t {

/// Rows of cells; the first column is flush left, the others flush right.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : rows_{std::move(header)} {}
  /// Cells as a terminal may show them, long ones cut.
  void add(std::vector<std::string> row);
  /// Every line begins with `indent`.
  [[nodiscard]] std::string text(const std::string& indent) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// Four significant digits, and more where the sd is small beside the value: two of the sd's at least.
[[nodiscard]] std::string value_text(double value, double sd);

}  // namespace g2t
