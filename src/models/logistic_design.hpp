// The rows of a logistic regression, in the form that is quickest to go through: dense, sparse, or of coded ones.
#pragma once

#include <cstdint>
#include <g2t/models/logistic.hpp>
#include <optional>
#include <vector>

#include "kernels/logistic_rows.h"
#include "models/term_coding.hpp"

namespace g2t {

/// Numbers of columns in the fewest bytes that hold them all.
struct CompactColumns {
  std::vector<std::uint16_t> narrow;
  std::vector<std::int32_t> wide;

  CompactColumns() = default;
  explicit CompactColumns(const std::vector<std::int32_t>& columns);
  [[nodiscard]] Index operator[](std::size_t entry) const {
    return narrow.empty() ? Index{wide[entry]} : Index{narrow[entry]};
  }
};

/// Rows are in an order of its own.
class LogisticDesign {
 public:
  /// @pre the data are valid
  explicit LogisticDesign(const LogisticData& data);

  [[nodiscard]] Index parameter_count() const { return parameter_count_; }
  [[nodiscard]] bool has_intercept() const { return has_intercept_; }
  [[nodiscard]] Index row_count() const { return static_cast<Index>(sign_.size()); }
  [[nodiscard]] double sign(Index row) const { return sign_[static_cast<std::size_t>(row)]; }
  /// The terms that rows() adds up.
  [[nodiscard]] const TermCoding& coding() const { return coding_; }
  [[nodiscard]] kernels::LogisticRows rows() const;

  /// Calls function(parameter, value) for the row's nonzeros (of a dense design: all), the intercept first, columns rising.
  template <class Function>
  void for_each(Index row, Function function) const {
    if (has_intercept_) function(Index{0}, 1.0);
    const Index shift = has_intercept_ ? 0 : -1;  // from terms to parameters
    if (dense_) {
      const Index columns = static_cast<Index>(coding_.terms.size());
      const double* x = dense_->data() + row / kLaneCount * kLaneCount * columns + row % kLaneCount;
      for (Index column = 0; column < columns; ++column, x += kLaneCount) function(column + 1 + shift, *x);
      return;
    }
    const std::size_t end = static_cast<std::size_t>(start_[static_cast<std::size_t>(row) + 1]);
    for (std::size_t k = static_cast<std::size_t>(start_[static_cast<std::size_t>(row)]); k < end; ++k)
      function(columns_[k] + shift, value_.empty() ? 1.0 : value_[k]);
  }

 private:
  void make_dense(const SparseRows& rows);
  void make_sparse(const SparseRows& rows, bool is_of_ones);
  void code_ones(std::vector<std::int32_t> columns);

  Index parameter_count_ = 0;
  bool has_intercept_ = false;
  TermCoding coding_;
  std::vector<double> sign_;
  std::optional<AlignedBuffer> dense_;  // [rows / 8, rounded up][column][8]
  std::vector<Index> start_;
  CompactColumns columns_;     // from 1 on, rising within a row
  std::vector<double> value_;  // empty if all are 1
  // Rows of ones once more, in an order of their own, if they are coded.
  std::vector<double> coded_sign_;
  std::vector<Index> coded_start_;
  CompactColumns coded_terms_;
};

}  // namespace g2t
