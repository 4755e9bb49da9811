// The rows of a logistic regression, in the form that is quickest to go through: dense, sparse, or of coded ones.
#include "models/logistic_design.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "models/one_hot_coding.hpp"

namespace g2t {
namespace {

// A dense design of this share of nonzeros takes about as much memory as a sparse one, and half its time.
constexpr double kDenseShare = 0.7;

// Rows in the order of their numbers of entries, and otherwise as they were: the processor foresees where the next one ends.
std::vector<std::size_t> order_by_length(const std::vector<Index>& start) {
  std::vector<std::size_t> order(start.size() - 1);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return start[a + 1] - start[a] < start[b + 1] - start[b]; });
  return order;
}

template <class T>
std::vector<T> in_order(const std::vector<std::size_t>& order, const std::vector<T>& values) {
  std::vector<T> out;
  out.reserve(values.size());
  for (const std::size_t at : order) out.push_back(values[at]);
  return out;
}

// The same rows, with their entries, in another order.
template <class T>
std::vector<T> entries_in_order(const std::vector<std::size_t>& order, const std::vector<Index>& start,
                                const std::vector<T>& entries) {
  std::vector<T> out;
  out.reserve(entries.size());
  for (const std::size_t row : order) out.insert(out.end(), entries.begin() + start[row], entries.begin() + start[row + 1]);
  return out;
}

std::vector<Index> starts_in_order(const std::vector<std::size_t>& order, const std::vector<Index>& start) {
  std::vector<Index> out{0};
  out.reserve(start.size());
  for (const std::size_t row : order) out.push_back(out.back() + start[row + 1] - start[row]);
  return out;
}

}  // namespace

CompactColumns::CompactColumns(const std::vector<std::int32_t>& columns) {
  const auto largest = std::max_element(columns.begin(), columns.end());
  if (largest != columns.end() && *largest <= std::numeric_limits<std::uint16_t>::max()) {
    narrow.reserve(columns.size());
    for (const std::int32_t column : columns) narrow.push_back(static_cast<std::uint16_t>(column));
  } else {
    wide = columns;
  }
}

LogisticDesign::LogisticDesign(const LogisticData& data)
    : parameter_count_(data.rows.columns + (data.intercept ? 1 : 0)),
      has_intercept_(data.intercept),
      coding_(one_term_a_parameter(parameter_count_, data.intercept)) {
  sign_.reserve(data.positive.size());
  for (const std::uint8_t positive : data.positive) sign_.push_back(positive != 0 ? 1.0 : -1.0);
  const SparseRows& rows = data.rows;
  const bool is_of_ones = std::all_of(rows.value.begin(), rows.value.end(), [](double x) { return x == 1; });
  const double cells = static_cast<double>(rows.rows()) * static_cast<double>(rows.columns);
  if (!is_of_ones && static_cast<double>(rows.value.size()) >= kDenseShare * cells) {
    make_dense(rows);
  } else {
    make_sparse(rows, is_of_ones);
  }
}

void LogisticDesign::make_dense(const SparseRows& rows) {
  const Index groups = (rows.rows() + kLaneCount - 1) / kLaneCount;
  dense_.emplace(static_cast<std::size_t>(groups * rows.columns * kLaneCount));
  std::fill_n(dense_->data(), groups * rows.columns * kLaneCount, 0.0);
  for (Index row = 0; row < rows.rows(); ++row) {
    double* const to = dense_->data() + row / kLaneCount * kLaneCount * rows.columns + row % kLaneCount;
    for (Index k = rows.start[static_cast<std::size_t>(row)]; k < rows.start[static_cast<std::size_t>(row) + 1]; ++k) {
      const std::size_t entry = static_cast<std::size_t>(k);
      to[Index{rows.column[entry]} * kLaneCount] = rows.value[entry];
    }
  }
}

void LogisticDesign::make_sparse(const SparseRows& rows, bool is_of_ones) {
  start_ = rows.start;
  std::vector<Index> order(rows.column.size());
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t row = 0; row + 1 < start_.size(); ++row) {
    std::sort(order.begin() + start_[row], order.begin() + start_[row + 1], [&](Index a, Index b) {
      return rows.column[static_cast<std::size_t>(a)] < rows.column[static_cast<std::size_t>(b)];
    });
  }
  std::vector<std::int32_t> columns;
  columns.reserve(order.size());
  for (const Index entry : order) {
    columns.push_back(rows.column[static_cast<std::size_t>(entry)] + 1);
    if (!is_of_ones) value_.push_back(rows.value[static_cast<std::size_t>(entry)]);
  }
  const std::vector<std::size_t> by_length = order_by_length(start_);
  columns = entries_in_order(by_length, start_, columns);
  if (!is_of_ones) value_ = entries_in_order(by_length, start_, value_);
  start_ = starts_in_order(by_length, start_);
  sign_ = in_order(by_length, sign_);
  columns_ = CompactColumns(columns);
  if (is_of_ones) code_ones(std::move(columns));
}

void LogisticDesign::code_ones(std::vector<std::int32_t> columns) {
  if (!has_intercept_)
    for (std::int32_t& column : columns) --column;  // to parameters
  std::optional<OneHotCoding> coded = code_one_hot(start_, columns, parameter_count_, has_intercept_);
  if (!coded) return;
  coding_ = std::move(coded->coding);
  const std::vector<std::size_t> by_length = order_by_length(coded->start);
  coded_sign_ = in_order(by_length, sign_);
  coded_terms_ = CompactColumns(entries_in_order(by_length, coded->start, coded->terms));
  coded_start_ = starts_in_order(by_length, coded->start);
}

kernels::LogisticRows LogisticDesign::rows() const {
  kernels::LogisticRows out{.row_count = sign_.size(), .sign = sign_.data()};
  if (dense_) {
    out.column_count = coding_.terms.size();
    out.dense = dense_->data();
    return out;
  }
  const bool is_coded = !coded_start_.empty();
  if (is_coded) out.sign = coded_sign_.data();
  const CompactColumns& columns = is_coded ? coded_terms_ : columns_;
  out.start = is_coded ? coded_start_.data() : start_.data();
  if (!columns.narrow.empty()) out.narrow = columns.narrow.data();
  else out.wide = columns.wide.data();
  if (!value_.empty()) out.value = value_.data();
  return out;
}

}  // namespace g2t
