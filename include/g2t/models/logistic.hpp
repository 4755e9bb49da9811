// Bayesian logistic regression with independent normal priors.
#pragma once

#include <cstdint>
#include <g2t/models/posterior.hpp>
#include <memory>
#include <string>
#include <vector>

namespace g2t {

/// A sparse matrix by rows: row r holds the entries start[r], ..., start[r + 1] - 1.
struct SparseRows {
  Index columns = 0;
  std::vector<Index> start{0};       ///< [rows + 1], from 0 on, not falling
  std::vector<std::int32_t> column;  ///< [entries], from 0, each at most once a row, in any order
  std::vector<double> value;         ///< [entries]

  [[nodiscard]] Index rows() const { return static_cast<Index>(start.size()) - 1; }
};

struct LogisticData {
  SparseRows rows;
  Flags positive;                            ///< [rows], 1 for the positive label
  bool intercept = true;                     ///< whether the model has one, as its first parameter
  std::vector<std::string> feature_names{};  ///< [columns], or empty: x1, x2, ...
};

inline constexpr double kLogisticPriorScale = 1;

/// P(positive) = sigmoid(intercept + x.w), intercept and weights N(0, prior_scale^2).
///
/// Offers every ability; expectations under both structures by one-dimensional quadrature in each row's margin,
/// exact to rounding.
/// @param exchange  null: the likelihood of these rows
/// @throws InvalidArgument if there are no rows or no parameters, sizes disagree, or a value is not finite
/// Cost of evaluate: O(nonzeros) a draw, eight draws at once.
std::unique_ptr<Model> make_logistic(LogisticData data, double prior_scale = kLogisticPriorScale,
                                      const LikelihoodExchange& exchange = nullptr);

/// Rows that come a part at a time, in any sizes: they are made compact some tens of thousands at once, so that the whole is
/// never held as it came. The model is the same for any sizes of the parts.
class LogisticParts {
 public:
  explicit LogisticParts(bool intercept = true);
  LogisticParts(LogisticParts&&) noexcept;
  LogisticParts& operator=(LogisticParts&&) noexcept;
  ~LogisticParts();

  /// @param rows      may have fewer columns than the whole, at their right
  /// @param positive  [rows], 1 for the positive label
  /// @throws InvalidArgument as make_logistic()
  void add(const SparseRows& rows, const Flags& positive);
  [[nodiscard]] Index row_count() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
  friend std::unique_ptr<Model> make_logistic(LogisticParts, Index, std::vector<std::string>, double, const LikelihoodExchange&);
};

/// The model of all rows that were added.
/// @param columns        of the whole, at least those of its parts
/// @param feature_names  [columns], or empty: x1, x2, ...
/// @param exchange       null: the likelihood of these rows
std::unique_ptr<Model> make_logistic(LogisticParts parts, Index columns, std::vector<std::string> feature_names = {},
                                     double prior_scale = kLogisticPriorScale, const LikelihoodExchange& exchange = nullptr);

}  // namespace g2t
