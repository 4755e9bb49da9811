// Which rows of a model make a part.
#include "models/row_parts.hpp"

#include <algorithm>
#include <cmath>
#include <g2t/core/streams.hpp>
#include <numeric>

namespace g2t {
namespace {

constexpr Index kMostStripes = 32;
constexpr Index kLeastRows = 1024;    // of a part of the only window
constexpr double kLeastWork = 32768;  // of a part, in multiplications: some microseconds for eight draws
constexpr double kLeastUse = 16;      // multiplications for each number that a part holds
constexpr Index kRowsAtOnce = 8;           // rows that kernels take at once

// Parts whose rows are worth what each has to hold beside them.
Index most_parts(double work, Index columns) {
  const double by_use = work / (kLeastUse * static_cast<double>(std::max<Index>(columns, 1)));
  return static_cast<Index>(std::clamp(by_use, 1.0, 1024.0));
}

}  // namespace

std::vector<RowPart> split_only_window(Index rows, double work, Index columns) {
  const double all_work = work * static_cast<double>(rows);
  const Index by_work = std::max<Index>(1, static_cast<Index>(std::min(1024.0, all_work / kLeastWork)));
  const Index most = std::min(by_work, most_parts(all_work, columns));
  const Index parts = std::clamp<Index>(rows / kLeastRows, 1, most), groups = (rows + kRowsAtOnce - 1) / kRowsAtOnce;
  std::vector<RowPart> out;
  for (Index part = 0; part < parts; ++part) {
    const Index first = part * groups / parts * kRowsAtOnce, end = std::min(rows, (part + 1) * groups / parts * kRowsAtOnce);
    out.push_back({first, 1, end - first});
  }
  return out;
}

Index stripe_count(double work, Index columns) {
  return std::min(kMostStripes, most_parts(work * static_cast<double>(kWindowRows), columns));
}

std::vector<RowPart> split_window(Index rows, Index stripes) {
  std::vector<RowPart> out;
  for (Index stripe = 0; stripe < std::min(stripes, rows); ++stripe)
    out.push_back({stripe, stripes, (rows - stripe + stripes - 1) / stripes});
  return out;
}

RowParts split_rows(Index rows, double work, Index columns) {
  if (rows <= kWindowRows) return {split_only_window(rows, work, columns), 0};
  RowParts out;
  out.stripes = stripe_count(work, columns);
  for (Index first = 0; first < rows; first += kWindowRows) {
    for (RowPart part : split_window(std::min(kWindowRows, rows - first), out.stripes)) {
      part.first += first;
      out.parts.push_back(part);
    }
  }
  return out;
}

std::vector<std::size_t> sampled_parts(std::size_t part_count, Index stripes, double share, std::uint64_t seed) {
  const std::size_t in_window = static_cast<std::size_t>(stripes), windows = (part_count + in_window - 1) / in_window;
  std::vector<double> uniforms(part_count + 1);
  fill_uniforms(streams::row_sample(seed), uniforms);
  const double of_each = share * static_cast<double>(part_count) / static_cast<double>(windows);
  // Of fewer parts than windows: how many the first windows have.
  const auto up_to = [&](std::size_t window) { return std::floor(of_each * static_cast<double>(window) + uniforms.back()); };
  std::vector<std::size_t> out;
  for (std::size_t window = 0; window < windows; ++window) {
    const std::size_t first = window * in_window, size = std::min(in_window, part_count - first);
    const double count = of_each >= 1 ? std::ceil(of_each) : up_to(window + 1) - up_to(window);
    std::vector<std::size_t> parts(size);
    std::iota(parts.begin(), parts.end(), first);
    std::sort(parts.begin(), parts.end(), [&](std::size_t a, std::size_t b) { return uniforms[a] < uniforms[b]; });
    parts.resize(std::min(static_cast<std::size_t>(count), size));
    std::sort(parts.begin(), parts.end());
    out.insert(out.end(), parts.begin(), parts.end());
  }
  if (out.empty()) out.push_back(0);
  return out;
}

}  // namespace g2t
