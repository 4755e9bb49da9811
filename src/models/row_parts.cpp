// Which rows of a model make a part.
#include "models/row_parts.hpp"

#include <algorithm>

namespace g2t {
namespace {

constexpr Index kLeastRows = 1024;       // of a part, where it is one of several
constexpr double kLeastWork = 32768;     // the same, in multiplications: some microseconds for eight draws
constexpr double kLeastUse = 16;         // multiplications for each number that a part holds

// In whole groups of rows as kernels take them.
constexpr Index kGroup = 8;

std::vector<RowPart> consecutive(Index rows, Index parts) {
  std::vector<RowPart> out;
  const Index groups = (rows + kGroup - 1) / kGroup;
  for (Index part = 0; part < parts; ++part) {
    const Index first = part * groups / parts * kGroup, end = std::min(rows, (part + 1) * groups / parts * kGroup);
    out.push_back({first, 1, end - first});
  }
  return out;
}

}  // namespace

std::vector<RowPart> split_window(Index rows, double work, Index columns, bool is_only) {
  const auto most = [&](double of_window) {
    const double by_use = of_window / (kLeastUse * static_cast<double>(std::max<Index>(columns, 1)));
    return static_cast<Index>(std::clamp(std::min(of_window / kLeastWork, by_use), 1.0, 1024.0));
  };
  if (is_only) return consecutive(rows, std::clamp<Index>(rows / kLeastRows, 1, most(work)));
  // A short last window has as many as the others.
  const Index stripes = std::min({kStripes, most(work / static_cast<double>(rows) * kWindowRows), rows});
  std::vector<RowPart> out;
  for (Index stripe = 0; stripe < stripes; ++stripe)
    out.push_back({stripe, stripes, (rows - stripe + stripes - 1) / stripes});
  return out;
}

std::vector<RowPart> split_rows(Index rows, double work, Index columns) {
  std::vector<RowPart> out;
  for (Index first = 0; first < rows; first += kWindowRows) {
    const Index count = std::min(kWindowRows, rows - first);
    for (RowPart part : split_window(count, work * static_cast<double>(count), columns, rows <= kWindowRows)) {
      part.first += first;
      out.push_back(part);
    }
  }
  return out;
}

}  // namespace g2t
